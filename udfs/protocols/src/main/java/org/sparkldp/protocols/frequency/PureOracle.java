package org.sparkldp.protocols.frequency;

import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A frequency oracle whose reports support some of the items: the person's own with probability p,
 * any other given one with probability q. It says these two once, and which items a report
 * supports; estimates, variances, intervals and what one report can do follow ({@link
 * PureEstimator}).
 *
 * @param <R> a report
 */
public abstract class PureOracle<R> extends FrequencyOracle<R> {
  private final PureEstimator estimator;

  /**
   * @param support p and q of the integers in use
   */
  protected PureOracle(ProtocolSpec spec, Guarantee guarantee, int k, PureEstimator support) {
    super(spec, guarantee, k);
    this.estimator = support;
  }

  /** p and q, and what reports are counted by. */
  public final PureEstimator support() {
    return estimator;
  }

  /** Whether a report supports an item. */
  public abstract boolean supports(R report, int item);

  /**
   * The reports that support each item. By default counters are just that.
   *
   * @param counters of reports; may be overwritten
   */
  protected long[] supports(long[] counters) {
    return counters;
  }

  @Override
  public final Estimate estimate(Accumulator<R> reports, double confidence) {
    requireOwn(reports);
    return estimator.estimate(reports.n(), supports(reports.counts()), confidence);
  }

  @Override
  public final Optional<Moments> moments(long[] counters, long total) {
    return Optional.of(estimator.moments(supports(counters), total));
  }

  @Override
  public final double[] variances(long[] counts) {
    return estimator.variances(counts);
  }

  @Override
  public final double contrast(R report, int item, int other) {
    return (supports(report, item) ? 1 : 0) - (supports(report, other) ? 1 : 0);
  }

  @Override
  public final double contribution(R report, int item) {
    return estimator.contribution(supports(report, item));
  }

  @Override
  protected final Optional<Reach[]> reach() {
    return Optional.of(estimator.reach().repeated(k()));
  }
}
