package org.sparkldp.analysis;

import java.util.Arrays;

/**
 * Spectral projected gradient descent over strategies of fixed row minima.
 *
 * <p>With all row minima equal to z, Q = z (1 + (e − 1) B) with 0 ≤ B ≤ 1 and K = 1ᵀb_u for each
 * item: a product of simple sets, so that the projection is exact and cheap. The step length is
 * that of Barzilai and Borwein, and a step is accepted if it is sufficiently below the highest of
 * the last ten objectives (Birgin, Martínez &amp; Raydan, SIAM J. Optim. 10(4), 2000). A failed
 * factorisation counts as an infinite objective.
 */
final class SpectralGradient {
  private static final int MEMORY = 10;
  private static final double SUFFICIENT = 1e-4;

  /** A first step moves the entry that wants to move most by this much. */
  private static final double FIRST = 0.3;

  /** Steps that would move an average entry further than this lose digits in the projection. */
  private static final double FURTHEST = 1e4;

  private static final double SHORTEST = 1e-10;

  /** The best so far has to fall by {@link #GAIN} of itself within so many steps. */
  private static final int PATIENCE = 25;

  private static final double GAIN = 1e-5;

  private final Objective objective;
  private final SearchBudget search;
  private final int n;
  private final int outputs;
  private final int highs;
  private final double low;
  private final double width;
  private final double[] laws;

  SpectralGradient(
      Objective objective, SearchBudget search, int n, int outputs, int highs, double growth) {
    this.objective = objective;
    this.search = search;
    this.n = n;
    this.outputs = outputs;
    this.highs = highs;
    this.low = TwoLevel.low(outputs, highs, growth);
    this.width = growth * low;
    this.laws = new double[n * outputs];
  }

  /**
   * Descends.
   *
   * @param start any n × m matrix; its projection is where it begins
   * @param limit steps at most
   * @return the best B on the way
   */
  double[] descend(double[] start, int limit) {
    int size = n * outputs;
    double[] at = start.clone();
    project(at);
    double value = value(at);
    double[] gradient = new double[size];
    gradient(gradient);
    double[] best = at.clone();
    double lowest = value;
    double mark = value;
    double[] history = new double[MEMORY];
    Arrays.fill(history, value);
    double[] deviations = deviations(gradient);
    double longest = FURTHEST / deviations[1];
    double length = FIRST / deviations[0];
    double[] direction = new double[size];
    double[] trial = new double[size];
    double[] next = new double[size];
    for (int step = 1; step <= limit && !search.isOver(); step++) {
      for (int i = 0; i < size; i++) {
        direction[i] = at[i] - length * gradient[i];
      }
      project(direction);
      double slope = 0;
      for (int i = 0; i < size; i++) {
        direction[i] -= at[i];
        slope += direction[i] * gradient[i];
      }
      double ceiling = Arrays.stream(history).max().orElseThrow();
      double part = 1;
      double reached;
      while (true) {
        for (int i = 0; i < size; i++) {
          trial[i] = at[i] + part * direction[i];
        }
        reached = value(trial);
        if (reached <= ceiling + SUFFICIENT * part * slope || part < SHORTEST) {
          break;
        }
        // The minimum of the parabola through the known values, kept within [0.1, 0.5] of the part.
        double parabola =
            reached == Double.POSITIVE_INFINITY
                ? 0
                : -slope * part * part / (2 * (reached - value - part * slope));
        part = Math.max(0.1 * part, Math.min(0.5 * part, parabola));
      }
      if (part < SHORTEST) {
        break;
      }
      gradient(next);
      double moved = 0;
      double bent = 0;
      for (int i = 0; i < size; i++) {
        double change = part * direction[i];
        moved += change * change;
        bent += change * (next[i] - gradient[i]);
      }
      double[] swap = at;
      at = trial;
      trial = swap;
      swap = gradient;
      gradient = next;
      next = swap;
      value = reached;
      history[step % MEMORY] = value;
      if (value < lowest) {
        lowest = value;
        System.arraycopy(at, 0, best, 0, size);
      }
      length = Math.min(longest, bent <= 0 ? 4 * length : moved / bent);
      search.report("descent", lowest);
      if (step % PATIENCE == 0) {
        if (mark - lowest < GAIN * lowest) {
          break;
        }
        mark = lowest;
      }
    }
    return best;
  }

  private void project(double[] shares) {
    for (int u = 0; u < n; u++) {
      ColumnProjection.capped(shares, u * outputs, outputs, highs);
    }
  }

  private double value(double[] shares) {
    for (int i = 0; i < laws.length; i++) {
      laws[i] = low + width * shares[i];
    }
    search.count(n, outputs);
    return objective.value(laws, outputs);
  }

  private void gradient(double[] gradient) {
    objective.gradient(laws, gradient);
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] *= width;
    }
  }

  /** The largest and the mean distance of an entry from its item's mean. */
  private double[] deviations(double[] gradient) {
    double largest = 0;
    double total = 0;
    for (int u = 0; u < n; u++) {
      double mean = 0;
      for (int i = u * outputs; i < (u + 1) * outputs; i++) {
        mean += gradient[i] / outputs;
      }
      for (int i = u * outputs; i < (u + 1) * outputs; i++) {
        double deviation = Math.abs(gradient[i] - mean);
        largest = Math.max(largest, deviation);
        total += deviation;
      }
    }
    return new double[] {
      Math.max(largest, Double.MIN_NORMAL), Math.max(total / gradient.length, Double.MIN_NORMAL)
    };
  }
}
