package org.sparkldp.protocols.density;

import java.util.List;
import java.util.OptionalInt;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * The parameters of a {@link Density}, validated; terms follow from users if they are not given.
 *
 * @param epsilon privacy loss of one report
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
  private static final Parameter TERMS =
      Parameter.integer("terms", "terms of the series, odd")
          .from(3)
          .to(Density.MAX_TERMS)
          .optional("those that suit the users");
  private static final Parameter USERS =
      Parameter.integer(
              "users", "number of people expected; determines terms if they are not given")
          .from(1)
          .optional();
  private static final Parameter SMOOTHNESS =
      Parameter.real("smoothness", "derivatives that the density has").above(0.5).to(10).orElse(1);
  private static final Parameter BOUND =
      Parameter.real("bound", "bound of these derivatives on [0, 1]").above(0).below(1e6).orElse(2);
  private static final Parameter POINTS =
      Parameter.integer("points", "places to estimate at").from(2).to(4096).orElse(64);

  /** What a density is asked with. */
  public static final List<Parameter> PARAMETERS =
      List.of(
          Parameter.EPSILON,
          NumberProtocol.LOWER,
          NumberProtocol.UPPER,
          TERMS,
          USERS,
          SMOOTHNESS,
          BOUND,
          POINTS,
          Outside.PARAMETER);

  public DensityQuestion {
    NumberProtocol.requireRange(lower, upper);
    if (terms.isEmpty() && users.isEmpty()) {
      throw Require.refusal(
          "either terms or users must be given, from which terms follow. Provided: neither.");
    }
    int k = terms.orElse(3);
    Require.that(k % 2 == 1).orRefuse("terms must be odd. Provided value: %s.", k);
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
        given.real("smoothness"),
        given.real("bound"),
        given.integer("points"));
  }
}
