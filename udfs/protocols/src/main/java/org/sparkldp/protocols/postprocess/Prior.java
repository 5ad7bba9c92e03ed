package org.sparkldp.protocols.postprocess;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The spread of true counts that a chart's own estimates suggest, and what it lets one expect of
 * each count. It is the nonparametric maximum likelihood estimate of the prior on a grid, by EM,
 * each error being normal with its own standard error.
 *
 * <p>Estimates in one bin, {@value #PER_ERROR} to a standard error, have one likelihood, so the
 * cost grows with the occupied bins; the rest is O(k log k). Steps and their order are fixed and
 * functions are StrictMath's, so equal estimates give equal bytes on every machine.
 *
 * <p>Source: Kiefer &amp; Wolfowitz, Ann. Math. Statist. 27, 1956; Efron, Statistical Science 34,
 * 2019.
 */
final class Prior {
  /** Bins to a standard error, and standard errors that differ by less than 1 part in so many. */
  private static final double PER_ERROR = 20;

  private static final double POINTS_PER_ERROR = 2;

  /** Standard errors from an estimate up to which the grid has points for its sake. */
  private static final double NEAR = 4;

  /** Standard errors beyond which a count is not believed. */
  private static final double FAR = 6;

  private static final int STEPS = 60;

  private final long[] keys;
  private final List<Bin> bins;
  private final double[] grid;

  /** Estimates that are taken for one, their mean. */
  private static final class Bin {
    final double s;
    double y;
    int rows;
    int first;
    double[] likelihood;
    double mean;
    double variance;

    Bin(long key) {
      s = StrictMath.exp((key >> 32) / PER_ERROR);
    }
  }

  private Prior(double[] y, double[] s, double n) {
    long[] sorted = new long[y.length];
    for (int i = 0; i < y.length; i++) {
      sorted[i] = key(y[i], s[i]);
    }
    Arrays.sort(sorted);
    keys = Arrays.stream(sorted).distinct().toArray();
    bins = new ArrayList<>(keys.length);
    for (long key : keys) {
      bins.add(new Bin(key));
    }
    for (int i = 0; i < y.length; i++) {
      Bin bin = bin(y[i], s[i]);
      bin.rows++;
      bin.y += (y[i] - bin.y) / bin.rows;
    }
    grid = grid(n);
    bins.forEach(bin -> see(bin, n));
    fit(y.length);
  }

  /**
   * The posterior means.
   *
   * @param y estimates
   * @param s their standard errors, above 0
   * @param n people, the largest count that there can be
   */
  static double[] means(double[] y, double[] s, double n) {
    Prior prior = new Prior(y, s, n);
    double[] means = new double[y.length];
    for (int i = 0; i < y.length; i++) {
      Bin bin = prior.bin(y[i], s[i]);
      // The mean's derivative is the posterior variance in units of the error's (Tweedie).
      means[i] = bin.mean + (y[i] - bin.y) * bin.variance / (bin.s * bin.s);
    }
    return means;
  }

  private Bin bin(double y, double s) {
    return bins.get(Arrays.binarySearch(keys, key(y, s)));
  }

  private static long key(double y, double s) {
    long size = Math.round(StrictMath.log(s) * PER_ERROR);
    long place = Math.round(y / StrictMath.exp(size / PER_ERROR) * PER_ERROR);
    return (size << 32) + (int) place;
  }

  /** Points in [0, n], close where estimates are, none where there is no estimate near. */
  private double[] grid(double n) {
    List<Bin> upwards = new ArrayList<>(bins);
    upwards.sort(Comparator.comparingDouble(bin -> bin.y));
    double[] points = new double[16];
    int size = 0;
    double next = 0;
    for (Bin bin : upwards) {
      next = Math.max(next, Math.max(0, Math.min(n, bin.y - NEAR * bin.s)));
      double last = Math.max(0, Math.min(n, bin.y + NEAR * bin.s));
      for (; next <= last; next += bin.s / POINTS_PER_ERROR) {
        if (size == points.length) {
          points = Arrays.copyOf(points, 2 * size);
        }
        points[size++] = next;
      }
    }
    return Arrays.copyOf(points, size);
  }

  /** How likely the estimate is at each point, beside the nearest count. */
  private void see(Bin bin, double n) {
    double off = Math.max(0, Math.max(-bin.y, bin.y - n)) / bin.s;
    double reach = (off + FAR) * bin.s;
    bin.first = place(bin.y - reach);
    bin.likelihood = new double[place(bin.y + reach) - bin.first];
    for (int j = 0; j < bin.likelihood.length; j++) {
      double z = (bin.y - grid[bin.first + j]) / bin.s;
      bin.likelihood[j] = StrictMath.exp((off * off - z * z) / 2);
    }
  }

  private int place(double x) {
    int found = Arrays.binarySearch(grid, x);
    return found < 0 ? -1 - found : found;
  }

  private void fit(int rows) {
    double[] prior = new double[grid.length];
    Arrays.fill(prior, 1.0 / grid.length);
    for (int step = 0; step < STEPS; step++) {
      double[] next = new double[grid.length];
      for (Bin bin : bins) {
        double[] at = bin.likelihood;
        double all = 0;
        for (int j = 0; j < at.length; j++) {
          all += prior[bin.first + j] * at[j];
        }
        double each = bin.rows / (all * rows);
        for (int j = 0; j < at.length; j++) {
          next[bin.first + j] += prior[bin.first + j] * at[j] * each;
        }
      }
      prior = next;
    }
    for (Bin bin : bins) {
      double all = 0;
      double sum = 0;
      double squares = 0;
      for (int j = 0; j < bin.likelihood.length; j++) {
        double weight = prior[bin.first + j] * bin.likelihood[j];
        double from = grid[bin.first + j] - bin.y;
        all += weight;
        sum += weight * from;
        squares += weight * from * from;
      }
      bin.mean = bin.y + sum / all;
      bin.variance = squares / all - sum / all * (sum / all);
    }
  }
}
