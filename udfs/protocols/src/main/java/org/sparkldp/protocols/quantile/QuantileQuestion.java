package org.sparkldp.protocols.quantile;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.DoubleUnaryOperator;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Which quantile is asked for, and how.
 *
 * @param quantity median or quantile, the protocol's name and the row's
 * @param p share of people at or below it, in (0, 1)
 * @param epsilon privacy loss of one report, in nats
 * @param lower least value
 * @param upper largest value
 * @param outside what happens to others
 * @param users people expected in all rounds, if it is given
 * @param askedRounds rounds, if they are given
 * @param method how points move
 * @param law what the interval takes for granted
 * @param step of which all values are multiples, if it is given
 */
public record QuantileQuestion(
    String quantity,
    double p,
    double epsilon,
    double lower,
    double upper,
    Outside outside,
    OptionalInt users,
    OptionalInt askedRounds,
    QuantileMethod method,
    Law law,
    OptionalDouble step) {

  /** So many steps at most in the range: no rounding of a double reaches half of one. */
  private static final double MOST_STEPS = 0x1p40;

  /** What a value is off by rounding, at most, as a part of the larger end of the range. */
  private static final double ROUNDED = 0x1p-48;

  /** No more than this part of a step is taken for rounding. */
  private static final double MOST_ROUNDED = 0x1p-10;

  /** What the interval of a search takes for granted. */
  public enum Law {
    /** Nothing: steps, ties and gaps are allowed. */
    ANY("any"),
    /**
     * A distribution function that is nearly straight between the last two points, of multiples of
     * the step; without a step, nothing.
     */
    SMOOTH("smooth");

    private final String word;

    Law(String word) {
      this.word = word;
    }

    static Law of(Parameters given) {
      return given.choice("law", values());
    }
  }

  /**
   * Whether the interval takes the distribution function for straight between two points. Where
   * nobody says to what values are rounded, it does not, whatever the law: heaps on round numbers
   * are steps in it, and no report shows them.
   */
  boolean isStraight() {
    return law == Law.SMOOTH && step.isPresent();
  }

  public QuantileQuestion {
    Epsilon.require(epsilon);
    Quantiles.P.require(p);
    NumberProtocol.requireRange(lower, upper);
    QuantileProtocol.USERS.require(users.orElse(1));
    method.rounds().require(askedRounds.orElse((int) method.rounds().least()));
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

  static QuantileQuestion of(String quantity, QuantileMethod method, Parameters given) {
    return new QuantileQuestion(
        quantity,
        quantity.equals(Quantiles.MEDIAN) ? 0.5 : given.real("p"),
        given.real("epsilon"),
        given.real("lower"),
        given.real("upper"),
        Outside.of(given),
        given.optionalInteger("users"),
        given.optionalInteger("rounds"),
        method,
        Law.of(given),
        given.optionalReal("step"));
  }

  /** The canonical spec of the first round. */
  ProtocolSpec spec() {
    ProtocolSpec spec = ProtocolSpec.named(quantity);
    if (quantity.equals(Quantiles.QUANTILE)) {
      spec = spec.with("p", p);
    }
    spec = spec.with("epsilon", epsilon).with("lower", lower).with("upper", upper);
    if (users.isPresent()) {
      spec = spec.with("users", users.getAsInt());
    }
    if (askedRounds.isPresent()) {
      spec = spec.with("rounds", askedRounds.getAsInt());
    }
    if (!method.word().isEmpty()) {
      spec = spec.with("method", method.word());
    }
    if (law != Law.ANY) {
      spec = spec.with("law", law.word);
    }
    if (step.isPresent()) {
      spec = spec.with("step", step.getAsDouble());
    }
    return outside.addTo(spec);
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
  IllegalArgumentException tooFew(String where, double people, double needed) {
    return Require.refusal(
        "%s must be at least %s for %s. Provided value: %s; take fewer rounds, or more people, or a"
            + " larger epsilon.",
        where, (long) Math.ceil(needed), spec(), (long) people);
  }
}
