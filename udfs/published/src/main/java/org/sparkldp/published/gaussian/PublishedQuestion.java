package org.sparkldp.published.gaussian;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The question to the published protocols beyond a {@link GaussianQuestion}: what their theorems
 * leave open, with defaults.
 *
 * <p>Errors: delta outside [1e-15, 0.1], beta outside (0, 1), rho outside [1, 1000].
 *
 * @param gaussian the question
 * @param givenDelta failure mass of privacy, where the spec gives it
 * @param givenBeta failure probability of the bounds, where the spec gives it
 * @param givenRho spacing of one-round groups, where the spec gives it
 */
record PublishedQuestion(
    GaussianQuestion gaussian,
    OptionalDouble givenDelta,
    OptionalDouble givenBeta,
    OptionalInt givenRho) {
  private static final double DEFAULT_DELTA = 1e-5;
  private static final double DEFAULT_BETA = 0.05;
  private static final String USUAL = "Usual choices are far below one over the number of people.";

  static final Parameter DELTA =
      Parameter.real("delta", "failure mass of privacy")
          .from(1e-15, USUAL)
          .to(0.1, USUAL)
          .orElse(DEFAULT_DELTA);
  static final Parameter BETA =
      Parameter.real("beta", "chance of failure that the bounds in use allow")
          .above(0)
          .below(1)
          .orElse(DEFAULT_BETA);
  static final Parameter RHO =
      Parameter.integer("rho", "period of a group's points in sigmas")
          .from(1)
          .to(1000)
          .optional("ceil(2 sqrt(ln(4 users)) + 5)");

  PublishedQuestion {
    DELTA.require(givenDelta.orElse(DEFAULT_DELTA));
    BETA.require(givenBeta.orElse(DEFAULT_BETA));
    RHO.require(givenRho.orElse(1));
  }

  static PublishedQuestion of(Parameters given) {
    return new PublishedQuestion(
        GaussianQuestion.of(given),
        given.optionalReal(DELTA.name()),
        given.optionalReal(BETA.name()),
        given.optionalInteger(RHO.name()));
  }

  /** The canonical spec of a protocol of that name, in its first round. */
  ProtocolSpec spec(String name) {
    ProtocolSpec spec = gaussian.spec(name);
    if (givenDelta.isPresent()) {
      spec = spec.with(DELTA.name(), givenDelta.getAsDouble());
    }
    if (givenBeta.isPresent()) {
      spec = spec.with(BETA.name(), givenBeta.getAsDouble());
    }
    return givenRho.isPresent() ? spec.with(RHO.name(), givenRho.getAsInt()) : spec;
  }

  double epsilon() {
    return gaussian.epsilon();
  }

  double delta() {
    return givenDelta.orElse(DEFAULT_DELTA);
  }

  double beta() {
    return givenBeta.orElse(DEFAULT_BETA);
  }

  /**
   * The period of a group's points, in sigmas: so large that all but one in sqrt(n) values are
   * nearest to the point next to the mean. With round one off by 2 sigma and a point 0.1 sigma from
   * its answer that takes rho/2 ≥ 2.1 + sqrt(ln 4n); the papers' own 2 sqrt(ln 4n) and sqrt(ln 4n)
   * + 6 are smaller and may bend the mean by some thousandths of a sigma.
   */
  int rho() {
    if (givenRho.isPresent()) {
      return givenRho.getAsInt();
    }
    Require.that(!gaussian.users().isEmpty())
        .orRefuse(
            "either users or rho must be given, for rho is derived from users. Provided: neither.");
    return (int) Math.ceil(2 * reach(gaussian.users().getAsInt()) + 5);
  }

  /** sqrt(ln 4n): that many sigmas from the mean lie all but a few of n values. */
  static double reach(double n) {
    return StrictMath.sqrt(StrictMath.log(4 * n));
  }

  /** Refuses a question that leaves sigma open. */
  void requireKnownSigma(String remedy) {
    Require.that(gaussian.isSigmaKnown())
        .orRefuse(
            "sigma must be one number. Provided: %s to %s; otherwise use %s.",
            gaussian.sigmaMin(), gaussian.sigmaMax(), remedy);
  }

  /** Refuses a question that does not leave sigma open. */
  void requireUnknownSigma(String remedy) {
    Require.that(!gaussian.isSigmaKnown())
        .orRefuse(
            "sigma_min must be below sigma_max. Provided: %s for both; where sigma is known use"
                + " %s.",
            gaussian.sigmaMin(), remedy);
  }
}
