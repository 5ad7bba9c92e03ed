package org.sparkldp.protocols.quantile;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The question for one quantile.
 *
 * @param spec the canonical spec of the first round
 * @param p share of people at or below it, in (0, 1)
 * @param epsilon privacy loss of one report
 * @param lower least value
 * @param upper largest value
 * @param outside what happens to others
 * @param users people expected in all rounds, if it is given
 * @param askedRounds rounds, if they are given
 * @param method how points move
 * @param isStraight whether the interval takes the distribution function for straight between the
 *     last two points, of multiples of the step. Where nobody says to what values are rounded, it
 *     does not, whatever the law: heaps on round numbers are steps in it, and no report shows them.
 * @param step of which all values are multiples, if it is given
 */
public record QuantileQuestion(
    ProtocolSpec spec,
    double p,
    double epsilon,
    double lower,
    double upper,
    Outside outside,
    OptionalInt users,
    OptionalInt askedRounds,
    QuantileMethod method,
    boolean isStraight,
    OptionalDouble step) {

  /** So many steps at most in the range: no rounding of a double reaches half of one. */
  private static final double MOST_STEPS = 0x1p40;

  /** What a value is off by rounding, at most, as a part of the larger end of the range. */
  private static final double ROUNDED = 0x1p-48;

  /** No more than this part of a step is taken for rounding. */
  private static final double MOST_ROUNDED = 0x1p-10;

  public QuantileQuestion {
    NumberProtocol.requireRange(lower, upper);
    double width = upper - lower;
    double asked = step.orElse(width / 2);
    Require.that(asked > 0 && asked <= width / 2 && width / asked <= MOST_STEPS)
        .orRefuse(
            "step must be at most half of upper - lower, and at least its 2^-40. Provided value: %s"
                + " for [%s, %s].",
            asked, lower, upper);
  }

  /**
   * A place between two values that people can have, near the given one: halfway between multiples
   * of the step, inside the range; the place itself where there is no step.
   */
  double between(double place) {
    if (step.isEmpty()) {
      return place;
    }
    double size = step.getAsDouble();
    double half = (Math.floor((lower + place * (upper - lower)) / size) + 0.5) * size;
    double inside = half <= lower ? half + size : half >= upper ? half - size : half;
    return (inside - lower) / (upper - lower);
  }

  /**
   * The value that people can have to which another is rounded; without a step, that one itself.
   * Multiples of the step are in the range to the last bit. What is as near to a multiple as
   * rounding goes is taken for it: 0.3/0.1 is below 3, and 3 * 0.1 above 0.3.
   */
  double possible(double value, DoubleUnaryOperator rounding) {
    if (step.isEmpty()) {
      return value;
    }
    double size = step.getAsDouble();
    double least = number(lower, Math::ceil, size);
    double most = number(upper, Math::floor, size);
    double number = Math.max(least, Math.min(most, number(value, rounding, size)));
    return Math.max(lower, Math.min(upper, number * size)) + 0.0; // -0.0 is 0.0
  }

  private double number(double value, DoubleUnaryOperator rounding, double size) {
    double exact = value / size;
    double nearest = Math.rint(exact);
    double largest = Math.max(Math.abs(lower), Math.abs(upper)) / size;
    double off = Math.min(MOST_ROUNDED, ROUNDED * Math.max(1, largest));
    return Math.abs(exact - nearest) <= off ? nearest : rounding.applyAsDouble(exact);
  }

  /** One step, of the range; 0 where there is none. */
  double stepPlace() {
    return step.orElse(0) / (upper - lower);
  }

  static QuantileQuestion of(Parameters given, QuantileMethod method) {
    ProtocolSpec spec = given.spec();
    OptionalDouble step = given.optionalReal("step");
    return new QuantileQuestion(
        spec,
        spec.name().equals(Quantiles.MEDIAN) ? 0.5 : given.real("p"),
        given.epsilon(),
        given.real("lower"),
        given.real("upper"),
        Outside.of(given),
        given.optionalInteger("users"),
        given.optionalInteger("rounds"),
        method,
        given.text("law", "").equals("smooth") && step.isPresent(),
        step);
  }

  /** Median or quantile, the protocol's name and the row's. */
  public String quantity() {
    return spec.name();
  }

  /** The share of people on the rarer side of the quantile. */
  double rarer() {
    return Math.min(p, 1 - p);
  }

  /** (e^eps + 1)/(e^eps − 1): what debiasing multiplies by. */
  public double c() {
    return 1 / StrictMath.tanh(epsilon / 2);
  }

  /** The variance that one report leaves of the share at a point, near the quantile. */
  double variance() {
    double below = (1 - 1 / c()) / 2 + p / c();
    return below * (1 - below) * c() * c();
  }

  /** The sentence that people are too few. */
  IllegalArgumentException tooFew(String where, double people, double needed, String remedy) {
    return Require.refusal(
        "%s must be at least %s for %s. Provided value: %s; %sask more people, or take a larger"
            + " epsilon.",
        where, (long) Math.ceil(needed), spec(), (long) people, remedy);
  }
}
