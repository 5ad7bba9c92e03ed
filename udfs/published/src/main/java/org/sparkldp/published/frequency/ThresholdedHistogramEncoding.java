package org.sparkldp.published.frequency;

import java.util.function.DoublePredicate;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.frequency.UnaryEncoding;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.statistics.Bisection;

/**
 * Thresholded histogram encoding, {@code the(epsilon,k,theta,calibration)}: add Laplace noise to
 * each entry of the item's one-hot vector and release only which entries exceed theta.
 *
 * <p>A report is a bit per item, so this is a {@link UnaryEncoding} with its own p and q: with
 * noise of scale b, and 1/2 ≤ theta ≤ 1,
 *
 * <pre>
 *   p = P[1 + noise &gt; theta] = 1 − e^{−(1−theta)/b} / 2
 *   q = P[    noise &gt; theta] =     e^{−theta/b}     / 2
 * </pre>
 *
 * <p>Each bit is drawn at once, as a coin of probability p or q over 2^64. No noise is ever formed,
 * on a grid or otherwise: only the law of the bits leaves the person, and that is exact. Input,
 * report, estimator, cost and errors are those of {@link UnaryEncoding}.
 *
 * <p>The scale is set in one of two ways:
 *
 * <ul>
 *   <li>{@code calibration=paper}: b = 2/epsilon, the Laplace mechanism for two entries that change
 *       by one. The noisy vector costs epsilon; thresholding it is post-processing, so the bits'
 *       exact epsilon lies strictly below the claim (0.896 for a claim of 1) and the rest is lost
 *       accuracy. Default theta: the one of least variance at small counts, to 0.001.
 *   <li>{@code calibration=tight} (default): the b at which the bits themselves cost epsilon. With
 *       s = 1/b, ln[p(1−q)/((1−p)q)] = epsilon reads
 *       <pre>(2 e^{s(1−theta)} − 1) (2 e^{s theta} − 1) = e^epsilon,</pre>
 *       whose left side grows with s. Default theta: 1. There p = 1/2 and q = 1/(e^epsilon + 1),
 *       which is optimised unary encoding, and that has the least variance at small counts of all p
 *       and q of equal epsilon; so every other theta is worse.
 * </ul>
 *
 * <p>Errors: theta outside (0.5, 1] or an unknown calibration is refused.
 *
 * <p>Source: Wang, Blocki, Li &amp; Jha, USENIX Security 2017, section 4.2 (THE; equation for its
 * variance there).
 */
public final class ThresholdedHistogramEncoding {
  private static final Parameter THETA =
      Parameter.real("theta", "threshold")
          .above(0.5)
          .to(1, "Leave it out for the best one.")
          .optional("the one of least variance");

  private static final String TIGHT = "tight";
  private static final String PAPER = "paper";

  private ThresholdedHistogramEncoding() {}

  private static UnaryEncoding of(Parameters given) {
    double epsilon = given.epsilon();
    String calibration = given.text("calibration");
    boolean tight = calibration.equals(TIGHT);
    double theta =
        given.optionalReal("theta").orElseGet(() -> tight ? 1 : leastVariance(epsilon / 2));
    double s = tight ? inverseScale(epsilon, theta) : epsilon / 2;
    long p = Thresholds.of(p(s, theta));
    long q =
        Thresholds.raiseUntil(
            epsilon, Thresholds.of(q(s, theta)), t -> UnaryEncoding.exactEpsilon(p, t));
    return new UnaryEncoding(given.with("theta", theta).with("calibration", calibration), p, q);
  }

  private static double p(double s, double theta) {
    return 1 - StrictMath.exp(-s * (1 - theta)) / 2;
  }

  private static double q(double s, double theta) {
    return StrictMath.exp(-s * theta) / 2;
  }

  /** The s of tight calibration, by bisection: at epsilon/2 the bits cost less, at epsilon more. */
  private static double inverseScale(double epsilon, double theta) {
    // 2e^x − 1 = 1 + 2(e^x − 1), in a form that keeps its digits where epsilon is tiny.
    DoublePredicate isTooMuch =
        s ->
            StrictMath.log1p(2 * StrictMath.expm1(s * (1 - theta)))
                    + StrictMath.log1p(2 * StrictMath.expm1(s * theta))
                > epsilon;
    return Bisection.halve(epsilon / 2, epsilon, isTooMuch).low();
  }

  /** The theta in {0.501, 0.502, …, 1} of least q(1−q)/(p−q)², n users' variance at counts of 0. */
  private static double leastVariance(double s) {
    double best = 1;
    for (int thousandths = 501; thousandths <= 1000; thousandths++) {
      double theta = thousandths / 1000.0;
      if (varianceAtZero(s, theta) < varianceAtZero(s, best)) {
        best = theta;
      }
    }
    return best;
  }

  private static double varianceAtZero(double s, double theta) {
    return new PureEstimator(p(s, theta), q(s, theta)).variance(0, 1);
  }

  /** {@code the(epsilon,k,theta,calibration)}. */
  public static final Declaration<UnaryEncoding> DECLARATION =
      Declaration.named(
              "the",
              5,
              "thresholded histogram encoding: a bit per item, whether its noisy entry exceeds theta")
          .takes(
              Parameter.EPSILON,
              UnaryEncoding.K,
              THETA,
              Parameter.word(
                  "calibration",
                  "tight (default: the released bits cost epsilon) or paper (the noisy vector"
                      + " does)",
                  TIGHT,
                  PAPER))
          .sends(UnaryEncoding.WIRE)
          .variants("", "calibration=paper")
          .makes(ThresholdedHistogramEncoding::of);
}
