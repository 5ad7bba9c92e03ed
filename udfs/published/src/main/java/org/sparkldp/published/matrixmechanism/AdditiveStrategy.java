package org.sparkldp.published.matrixmechanism;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.DiscreteGaussian;
import org.sparkldp.protocols.random.DiscreteLaplace;
import org.sparkldp.protocols.random.DiscreteNoise;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.release.DiscreteGaussianCalibration;
import org.sparkldp.protocols.release.GaussianCalibration;
import org.sparkldp.protocols.strategy.DenseReconstruction;
import org.sparkldp.protocols.strategy.Reconstruction;
import org.sparkldp.protocols.strategy.Strategy;
import org.sparkldp.protocols.wire.Fields;
import org.sparkldp.published.matrixmechanism.NoiseDesign.ColumnNorm;

/**
 * A matrix A of integers whose noisy columns are the reports: the matrix mechanism, run by each
 * person.
 *
 * <p>Input: item u in [0, n), n ≤ 1,024. Report: column u and independent discrete noise in each of
 * its m ≤ 4,096 numbers; 8 m bytes, every number 64 bits, the lowest byte first. Guarantee: below.
 * Estimator: xt = (AᵀA)⁺ Aᵀ Σ y over the reports y. Standard error: with σ² the variance of the
 * noise, N people's answer to w varies by N σ² w (AᵀA)⁺ wᵀ, for all values. Cost: m draws of noise
 * a report, 0.2 µs each for Laplace, 1 µs for Gaussian; 4 m n bytes; m n² to read or make. Errors:
 * a design out of range; an item outside the domain is refused without being named.
 *
 * <p><b>Grid.</b> The design's entries are multiplied by the power of two that makes the largest at
 * most 2^22, and rounded, so that sums over 2^40 people fit 64 bits. What rounding does to the
 * sensitivity is in the noise, since the integers are calibrated; for epsilon from 1/64 on it
 * changes variances by some millionths. Below, a coarser grid keeps the noise's scale within 2^29.
 *
 * <p><b>Laplace</b> (norm L1). Of scale t/s, with sensitivity Δ = max |A_u − A_v|₁, the likelihoods
 * of a report y under u and v are apart by Σ_i (|y_i − A_iv| − |y_i − A_iu|) s/t, which is largest,
 * Δ s/t, at y = A_u. That is the exact epsilon, tight below the claim ({@link DiscreteLaplace#of}).
 *
 * <p><b>Gaussian</b> (norm L2). Of integer σ² ≥ 4, with squared sensitivity Δ² = max |A_u − A_v|₂²:
 * the least that {@link DiscreteGaussianCalibration} certifies for m numbers. Concentrated
 * differential privacy would ask for 9 to 22 % more variance.
 *
 * <p>Source: Li, Miklau, Hay, McGregor &amp; Rastogi, "The matrix mechanism", VLDB Journal 2015;
 * locally, Edmonds, Nikolov &amp; Ullman, STOC 2020.
 */
public final class AdditiveStrategy extends Strategy {
  static final String KIND = "noise";

  /** An entry is at most this in size. */
  private static final int MOST = 1 << 22;

  /** The noise's scale t/s, or σ, is at most this. */
  private static final double WIDEST = 1 << 29;

  private static final int MOST_ROWS = 4096;

  /** Deltas that the Gaussian calibration takes, also when what η and the share cost is off. */
  private static final double LEAST_DELTA = 1e-12;

  private static final double MOST_DELTA = 0.1;

  private final ColumnNorm norm;
  private final double delta;
  private final int[] columns; // column after column
  private final Scale scale;
  private final DiscreteNoise noise;
  private final long reach;

  /**
   * The noise's integers: t/s for L1, σ² for L2.
   *
   * @param numerator t or σ²
   * @param denominator s or 1
   */
  private record Scale(long numerator, int denominator) {}

  private AdditiveStrategy(
      double epsilon, int domain, ColumnNorm norm, double delta, int[] columns, Scale scale) {
    super(
        epsilon,
        exactEpsilon(
            epsilon,
            norm,
            delta,
            columns.length / domain,
            scale,
            sensitivity(norm, columns, domain)),
        domain);
    this.norm = norm;
    this.delta = delta;
    this.columns = columns;
    this.scale = scale;
    this.noise =
        norm == ColumnNorm.L1
            ? new DiscreteLaplace((int) scale.numerator, scale.denominator)
            : new DiscreteGaussian(scale.numerator, scale.denominator);
    this.reach = MOST + noise.reach();
  }

  static AdditiveStrategy of(NoiseDesign design, double epsilon) {
    int m = design.numbers();
    int n = design.domain();
    requireShape(m, n);
    requireDelta(design.norm(), design.delta());
    double[] a = design.a();
    Require.that(a.length == m * n)
        .orRefuse(
            "a noise design must have rows × domain entries. Provided: %s entries for %s × %s.",
            a.length, m, n);
    double largest = 0;
    for (double entry : a) {
      largest = Math.max(largest, Math.abs(entry)); // NaN stays
    }
    Require.that(largest < Double.POSITIVE_INFINITY && MOST / largest < Double.POSITIVE_INFINITY)
        .orRefuse(
            "a noise design's entries must be finite, and not all 0. Largest size: %s; then reports"
                + " say nothing.",
            largest);
    double unit =
        design.norm() == ColumnNorm.L1
            ? 1 / epsilon
            : GaussianCalibration.sigma(epsilon, design.delta(), 1);
    int exponent = Math.getExponent(MOST / largest);
    while (true) {
      int[] columns = new int[m * n];
      for (int o = 0; o < m; o++) {
        for (int u = 0; u < n; u++) {
          columns[u * m + o] = (int) Math.rint(Math.scalb(a[o * n + u], exponent));
        }
      }
      long sensitivity = sensitivity(design.norm(), columns, n);
      double wide = unit * (design.norm() == ColumnNorm.L1 ? sensitivity : Math.sqrt(sensitivity));
      if (wide <= WIDEST) {
        Scale scale =
            design.norm() == ColumnNorm.L1
                ? laplace(DiscreteLaplace.of(epsilon, sensitivity))
                : new Scale(
                    DiscreteGaussianCalibration.variance(
                        epsilon, design.delta(), m, Math.sqrt(sensitivity)),
                    1);
        return new AdditiveStrategy(epsilon, n, design.norm(), design.delta(), columns, scale);
      }
      exponent -= Math.getExponent(wide / WIDEST) + 1;
    }
  }

  private static void requireShape(int m, int n) {
    Require.that(n >= 2 && n <= DENSE_LIMIT && m >= 1 && m <= MOST_ROWS)
        .orRefuse(
            "a noise strategy must have 2 to %s items and 1 to %s rows. Provided values: %s items,"
                + " %s rows; bin the domain more coarsely.",
            DENSE_LIMIT, MOST_ROWS, n, m);
  }

  private static void requireDelta(ColumnNorm norm, double delta) {
    if (norm == ColumnNorm.L1 ? delta != 0 : !(delta >= LEAST_DELTA && delta <= MOST_DELTA)) {
      throw Require.refusal(
          "delta must be 0 for Laplace noise (norm L1), and between 1e-12 and 0.1 for Gaussian"
              + " (norm L2). Provided value: %s for %s.",
          delta, norm);
    }
  }

  /**
   * The largest distance of two columns, squared for L2, exact. At least 1: if all columns are
   * equal, nothing is reported, and noise of the grid's own size does no harm.
   */
  private static long sensitivity(ColumnNorm norm, int[] columns, int n) {
    int m = columns.length / n;
    long largest = 1;
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < u; v++) {
        long distance = 0;
        for (int o = 0; o < m; o++) {
          long difference = (long) columns[u * m + o] - columns[v * m + o];
          distance += norm == ColumnNorm.L1 ? Math.abs(difference) : difference * difference;
        }
        largest = Math.max(largest, distance);
      }
    }
    return largest;
  }

  private static Scale laplace(DiscreteLaplace noise) {
    return new Scale(noise.t(), noise.s());
  }

  private static double exactEpsilon(
      double claim, ColumnNorm norm, double delta, int m, Scale scale, long sensitivity) {
    return norm == ColumnNorm.L1
        ? Epsilon.ofQuotient(
            BigInteger.valueOf(sensitivity).multiply(BigInteger.valueOf(scale.denominator)),
            BigInteger.valueOf(scale.numerator))
        : DiscreteGaussianCalibration.epsilon(
            claim, delta, m, Math.sqrt(sensitivity), scale.numerator);
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public double delta() {
    return delta;
  }

  @Override
  public int width() {
    return rows() + 1;
  }

  /** m, the numbers in a report. */
  public int rows() {
    return columns.length / domain();
  }

  /** The noise in each number, in units of the grid. */
  public DiscreteNoise noise() {
    return noise;
  }

  /** A, row after row, in units of the grid. */
  public double[] matrix() {
    int m = rows();
    double[] a = new double[columns.length];
    for (int u = 0; u < domain(); u++) {
      for (int o = 0; o < m; o++) {
        a[o * domain() + u] = columns[u * m + o];
      }
    }
    return a;
  }

  /** One report; an item outside the domain is refused. */
  byte[] randomize(int item, RandomSource source) {
    requireItem(item);
    int m = rows();
    byte[] report = new byte[m * Long.BYTES];
    ByteBuffer numbers = numbers(report);
    for (int o = 0; o < m; o++) {
      numbers.putLong(columns[item * m + o] + noise.sample(source));
    }
    return report;
  }

  /** A report as the numbers that it holds. */
  static ByteBuffer numbers(byte[] report) {
    return ByteBuffer.wrap(report).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** The largest size of a number in a report, except with probability below e^-1000. */
  long reach() {
    return reach;
  }

  /** ln of the report's likelihood under one item over that under another. */
  double contrast(byte[] report, int item, int other) {
    int m = rows();
    ByteBuffer numbers = numbers(report);
    double contrast = 0;
    for (int o = 0; o < m; o++) {
      long y = numbers.getLong();
      contrast +=
          noise.logLikelihood(y - columns[item * m + o])
              - noise.logLikelihood(y - columns[other * m + o]);
    }
    return contrast;
  }

  @Override
  public Reconstruction reconstruct(double[] counters) {
    return DenseReconstruction.additive(
        rows(), domain(), matrix(), noise.variance(), reach, counters);
  }

  @Override
  public double[] expectedCounters(double[] x) {
    int m = rows();
    double[] expected = new double[width()];
    for (int u = 0; u < x.length; u++) {
      expected[0] += x[u];
      for (int o = 0; o < m; o++) {
        expected[1 + o] += columns[u * m + o] * x[u];
      }
    }
    return expected;
  }

  static AdditiveStrategy fields(Fields<AdditiveStrategy> f, double epsilon, int n) {
    String name = f.utf(strategy -> strategy.norm.name());
    ColumnNorm norm = name.equals("L1") ? ColumnNorm.L1 : ColumnNorm.L2;
    double delta = f.float64(AdditiveStrategy::delta);
    long numerator = f.int64(strategy -> strategy.scale.numerator);
    int denominator = f.int32(strategy -> strategy.scale.denominator);
    int m = f.int32(AdditiveStrategy::rows);
    requireShape(m, n);
    int[] columns = f.int32s(m * n, strategy -> strategy.columns);
    return f.makes(
        () -> {
          requireDelta(norm, delta);
          f.require(
              norm.name().equals(name)
                  && numerator >= 1
                  && numerator <= (norm == ColumnNorm.L1 ? Integer.MAX_VALUE : 1L << 60)
                  && denominator >= 1
                  && (norm == ColumnNorm.L1 || denominator == 1),
              "noise out of range");
          for (int entry : columns) {
            f.require(Math.abs((long) entry) <= MOST, "an entry out of range");
          }
          return new AdditiveStrategy(
              epsilon, n, norm, delta, columns, new Scale(numerator, denominator));
        });
  }
}
