package org.sparkldp.protocols.gaussian;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol for the mean of a Gaussian: answers a {@link GaussianQuestion}, stratum by stratum.
 *
 * <p>Its estimate has the rows of stratum 0, then those of stratum 1, and so on; each stratum has
 * one row for each of the {@link #quantities}, in their order. With one stratum a row's item is the
 * quantity ("mean"), with more the stratum goes before it ("3 mean").
 *
 * @param <R> a report
 */
public abstract class GaussianProtocol<R> extends NumberProtocol<R> {
  /**
   * What is estimated by asking on which side of a point people are. A row says it: of a law that
   * is not symmetric this is near the median, and no test of the reports sees a slight skewness.
   */
  static final String CENTRE = "centre (mean if symmetric)";

  /** The same where an interval relies on a normal law's sigma, which no answer measures. */
  static final String CENTRE_BY_SIGMA = "centre (mean if normal with this sigma)";

  private final GaussianQuestion question;

  protected GaussianProtocol(ProtocolSpec spec, Guarantee guarantee, GaussianQuestion question) {
    super(spec, guarantee);
    this.question = question;
  }

  /** What is asked. */
  public final GaussianQuestion question() {
    return question;
  }

  @Override
  public final int strata() {
    return question.strata();
  }

  /** What is estimated of each stratum: the mean, and sigma where it is not known. */
  public List<String> quantities() {
    return question.isSigmaKnown() ? List.of("mean") : List.of("mean", "sigma");
  }

  /** What estimates rely on: "values are taken for" this. */
  public String model() {
    return "normally distributed, with " + question.sigmas() + ", " + question.steps();
  }

  /** The stratum that a row of the estimate speaks of. */
  public final int stratumOf(int row) {
    return row / quantities().size();
  }

  /** What a row of the estimate is of its stratum. */
  public final String quantity(int row) {
    return quantities().get(row % quantities().size());
  }

  /** The item of a stratum's row. */
  protected final String item(int stratum, String quantity) {
    return strata() == 1 ? quantity : stratum + " " + quantity;
  }

  /**
   * What the first row is of, where values have any law: the mean, unless the protocol says
   * otherwise.
   *
   * @param cdf the law's distribution function
   * @param sigma its standard deviation
   */
  public double estimated(double mean, DoubleUnaryOperator cdf, double sigma) {
    return mean;
  }
}
