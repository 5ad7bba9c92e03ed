package org.sparkldp.protocols.words;

import org.sparkldp.protocols.statistics.Bisection;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Intervals for counts that are shown only because their estimates reached a threshold: among the
 * times that a word is listed, its interval holds its count as often as it says.
 *
 * <p>An estimate X is a whole number of supports, each worth a unit u, and nearly normal around the
 * count h with variance v(h) = base + slope h. Given X ≥ t, its tail from x on is
 *
 * <pre>   T(x, h) = sf((x − u/2 − h)/√v(h)) / sf((t − u/2 − h)/√v(h)),   sf the normal upper tail,
 * </pre>
 *
 * which rises with h. The interval is all h ≥ 0 with T(x, h) ≥ (1 − confidence)/2 and T(x + u, h) ≤
 * (1 + confidence)/2, extended to x where it ends below it. (With T(x, h) in both, as if supports
 * were no whole numbers, the upper end at x = t is t: of a last round of 500 people at epsilon 4,
 * intervals of words just above the threshold would cover in 81 % of the times.) Far above the
 * threshold it is the usual score interval; near it, its lower end reaches further down, to 0 where
 * the reports say no more than that the word is on the list.
 *
 * <p>Source: Weinstein, Fithian &amp; Benjamini, "Selection Adjusted Confidence Intervals With More
 * Power to Determine the Sign", JASA 2013; Lee, Sun, Sun &amp; Taylor, Annals of Statistics 2016.
 *
 * @param threshold from which on estimates are shown
 * @param base variance of the estimate of an item that nobody holds
 * @param slope what each person who holds it adds to that
 * @param unit what one support adds to an estimate
 */
record SelectedInterval(double threshold, double base, double slope, double unit) {
  private static final int STEPS = 60;

  /** The least count that is not rejected. */
  double lower(double x, double confidence) {
    double tail = (1 - confidence) / 2;
    return tail(0, x) >= tail ? 0 : root(tail, 0, x, x);
  }

  /** The largest count that is not rejected, or the estimate itself. */
  double upper(double x, double confidence) {
    double tail = (1 + confidence) / 2;
    double high = x;
    double step = deviation(x);
    while (tail(high, x + unit) < tail) {
      high += step;
      step *= 2;
    }
    return root(tail, x, high, x + unit);
  }

  private double root(double tail, double from, double to, double x) {
    return Bisection.halve(from, to, STEPS, h -> !(tail(h, x) < tail)).high();
  }

  private double tail(double h, double x) {
    double deviation = deviation(h);
    double listed = StandardNormal.survival((threshold - unit / 2 - h) / deviation);
    return listed == 0 ? 0 : StandardNormal.survival((x - unit / 2 - h) / deviation) / listed;
  }

  /** The standard deviation of the estimate of a word that h people hold. */
  double deviation(double h) {
    return Math.sqrt(Math.max(Double.MIN_NORMAL, base + Math.max(0, h) * slope));
  }
}
