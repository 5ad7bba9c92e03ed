package org.sparkldp.protocols.vector;

import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.LogBeta;
import org.apache.commons.numbers.gamma.RegularizedBeta;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The mean sums of the m largest of h independent sizes |X|, and of their squares, where X is one
 * coordinate of a random direction: with the density f of |X| and S(x) = P[|X| &gt; x],
 *
 * <pre>
 *   E Σ_top |X| = h ∫ x f(x) P[Bin(h − 1, S(x)) ≤ m − 1] dx,
 * </pre>
 *
 * for a size is among the top if at most m − 1 of the others exceed it. By Simpson's rule, right to
 * nine digits.
 */
final class TopCandidates {
  private static final int INTERVALS = 8192;

  /** How far out sizes matter, in standard deviations: 2^1023 draws would not get there. */
  private static final double REACH = 13;

  private final int h;
  private final double[] x = new double[INTERVALS + 1];
  private final double[] mass = new double[INTERVALS + 1]; // f(x) dx with Simpson's weights
  private final double[] survival = new double[INTERVALS + 1];

  /**
   * Takes nodes at equal steps of a parameter.
   *
   * @param end of the parameter, which begins at 0
   * @param size x by parameter, rising
   * @param density of the parameter
   * @param exceeds S by parameter
   */
  private TopCandidates(
      int h,
      double end,
      DoubleUnaryOperator size,
      DoubleUnaryOperator density,
      DoubleUnaryOperator exceeds) {
    this.h = h;
    double step = end / INTERVALS;
    for (int i = 0; i <= INTERVALS; i++) {
      double at = i * step;
      int weight = i == 0 || i == INTERVALS ? 1 : i % 2 == 1 ? 4 : 2;
      x[i] = size.applyAsDouble(at);
      mass[i] = density.applyAsDouble(at) * weight * step / 3;
      survival[i] = exceeds.applyAsDouble(at);
    }
  }

  /** Of Gaussian vectors: |X| is half-normal. */
  static TopCandidates gaussian(int h) {
    return new TopCandidates(
        h, REACH, x -> x, x -> 2 * StandardNormal.density(x), x -> 2 * StandardNormal.survival(x));
  }

  /**
   * Of uniform points of the sphere in d ≥ 2 dimensions, by the angle a above the equator: X = sin
   * a has density proportional to cos(a)^(d−2), and X² is Beta(1/2, (d−1)/2).
   */
  static TopCandidates sphere(int d, int h) {
    double half = (d - 1) / 2.0;
    double logConstant = Math.log(2) - LogBeta.value(0.5, half);
    return new TopCandidates(
        h,
        Math.min(Math.PI / 2, REACH / Math.sqrt(d)),
        Math::sin,
        a -> d == 2 ? Math.exp(logConstant) : Math.exp(logConstant) * Math.pow(Math.cos(a), d - 2),
        a -> RegularizedBeta.value(Math.pow(Math.cos(a), 2), half, 0.5));
  }

  /** E Σ |X| over the m largest, 1 ≤ m ≤ h. */
  double sizes(int m) {
    return sum(m, 1);
  }

  /** E Σ X² over the m largest. */
  double squares(int m) {
    return sum(m, 2);
  }

  private double sum(int m, int power) {
    double sum = 0;
    for (int i = 0; i <= INTERVALS; i++) {
      double isTop =
          m == h ? 1 : RegularizedBeta.complement(Math.min(1, survival[i]), m, (double) h - m);
      sum += mass[i] * (power == 1 ? x[i] : x[i] * x[i]) * isTop;
    }
    return h * sum;
  }

  /** The m for which sizes(m)/(e^epsilon m + 2h − m) is largest; it rises in m and then falls. */
  int best(double epsilon) {
    int low = 1;
    int high = h;
    while (low < high) {
      int middle = (low + high) / 2;
      if (gain(epsilon, middle) < gain(epsilon, middle + 1)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private double gain(double epsilon, int m) {
    return sizes(m) / (StrictMath.expm1(epsilon) * m + 2.0 * h);
  }
}
