package org.sparkldp.protocols.quantile;

import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol whose one estimate is a quantile of numbers in a range: the least t with a share p of
 * people at or below it. One stratum.
 *
 * @param <R> a report
 */
public abstract class QuantileProtocol<R> extends NumberProtocol<R> {
  /** People expected, from which the sizes of rounds follow. */
  public static final Parameter USERS =
      Parameter.integer(
              "users",
              "people expected, in all rounds together; sizes of rounds are derived from it")
          .from(1)
          .optional();

  private final double lower;
  private final double upper;
  private final Outside outside;

  protected QuantileProtocol(
      ProtocolSpec spec, Guarantee guarantee, double lower, double upper, Outside outside) {
    super(spec, guarantee);
    this.lower = lower;
    this.upper = upper;
    this.outside = outside;
  }

  /** The share of people at or below the quantile, in (0, 1). */
  public abstract double p();

  /** What the estimate's row is called: median or quantile. */
  public abstract String quantity();

  /** Whether intervals hold only where the distribution has no steps and gaps. */
  public boolean needsSmoothness() {
    return false;
  }

  /** The least value of the range. */
  public final double lower() {
    return lower;
  }

  /** The largest value of the range. */
  public final double upper() {
    return upper;
  }

  /** The value at a place of the range: 0 is its lower end, 1 its upper. */
  protected final double value(double place) {
    return place == 1 ? upper : lower + place * (upper - lower);
  }

  @Override
  public final boolean accepts(double value) {
    return Double.isFinite(value)
        && (outside == Outside.CLIP || (value >= lower && value <= upper));
  }
}
