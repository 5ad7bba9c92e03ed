package org.sparkldp.published.quantile;

import java.util.function.DoublePredicate;
import org.sparkldp.protocols.statistics.Bisection;

/**
 * The law of W(1)/√(∫ B²), W a Brownian motion and B = W(r) − r W(1): what an average of dependent
 * numbers, over its own random scale, tends to.
 *
 * <p>B is independent of W(1), and E exp(−u² ∫B²/2) = √(u/sinh u). So with 2 Φ(−y) = (2/π) ∫
 * exp(−y²/(2 sin² φ)) dφ over [0, π/2], P[|W(1)|/√(∫B²) &gt; x] = (2/π) ∫ √(u/sinh u) dφ, u = x/sin
 * φ. The integrand is smooth and periodic, so that the midpoint rule is exact to all digits.
 *
 * <p>Source: the law, Abadir &amp; Paruolo, Econometrica 1997 (6.747 at 95 %); the integral, ours.
 */
final class RandomScaling {
  private static final int POINTS = 200;

  private RandomScaling() {}

  /** What the size of it is below with probability {@code confidence}, in (0, 1). */
  static double quantile(double confidence) {
    DoublePredicate isRare = x -> beyond(x) <= 1 - confidence;
    return Bisection.halve(0, Bisection.doubled(1, isRare), isRare).high();
  }

  /** P[|W(1)|/√(∫B²) &gt; x]. */
  static double beyond(double x) {
    double sum = 0;
    for (int i = 0; i < POINTS; i++) {
      double u = x / StrictMath.sin((i + 0.5) * Math.PI / 2 / POINTS);
      // √(u/sinh u), which is 0 where sinh overflows
      sum += u < 1e-8 ? 1 : StrictMath.sqrt(u / StrictMath.sinh(u));
    }
    return sum / POINTS;
  }
}
