package org.sparkldp.published.matrixmechanism;

import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyKind;
import org.sparkldp.protocols.wire.Fields;
import org.sparkldp.protocols.workload.Workload;

/** A factorization whose reports are an {@link AdditiveStrategy}'s. */
final class NoisyColumns extends Factorization<byte[]> {
  private final AdditiveStrategy strategy;

  private NoisyColumns(StrategyFile file, Workload workload) {
    super(file, workload);
    this.strategy = (AdditiveStrategy) file.strategy();
  }

  @Override
  public byte[] report(int item, RandomSource source) {
    return strategy.randomize(item, source);
  }

  @Override
  public double contrast(byte[] report, int item, int other) {
    return strategy.contrast(report, item, other);
  }

  @Override
  public ReportType reportType() {
    return ReportType.bits(strategy.rows() * Long.SIZE);
  }

  @Override
  public Layout<byte[]> layout() {
    return new AdditiveCounts(strategy);
  }

  /** Found by the service loader. */
  public static final class NoisyColumnsKind implements StrategyKind {
    @Override
    public String kind() {
      return AdditiveStrategy.KIND;
    }

    @Override
    public Strategy certify(Design design, double epsilon) {
      return AdditiveStrategy.of((NoiseDesign) design, epsilon);
    }

    @Override
    public Strategy fields(Fields<Strategy> fields, double epsilon, int domain) {
      return AdditiveStrategy.fields(fields.as(AdditiveStrategy.class), epsilon, domain);
    }

    @Override
    public Factorization<?> protocol(StrategyFile file, Workload workload) {
      return new NoisyColumns(file, workload);
    }
  }
}
