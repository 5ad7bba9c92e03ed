package org.sparkldp.analysis;

import java.util.Arrays;

/** Gram matrices by formula (McKenna et al. 2020, table 2), and what tests and checks share. */
final class Grams {
  private Grams() {}

  interface Entry {
    double at(int u, int v);
  }

  static double[] of(int n, Entry entry) {
    double[] gram = new double[n * n];
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < n; v++) {
        gram[u * n + v] = entry.at(u, v);
      }
    }
    return gram;
  }

  static double[] histogram(int n) {
    return of(n, (u, v) -> u == v ? 1 : 0);
  }

  static double[] prefix(int n) {
    return of(n, (u, v) -> n - Math.max(u, v));
  }

  static double[] allRange(int n) {
    return of(n, (u, v) -> (Math.min(u, v) + 1.0) * (n - Math.max(u, v)));
  }

  static double[] allMarginals(int d) {
    return of(1 << d, (u, v) -> 1 << (d - Integer.bitCount(u ^ v)));
  }

  /** Marginals of exactly k of d binary attributes. */
  static double[] marginals(int d, int k) {
    return of(1 << d, (u, v) -> choose(d - Integer.bitCount(u ^ v), k));
  }

  private static double choose(int n, int k) {
    double product = 1;
    for (int i = 0; i < k; i++) {
      product = product * (n - i) / (i + 1);
    }
    return product;
  }

  /** Randomized response over n items. */
  static double[] randomizedResponse(int n, double epsilon) {
    double e = Math.exp(epsilon);
    return of(n, (o, u) -> (o == u ? e : 1) / (e + n - 1));
  }

  static double[] ones(int n) {
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return ones;
  }
}
