package org.sparkldp.protocols.postprocess;

import java.util.function.DoublePredicate;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.statistics.Search;

/**
 * {@code power}: what one expects of each count when few are large and most are small.
 *
 * <p>Prior: a count is x in {1, …, n} with probability proportional to x^{−alpha}, a power law, as
 * popularity often is. Likelihood: the estimate is normal about x with its standard error s. The
 * result is the posterior mean,
 *
 * <pre>
 *   Σ_x x w(x) / Σ_x w(x),    w(x) = x^{−alpha} exp(−(estimate − x)²/(2 s²)),
 * </pre>
 *
 * which has the least expected squared error under that prior. The exponent is the one whose prior
 * mean is n/k, the true mean of the k counts (known, while the raw numbers' mean is noisy); it is
 * kept in [0, {@value #MAX_ALPHA}], whose upper end is reached where there are hardly more people
 * than items. The result lies in [1, n], keeps the order of estimates of equal standard error, and
 * does not sum to n; {@code power-ns} makes it so.
 *
 * <p>Sums over x run over the integers while they are few and over blocks of them further up, a
 * block being at most 1/64 of x wide and 1/16 of the distance over which the likelihood changes by
 * a factor of e; the midpoint rule then errs by less than 1e-3 of s.
 *
 * <p>Source: Wang et al., NDSS 2020 (Power), after Jia &amp; Gong, "Calibrate", INFOCOM 2019. The
 * paper's program differs in two things: one standard error for all items, that of an absent one,
 * and the raw numbers' mean in place of n/k.
 */
final class Power {
  private static final double MAX_ALPHA = 10;
  private static final double NEGLIGIBLE = 50; // nats

  private Power() {}

  static double[] apply(Estimate raw) {
    double n = raw.n();
    double alpha = raw.rows().isEmpty() ? 0 : alpha(n, n / raw.rows().size());
    return raw.rows().stream()
        .mapToDouble(row -> posteriorMean(row.estimate(), row.standardError(), n, alpha))
        .toArray();
  }

  /** The alpha of prior mean {@code mean}; the mean falls from (n + 1)/2 at alpha 0. */
  static double alpha(double n, double mean) {
    DoublePredicate isEnough = alpha -> powerSum(n, alpha - 1) <= mean * powerSum(n, alpha);
    return Search.halve(0, MAX_ALPHA, 60, isEnough).middle();
  }

  /** Σ x^{−a} over 1 ≤ x ≤ n: term by term to 1,000, then by Euler and Maclaurin's formula. */
  static double powerSum(double n, double a) {
    double from = Math.min(n, 1000);
    double sum = 0;
    for (int x = 1; x <= from; x++) {
      sum += Math.pow(x, -a);
    }
    if (n > from) {
      double log = Math.log(n / from);
      double b = (1 - a) * log;
      double integral = Math.pow(from, 1 - a) * log * (b == 0 ? 1 : Math.expm1(b) / b);
      double end = Math.pow(n, -a);
      double start = Math.pow(from, -a);
      sum += integral + (end - start) / 2 - a * (end / n - start / from) / 12;
    }
    return sum;
  }

  static double posteriorMean(double estimate, double standardError, double n, double alpha) {
    double nearest = Math.max(1, Math.min(n, estimate));
    if (standardError == 0) {
      return nearest;
    }
    // Beyond this distance the likelihood has fallen by more than the prior can make good.
    double reach = standardError * Math.sqrt(2 * (alpha * Math.log(n) + NEGLIGIBLE));
    double last = Math.min(n, Math.ceil(nearest + reach));
    double top = Double.NEGATIVE_INFINITY;
    double weights = 0;
    double moments = 0;
    double x = Math.max(1, Math.floor(nearest - reach));
    while (x <= last) {
      // The weight changes by a factor of e over s/|z| in the tail, and over s about its peak.
      double steepness = Math.max(1, Math.abs(estimate - x) / standardError);
      double width = Math.floor(Math.min(x / 64, standardError / steepness / 16));
      width = Math.min(Math.max(1, width), last - x + 1);
      double middle = x + (width - 1) / 2;
      double z = (estimate - middle) / standardError;
      double log = -alpha * Math.log(middle) - z * z / 2;
      if (log > top) {
        double scale = Math.exp(top - log);
        weights *= scale;
        moments *= scale;
        top = log;
      }
      double weight = width * Math.exp(log - top);
      weights += weight;
      moments += weight * middle;
      x += width;
    }
    return moments / weights;
  }
}
