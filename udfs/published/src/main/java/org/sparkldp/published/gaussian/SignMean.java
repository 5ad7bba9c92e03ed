package org.sparkldp.published.gaussian;

import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The mean from signs: people reported by randomized response whether their value is above a point
 * s near the mean.
 *
 * <p>Source: Joseph, Kulkarni, Mao &amp; Wu, NeurIPS 2019, section 2 (round two of KVGausstimate).
 * Of N people a share p reported "above". With gamma = (e^eps − 1)/(e^eps + 1),
 *
 * <pre>
 *   E[sgn] = (2 p − 1)/gamma = erf(d/√2),  d = (mean − s)/sigma
 *   T = √2 erfinv((2 p − 1)/gamma),        mean = s + sigma T
 *   standard error = sigma/gamma √(p (1 − p)/N)/φ(T)
 * </pre>
 *
 * the last by differentiating: with q = (1 + erf)/2 = Φ(d), dT/dq = 1/φ(T) and dq/dp = 1/gamma. An
 * argument of erfinv beyond ±0.95 puts the point two sigmas off the mean, where round one promised
 * less: then there is no estimate.
 */
final class SignMean {
  private static final double MOST_ARGUMENT = 0.95;

  private SignMean() {}

  /**
   * @param below reports of values below the point
   * @param above reports of values at it or above
   * @param z normal quantile of the interval
   * @param note on round one
   */
  static Estimate.Row row(
      String item,
      GaussianQuestion question,
      KaryResponse response,
      double point,
      long below,
      long above,
      double z,
      String note) {
    double n = (double) below + above;
    if (n == 0) {
      return Estimate.Row.unknown(
          item,
          question.lower(),
          question.upper(),
          EstimateNotes.join(
              "nobody was asked on which side of the point of round one they are.", note));
    }
    double gamma = response.p() - response.q();
    double p = above / n;
    double argument = (2 * p - 1) / gamma;
    if (Math.abs(argument) > MOST_ARGUMENT) {
      return Estimate.Row.unknown(
          item,
          question.lower(),
          question.upper(),
          EstimateNotes.join(
              "round one has probably failed: nearly all values are on one side of its point.",
              note));
    }
    double sigma = question.sigmaMin();
    double t = StandardNormal.quantile((1 + argument) / 2);
    double mean = point + sigma * t;
    double error = sigma / gamma * Math.sqrt(p * (1 - p) / n) / StandardNormal.density(t);
    return new Estimate.Row(item, mean, error, mean - z * error, mean + z * error, note);
  }
}
