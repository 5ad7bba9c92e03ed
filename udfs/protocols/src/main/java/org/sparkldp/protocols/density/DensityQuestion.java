package org.sparkldp.protocols.density;

import java.util.OptionalInt;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;

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
}
