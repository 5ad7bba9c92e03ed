package org.sparkldp.protocols;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol of numbers in a range that estimates something of the people's own numbers: fixed
 * people, chance only in the coins.
 *
 * @param <R> a report
 */
public abstract class RangeProtocol<R> extends NumberProtocol<R> implements Predicted<Double> {

  protected RangeProtocol(ProtocolSpec spec, Guarantee guarantee) {
    super(spec, guarantee);
  }

  /** The least value of the range. */
  public abstract double lower();

  /** The largest value of the range. */
  public abstract double upper();

  @Override
  public final Expected expected(List<Double> values, long people) {
    double[] all = values.stream().mapToDouble(value -> value).toArray();
    double[] variances = variances(all); // of means over as many people as there are values
    return new Expected(answers(all), Arrays.stream(variances).map(v -> v / people).toArray());
  }

  /** The true answers, row by row, if these are the people's values. */
  public abstract double[] answers(double[] values);

  /** The exact variance of each estimate, in its unit squared, when these are the values. */
  public abstract double[] variances(double[] values);
}
