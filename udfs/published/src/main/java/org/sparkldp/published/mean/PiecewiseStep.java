package org.sparkldp.published.mean;

import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.frequency.RandomSubset;
import org.sparkldp.protocols.mean.SecondMoment;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The piecewise step on integers: of N cells in a row, index i of a grid of g steps prefers the run
 * of L cells that begins at cell i, where N = g + L.
 *
 * <p>A cell of the run has probability (1 − o/2^64)/L, another (o/2^64)/g; the exact epsilon is the
 * logarithm of their quotient. With y(z) = κ (2z − (N − 1)) for cell z, the cells of all add up to
 * 0, and those of the run to L κ (2i + L − N) = L κ g t, for i = (t + 1) g/2. So with Δ the
 * difference of the two probabilities,
 *
 * <pre>
 *   E[y]  = Δ L κ g t                                         = t exactly, with κ = 1/(Δ L g)
 *   E[y²] = (o/2^64)/g κ² N (N² − 1)/3 + Δ (L κ² (L² − 1)/3 + L κ² g² t²),
 * </pre>
 *
 * since m numbers of spacing 2κ about their mean have squares that add up to κ² m (m² − 1)/3.
 *
 * <p>In the limit of a fine grid this is the piecewise mechanism: there L/g is e^(−epsilon/2), to
 * which L is rounded.
 *
 * @param steps g
 * @param run L
 * @param leaveOut o
 */
record PiecewiseStep(int steps, int run, long leaveOut) {

  /** The step whose exact epsilon is within the claim. */
  static PiecewiseStep of(double epsilon, int steps) {
    int run = (int) Math.max(1, Math.round(steps * StrictMath.exp(-epsilon / 2)));
    return new PiecewiseStep(steps, run, RandomSubset.leaveOut(epsilon, steps + run, run));
  }

  /** Loss of the integers in use, rounded up. */
  double exactEpsilon() {
    return RandomSubset.exactEpsilon(cells(), run, leaveOut);
  }

  /** N. */
  int cells() {
    return steps + run;
  }

  /** κ: the factor of a cell's number {@link #centred}, on the scale of [−1, 1]. */
  double unit() {
    return 1 / (difference() * run * steps);
  }

  /** Δ. */
  private double difference() {
    return 1.0 / run - Thresholds.probability(leaveOut) * cells() / ((double) run * steps);
  }

  /** 2z − (N − 1). */
  long centred(int cell) {
    return 2L * cell - (cells() - 1);
  }

  SecondMoment moment() {
    double unit2 = unit() * unit();
    double n = cells();
    double l = run;
    double outside = Thresholds.probability(leaveOut) / steps;
    double constant =
        outside * unit2 * n * (n * n - 1) / 3 + difference() * l * unit2 * (l * l - 1) / 3;
    return new SecondMoment(constant, difference() * l * unit2 * steps * steps);
  }

  /** Draws the cell of a grid index, in [0, steps]. */
  int cell(int index, RandomSource source) {
    if (source.bernoulli(-leaveOut)) { // in 2^64 − o of 2^64 cases
      return index + source.uniform(run);
    }
    int other = source.uniform(steps);
    return other < index ? other : other + run;
  }

  /** Whether a cell is one that the index prefers. */
  boolean prefers(long index, int cell) {
    return cell >= index && cell < index + run;
  }
}
