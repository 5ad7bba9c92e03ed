package org.sparkldp.protocols;

import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol of numbers in a range that estimates something of the people's own numbers: fixed
 * people, chance only in the coins.
 *
 * @param <R> a report
 */
public abstract class RangeProtocol<R> extends NumberProtocol<R> {

  protected RangeProtocol(ProtocolSpec spec, Guarantee guarantee) {
    super(spec, guarantee);
  }

  /** The least value of the range. */
  public abstract double lower();

  /** The largest value of the range. */
  public abstract double upper();

  /** What the estimates estimate, row by row, when these are the people's values. */
  public abstract double[] answers(double[] values);

  /** The exact variance of each estimate, in its unit squared, when these are the values. */
  public abstract double[] variances(double[] values);
}
