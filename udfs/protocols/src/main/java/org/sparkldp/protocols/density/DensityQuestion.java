package org.sparkldp.protocols.density;

import java.util.List;
import java.util.OptionalInt;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The parameters of a {@link Density}, validated; terms follow from users if they are not given.
 *
 * @param epsilon privacy loss of one report, in nats
 * @param lower least value
 * @param upper largest value
 * @param outside what happens to others
 * @param terms k, if it is given: odd, 3 to {@value Density#MAX_TERMS}
 * @param users n expected, if it is given
 * @param smoothness β, in (1/2, 10]
 * @param bound C, above 0
 * @param points places, 2 to 4,096
 */
public record DensityQuestion(
    double epsilon,
    double lower,
    double upper,
    Outside outside,
    OptionalInt terms,
    OptionalInt users,
    double smoothness,
    double bound,
    int points) {
  /** What a density is asked with. */
  public static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.EPSILON,
          Parameter.required("lower", Parameter.Kind.REAL, "smallest value that is accepted")
              .example("0.0"),
          Parameter.required(
                  "upper", Parameter.Kind.REAL, "largest value that is accepted, above lower")
              .example("1.0"),
          Parameter.optional("terms", Parameter.Kind.INTEGER, "terms of the series, odd, 3 to 513"),
          Parameter.optional(
              "users",
              Parameter.Kind.INTEGER,
              "number of people expected; determines terms if they are not given"),
          Parameter.optional(
              "smoothness",
              Parameter.Kind.REAL,
              "derivatives that the density has, above 1/2, default 1"),
          Parameter.optional(
              "bound", Parameter.Kind.REAL, "bound of these derivatives on [0, 1], default 2"),
          Parameter.optional(
              "points", Parameter.Kind.INTEGER, "places to estimate at, 2 to 4096, default 64"),
          Outside.PARAMETER);

  public DensityQuestion {
    Epsilon.require(epsilon);
    if (!(lower < upper && upper - lower < Double.POSITIVE_INFINITY)) {
      throw Require.refusal(
          "lower must be below upper, both finite. Provided values: %s and %s.", lower, upper);
    }
    if (terms.isEmpty() && users.isEmpty()) {
      throw Require.refusal(
          "either terms or users must be given, from which terms follow. Provided: neither.");
    }
    int k = terms.orElse(3);
    if (k < 3 || k > Density.MAX_TERMS || k % 2 == 0) {
      throw Require.refusal(
          "terms must be odd, 3 to %s. Provided value: %s.", Density.MAX_TERMS, k);
    }
    if (users.orElse(1) < 1) {
      throw Require.refusal("users must be at least 1. Provided value: %s.", users.getAsInt());
    }
    if (!(smoothness > 0.5 && smoothness <= 10 && bound > 0 && bound < 1e6)) {
      throw Require.refusal(
          "smoothness must be above 1/2 and at most 10, bound above 0 and below 10^6."
              + " Provided values: %s and %s.",
          smoothness, bound);
    }
    if (points < 2 || points > 4096) {
      throw Require.refusal("points must be between 2 and 4096. Provided value: %s.", points);
    }
  }

  /**
   * The terms given, or those that suit the users.
   *
   * @param factor the variance is about factor · c² k²/n with k terms and n people
   */
  public int chosenTerms(double factor) {
    if (terms.isPresent()) {
      return terms.getAsInt();
    }
    double c = 1 / Math.tanh(epsilon / 2);
    double q = factor * c * c;
    double k =
        Math.pow(smoothness * bound * bound * users.getAsInt() / q, 1 / (2 * smoothness + 2));
    int odd = 2 * (int) Math.round((k - 1) / 2) + 1;
    return Math.max(3, Math.min(Density.MAX_TERMS, odd));
  }

  /** Reads the parameters. */
  public static DensityQuestion of(Parameters given) {
    return new DensityQuestion(
        given.real("epsilon"),
        given.real("lower"),
        given.real("upper"),
        Outside.of(given),
        given.optionalInteger("terms"),
        given.optionalInteger("users"),
        given.optionalReal("smoothness").orElse(1),
        given.optionalReal("bound").orElse(2),
        given.optionalInteger("points").orElse(64));
  }

  /** The canonical spec of what was given, without what happens to values outside. */
  public ProtocolSpec spec(Parameters given) {
    ProtocolSpec spec =
        ProtocolSpec.named("density")
            .with("epsilon", epsilon())
            .with("lower", lower())
            .with("upper", upper());
    for (String whole : List.of("terms", "users")) {
      if (given.optionalInteger(whole).isPresent()) {
        spec = spec.with(whole, given.integer(whole));
      }
    }
    for (String real : List.of("smoothness", "bound")) {
      if (given.optionalReal(real).isPresent()) {
        spec = spec.with(real, given.real(real));
      }
    }
    if (given.optionalInteger("points").isPresent()) {
      spec = spec.with("points", points());
    }
    return spec;
  }
}
