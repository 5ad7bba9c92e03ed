package org.sparkldp.release.denoise;

/**
 * The least value of |y − b|²/2 + lambda |O b|₁ over b, for one y and one lambda after the other,
 * each begun where the last one ended. Used by one thread.
 *
 * <p>The alternating direction method of multipliers on z = O b (Boyd et al. 2011), over-relaxed:
 *
 * <pre>
 * b = (I + rho OᵀO)⁻¹ (y + Oᵀ(rho z − w))
 * v = w + rho (alpha O b + (1 − alpha) z)
 * w = v cut to [−lambda, lambda]
 * z = (v − w)/rho
 * </pre>
 *
 * w is a dual point at every step: any w in the box bounds the least value from below by |y|²/2 −
 * |y − Oᵀw|²/2, and the value at b exceeds that by |y − b − Oᵀw|²/2 + Σ (lambda |O b|_i − w_i (O
 * b)_i), a sum of terms ≥ 0. The steps end when that gap is small.
 */
final class TrendFilterSolver {
  private static final double ALPHA = 1.7;

  /** Steps from one look at the gap to the next. */
  private static final int LOOK = 10;

  /** Steps in which rho may change; the method is known to converge once it is fixed. */
  private static final int BALANCING = 400;

  /**
   * Where the primal residual over the dual one, both relative, is to be. Well below 1: the gap is
   * made of O b where z is 0. On street grids that halves the steps against 1/4 to 4.
   */
  private static final double LEAST_RATIO = 1.0 / 8;

  private static final double LARGEST_RATIO = 1.0 / 2;

  private final DifferenceOperator operator;
  private final double[] y;
  private final double[] b;
  private final double[] differences; // O b
  private final double[] z;
  private final double[] w;
  private final double[] overRows;
  private final double[] overNodes;
  private int exponent; // rho = 2^exponent

  TrendFilterSolver(DifferenceOperator operator, double[] y) {
    this.operator = operator;
    this.y = y;
    this.b = y.clone();
    this.differences = new double[operator.rows()];
    this.z = new double[operator.rows()];
    this.w = new double[operator.rows()];
    this.overRows = new double[operator.rows()];
    this.overNodes = new double[y.length];
    operator.apply(b, differences);
    System.arraycopy(differences, 0, z, 0, z.length);
  }

  /** b, as far as it is known. */
  double[] values() {
    return b;
  }

  /** Which rows of O b are not 0. */
  boolean[] jumps() {
    boolean[] jumps = new boolean[z.length];
    for (int i = 0; i < z.length; i++) {
      jumps[i] = z[i] != 0;
    }
    return jumps;
  }

  /** Goes on until the gap is within the tolerance or the steps are used up; gives the gap. */
  double solve(double lambda, double tolerance, int mostSteps) {
    for (int i = 0; i < w.length; i++) {
      w[i] = cut(w[i], lambda);
    }
    double[] before = new double[z.length];
    double gap = gap(lambda);
    for (int steps = LOOK; gap > tolerance && steps <= mostSteps; steps += LOOK) {
      for (int i = 0; i < LOOK; i++) {
        System.arraycopy(z, 0, before, 0, z.length);
        step(lambda);
      }
      gap = gap(lambda);
      if (steps <= BALANCING) {
        balance(before);
      }
    }
    return gap;
  }

  private static double cut(double value, double lambda) {
    return Math.max(-lambda, Math.min(lambda, value));
  }

  private double rho() {
    return Math.scalb(1.0, exponent);
  }

  private void step(double lambda) {
    double rho = rho();
    for (int i = 0; i < z.length; i++) {
      overRows[i] = rho * z[i] - w[i];
    }
    operator.applyTransposed(overRows, b);
    for (int i = 0; i < b.length; i++) {
      b[i] += y[i];
    }
    operator.solve(exponent, b);
    operator.apply(b, differences);
    for (int i = 0; i < z.length; i++) {
      double v = w[i] + rho * (ALPHA * differences[i] + (1 - ALPHA) * z[i]);
      w[i] = cut(v, lambda);
      z[i] = (v - w[i]) / rho;
    }
  }

  private double gap(double lambda) {
    operator.applyTransposed(w, overNodes);
    double gap = 0;
    for (int i = 0; i < y.length; i++) {
      double rest = y[i] - b[i] - overNodes[i];
      gap += rest * rest / 2;
    }
    for (int i = 0; i < w.length; i++) {
      gap += lambda * Math.abs(differences[i]) - w[i] * differences[i];
    }
    return gap;
  }

  /**
   * Doubles rho where the primal residual O b − z is large against the dual one, rho Oᵀ(z − z
   * before), each relative to what it is a difference of (Wohlberg 2017); halves it where small.
   */
  private void balance(double[] before) {
    for (int i = 0; i < z.length; i++) {
      before[i] = z[i] - before[i];
      overRows[i] = differences[i] - z[i];
    }
    double primal = ratio(norm(overRows), Math.max(norm(differences), norm(z)));
    operator.applyTransposed(before, overNodes);
    double moved = rho() * norm(overNodes);
    operator.applyTransposed(w, overNodes);
    double dual = ratio(moved, norm(overNodes));
    if (primal > LARGEST_RATIO * dual && exponent < operator.largestExponent()) {
      exponent++;
    } else if (primal < LEAST_RATIO * dual) {
      exponent--;
    }
  }

  private static double ratio(double part, double whole) {
    return part == 0 ? 0 : part / whole;
  }

  private static double norm(double[] vector) {
    double square = 0;
    for (double v : vector) {
      square += v * v;
    }
    return Math.sqrt(square);
  }
}
