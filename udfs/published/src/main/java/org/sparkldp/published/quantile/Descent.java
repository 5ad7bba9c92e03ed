package org.sparkldp.published.quantile;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.quantile.Course;
import org.sparkldp.protocols.quantile.QuantileMethod;
import org.sparkldp.protocols.quantile.QuantileProtocol;
import org.sparkldp.protocols.quantile.QuantileQuestion;
import org.sparkldp.protocols.quantile.QuantileRound;
import org.sparkldp.protocols.quantile.Quantiles;
import org.sparkldp.protocols.quantile.RoundAllocation;
import org.sparkldp.protocols.spec.Parameter;

/**
 * Quantiles by the paper's descent with many people a step, {@code median(method=sgd)} and {@code
 * quantile(method=sgd)}. About the error of the search where the range is a few times as wide as
 * the values are spread, far more where it is much wider; its intervals are rough.
 */
public final class Descent implements QuantileMethod {
  private static final int ROUNDS_BY_DEFAULT = 50;
  private static final Parameter ROUNDS =
      Parameter.integer("rounds", "steps").from(4).to(1000).orElse(ROUNDS_BY_DEFAULT);

  private Descent() {}

  @Override
  public RoundAllocation allocation(QuantileQuestion question) {
    double[] shares = new double[question.askedRounds().orElse(ROUNDS_BY_DEFAULT)];
    Arrays.fill(shares, 1.0 / shares.length);
    return new RoundAllocation(shares, 1).required(question, QuantileRound.FEWER_ROUNDS);
  }

  @Override
  public double[] start() {
    return new double[] {GradientRound.START};
  }

  @Override
  public QuantileRound round(Round<Course, QuantileRound> at, RoundAllocation allocation) {
    return new GradientRound(at, allocation);
  }

  private static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.EPSILON,
          QuantileProtocol.LOWER,
          QuantileProtocol.UPPER,
          QuantileProtocol.USERS,
          ROUNDS,
          Parameter.word("method", "sgd", "sgd").required().example("sgd"),
          Outside.PARAMETER,
          InRounds.STATE);

  /** {@code median(epsilon,lower,upper,users,rounds,method=sgd)}. */
  public static final Declaration<QuantileRound> MEDIAN =
      declared(Quantiles.MEDIAN, 38, PARAMETERS);

  /** {@code quantile(p,epsilon,lower,upper,users,rounds,method=sgd)}. */
  public static final Declaration<QuantileRound> QUANTILE =
      declared(Quantiles.QUANTILE, 39, Quantiles.withP(PARAMETERS));

  private static Declaration<QuantileRound> declared(
      String quantity, int id, List<Parameter> parameters) {
    return Declaration.named(
            quantity, id, "a quantile of numbers in a range by the paper's gradient descent")
        .takes(parameters)
        .onlyWith("method", "sgd")
        .makes(given -> Quantiles.of(given.with("method", "sgd"), new Descent()));
  }
}
