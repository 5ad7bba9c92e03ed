package org.sparkldp.protocols.distribution;

import java.util.Arrays;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.statistics.Bisection;
import org.sparkldp.protocols.statistics.Dense;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * A distribution function that rises, from unbiased shares with correlated errors, and its
 * quantiles with intervals: one for each quantile, and one band for all of them. Immutable.
 *
 * <p><b>Function.</b> The nearest rising one to the shares, in squares (pool adjacent violators;
 * Ayer et al. 1955), cut to [0, 1].
 *
 * <p><b>Errors.</b> Rising takes a part of the noise away, the more the flatter the function is, so
 * the raw standard errors would be too large. {@value #PAIRS} draws of normal errors with the
 * shares' own covariance, and their mirror images, are added to the function, and it is made to
 * rise again: what comes out has the errors that the function has. The seeds are fixed, so the same
 * reports give the same numbers.
 *
 * <p><b>Intervals.</b> The p-quantile lies where F ± z s crosses p (Woodruff 1952), s being the
 * simulated standard errors. In the band, z is such that in the stated part of the draws no share
 * at a quantile that is asked for is off by more than z s. A draw and its mirror image are off
 * alike where nothing is pooled, so that part is known as from {@value #PAIRS} draws: at .95, with
 * a standard deviation of .007.
 */
final class DistributionFunction {
  static final int PAIRS = 1000;
  private static final int DRAWS = 2 * PAIRS;
  private static final double LEAST_ERROR = 1e-12;

  private final double[] shares;
  private final double[][] drawn;
  private final double[] errors;

  /**
   * Of shares at or below the end of each cell, all but the last, which is 1.
   *
   * @param raw unbiased
   * @param covariance of the raw shares
   */
  DistributionFunction(double[] raw, double[][] covariance) {
    this.shares = rising(raw);
    double[][] root = Dense.root(covariance);
    this.drawn =
        IntStream.range(0, PAIRS)
            .parallel()
            .mapToObj(pair -> pair(root, pair))
            .flatMap(Arrays::stream)
            .toArray(double[][]::new);
    this.errors = new double[raw.length];
    Arrays.setAll(errors, this::error);
  }

  /** The function with errors, and with the opposite ones. */
  private double[][] pair(double[][] root, int seed) {
    double[] normal = normals(new SimulationSource(seed), shares.length);
    double[] above = shares.clone();
    double[] below = shares.clone();
    for (int i = 0; i < shares.length; i++) {
      double error = 0;
      for (int j = 0; j <= i; j++) {
        error += root[i][j] * normal[j];
      }
      above[i] += error;
      below[i] -= error;
    }
    return new double[][] {rising(above), rising(below)};
  }

  private static double[] normals(RandomSource source, int count) {
    double[] normals = new double[count + 1];
    for (int i = 0; i < count; i += 2) {
      System.arraycopy(StandardNormal.pair(source), 0, normals, i, 2);
    }
    return normals;
  }

  private double error(int cell) {
    double sum = 0;
    double squares = 0;
    for (double[] draw : drawn) {
      double off = draw[cell] - shares[cell];
      sum += off;
      squares += off * off;
    }
    double mean = sum / DRAWS;
    return Math.max(LEAST_ERROR, Math.sqrt(Math.max(0, squares / DRAWS - mean * mean)));
  }

  /** The nearest rising numbers, in squares, cut to [0, 1]. */
  static double[] rising(double[] raw) {
    double[] levels = new double[raw.length];
    int[] sizes = new int[raw.length];
    int blocks = 0;
    for (double number : raw) {
      levels[blocks] = number;
      sizes[blocks++] = 1;
      while (blocks > 1 && levels[blocks - 2] >= levels[blocks - 1]) {
        int size = sizes[blocks - 2] + sizes[blocks - 1];
        levels[blocks - 2] =
            (levels[blocks - 2] * sizes[blocks - 2] + levels[blocks - 1] * sizes[blocks - 1])
                / size;
        sizes[--blocks - 1] = size;
      }
    }
    double[] rising = new double[raw.length];
    int at = 0;
    for (int block = 0; block < blocks; block++) {
      Arrays.fill(rising, at, at + sizes[block], Math.max(0, Math.min(1, levels[block])));
      at += sizes[block];
    }
    return rising;
  }

  /**
   * The mean of the draws: smoother than the function, whose steps are those of its own errors, and
   * steep wherever it may be steep.
   */
  double[] mean() {
    double[] mean = new double[shares.length];
    for (double[] draw : drawn) {
      for (int cell = 0; cell < mean.length; cell++) {
        mean[cell] += draw[cell] / DRAWS;
      }
    }
    return rising(mean); // which it is, up to rounding
  }

  /** The place of a quantile: a cell, and the share of its people that are at or below it. */
  record Place(int cell, double within) {}

  /** Where a distribution function reaches p, moved by so many standard errors. */
  Place place(double p, double errorsAbove) {
    double before = 0;
    for (int cell = 0; cell < shares.length; cell++) {
      double now = Math.max(before, Math.min(1, shares[cell] + errorsAbove * errors[cell]));
      if (now >= p) {
        return new Place(cell, (p - before) / (now - before));
      }
      before = now;
    }
    return new Place(shares.length, (p - before) / (1 - before));
  }

  /** What a function of the place is in each draw. */
  double[] drawn(double p, ToDoubleFunction<Place> value) {
    return Arrays.stream(drawn).mapToDouble(draw -> value.applyAsDouble(place(draw, p))).toArray();
  }

  private static Place place(double[] draw, double p) {
    int cell = (int) Bisection.first(-1, draw.length, i -> draw[(int) i] >= p);
    double before = cell == 0 ? 0 : draw[cell - 1];
    double now = cell == draw.length ? 1 : draw[cell];
    return new Place(cell, (p - before) / (now - before));
  }

  /**
   * The standard errors from the function to a band that holds it, with the confidence, at the end
   * of every one of these cells and of those before them.
   */
  double bandErrors(int[] cells, double confidence) {
    int[] places =
        Arrays.stream(cells)
            .flatMap(cell -> IntStream.of(cell - 1, cell))
            .filter(cell -> cell >= 0 && cell < shares.length)
            .distinct()
            .toArray();
    double[] largest = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      for (int cell : places) {
        double off = Math.abs(drawn[draw][cell] - shares[cell]) / errors[cell];
        largest[draw] = Math.max(largest[draw], off);
      }
    }
    Arrays.sort(largest);
    return largest[Math.min(DRAWS - 1, (int) Math.ceil(confidence * DRAWS) - 1)];
  }
}
