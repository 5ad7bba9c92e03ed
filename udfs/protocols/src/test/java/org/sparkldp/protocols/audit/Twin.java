package org.sparkldp.protocols.audit;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A randomizer that a test writes by hand, under a claim that may be wrong; it estimates nothing.
 */
final class Twin<R> extends ItemProtocol<R> {
  private final ReportType type;
  private final int firstIndependentBit;
  private final Making<R> making;
  private final Speaking<R> speaking;

  /** Makes a report. */
  interface Making<R> {
    R report(int item, RandomSource source);
  }

  /** Says for which of two items a report speaks. */
  interface Speaking<R> {
    double contrast(R report, int item, int other);
  }

  Twin(
      String name,
      double claim,
      int k,
      ReportType type,
      int firstIndependentBit,
      Making<R> making,
      Speaking<R> speaking) {
    super(
        ProtocolSpec.named(name).with("epsilon", claim).with("k", k),
        Guarantee.pure(claim, claim),
        k);
    this.type = type;
    this.firstIndependentBit = firstIndependentBit;
    this.making = making;
    this.speaking = speaking;
  }

  @Override
  public R report(int item, RandomSource source) {
    requireItem(item);
    return making.report(item, source);
  }

  @Override
  public double contrast(R report, int item, int other) {
    return speaking.contrast(report, item, other);
  }

  @Override
  public int firstIndependentBit() {
    return firstIndependentBit;
  }

  @Override
  public ReportType reportType() {
    return type;
  }

  @Override
  public double[] answers(long[] counts) {
    throw new UnsupportedOperationException("an audit makes reports, and asks nothing else");
  }

  @Override
  public double[] variances(long[] counts) {
    throw new UnsupportedOperationException("an audit makes reports, and asks nothing else");
  }

  @Override
  public Layout<R> layout() {
    throw new UnsupportedOperationException("an audit makes reports, and asks nothing else");
  }

  @Override
  public Estimate estimate(Accumulator<R> reports, double confidence) {
    throw new UnsupportedOperationException("an audit makes reports, and asks nothing else");
  }
}
