package org.sparkldp.protocols.regression;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A round of a private regression: each of its people reports one vector, a public function of
 * their own features and label, through a mechanism for vectors. The guarantee is that mechanism's.
 *
 * <p>Input: p features, then the label. Estimate: one row a coefficient, named by its feature's
 * index from 0, then {@code intercept}.
 *
 * @param <R> a report
 */
public abstract class Regression<R> extends VectorProtocol<R> implements InRounds {
  private final Model model;
  private final BallProtocol<R> mechanism;

  protected Regression(ProtocolSpec spec, double epsilon, Model model, BallProtocol<R> mechanism) {
    super(spec, Guarantee.pure(epsilon, mechanism.guarantee().exactEpsilon()));
    this.model = model;
    this.mechanism = mechanism;
  }

  /** A person's vector, whose features lie in their ball; no longer than the mechanism's. */
  protected abstract double[] statistic(double[] features, double label);

  /** Which model is fitted. */
  public final Model model() {
    return model;
  }

  /** The protocol that reports this round's vectors. */
  public final BallProtocol<R> mechanism() {
    return mechanism;
  }

  /** What this round's people reported on average; there is at least one. */
  public final double[] mean(Accumulator<?> reports) {
    requireOwn(reports);
    Estimate.requireReports(reports.n());
    return mechanism.estimate(reports.as(mechanism)).estimates();
  }

  @Override
  public final int d() {
    return model.p() + 1;
  }

  @Override
  public final ReportType reportType() {
    return mechanism.reportType();
  }

  @Override
  public final boolean accepts(double[] value) {
    return model.accepts(value);
  }

  @Override
  public final int[] input(double[] value) {
    requireLength(value);
    return mechanism.input(statistic(model.features(value, this::firstSpec), value[model.p()]));
  }

  @Override
  public final R report(int[] input, RandomSource source) {
    return mechanism.report(input, source);
  }

  /** Vectors: whatever features and labels give them, no other reveals more. */
  @Override
  public final int corners() {
    return mechanism.corners();
  }

  @Override
  public final int[] corner(int number) {
    return mechanism.corner(number);
  }

  @Override
  public final double contrast(R report, int[] input, int[] other) {
    return mechanism.contrast(report, input, other);
  }

  @Override
  public final Layout<R> layout() {
    return mechanism.layout();
  }
}
