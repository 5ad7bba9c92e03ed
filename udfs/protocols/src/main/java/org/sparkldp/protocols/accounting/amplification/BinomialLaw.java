package org.sparkldp.protocols.accounting.amplification;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.check.Require;

/**
 * A binomial law on a window that leaves out less than {@value #TAIL} of its mass. Every
 * probability is precise to a relative 1e-9: they come from ratios of neighbours, begun at the
 * largest and divided by their sum, so that no logarithm of a factorial is ever taken.
 *
 * <p>A window has some 23 standard deviations. A ratio of neighbours errs by at most four roundings
 * (4.5e-16); 10^6 steps from the largest, which is beyond what 10^10 trials need, add up to 5e-10.
 */
final class BinomialLaw {
  /** The mass that a window may leave out. */
  static final double TAIL = 1e-30;

  private final long from;
  private final double[] mass;
  private final int mode; // where in the window

  private BinomialLaw(long from, double[] mass, int mode) {
    this.from = from;
    this.mass = mass;
    this.mode = mode;
  }

  /**
   * A run of values.
   *
   * @param from the first
   * @param to the last
   * @param mass the probability of the run
   */
  record Cell(long from, long to, double mass) {}

  /**
   * The law of the number of successes.
   *
   * @param trials at least 0
   * @param p probability of success
   */
  static BinomialLaw of(long trials, double p) {
    return of(trials, p, p / (1 - p));
  }

  /**
   * The law of the number of successes.
   *
   * @param trials at least 0
   * @param p probability of success
   * @param odds p / (1 − p), where the caller knows them better than p shows
   */
  static BinomialLaw of(long trials, double p, double odds) {
    Require.that(trials >= 0 && p >= 0 && p <= 1)
        .orRefuse("a binomial law needs trials and a probability. Provided: %s, %s.", trials, p);
    if (trials == 0 || p == 0 || p == 1) {
      return new BinomialLaw(p == 1 ? trials : 0, new double[] {1}, 0);
    }
    long peak = Math.min(trials, (long) ((trials + 1.0) * p));
    double[] up = side(trials - peak, peak + 1, odds);
    double[] down = side(peak, trials - peak + 1, 1 / odds);
    double[] mass = new double[down.length + 1 + up.length];
    for (int i = 0; i < down.length; i++) {
      mass[down.length - 1 - i] = down[i];
    }
    mass[down.length] = 1;
    System.arraycopy(up, 0, mass, down.length + 1, up.length);
    double sum = 0;
    for (double weight : mass) {
      sum += weight;
    }
    for (int i = 0; i < mass.length; i++) {
      mass[i] /= sum;
    }
    return new BinomialLaw(peak - down.length, mass, down.length);
  }

  /**
   * Weights on one side of the peak, which has 1. Ratios of neighbours fall outwards, so what is
   * left out is less than a geometric series.
   */
  private static double[] side(long left, long next, double odds) {
    double[] weights = new double[64];
    int size = 0;
    double weight = 1;
    for (long step = 0; step < left; step++) {
      double ratio = (double) (left - step) / (next + step) * odds;
      weight *= ratio;
      if (weight <= (1 - ratio) * (TAIL / 2)) {
        break;
      }
      if (size == weights.length) {
        weights = Arrays.copyOf(weights, 2 * size);
      }
      weights[size++] = weight;
    }
    return Arrays.copyOf(weights, size);
  }

  /**
   * Into how many runs counts of so many people are taken. What a run loses falls with its width as
   * a fraction of the count, and so with the number of people: of more than a million, fewer runs
   * lose as little, and take the same time.
   *
   * @param most of a million people or fewer
   */
  static int runs(int most, long people) {
    return (int) Math.ceil(most * Math.sqrt(Math.min(1, 1e6 / people)));
  }

  /** The window in at most so many runs of equal length. */
  List<Cell> cells(int most) {
    int length = (mass.length + most - 1) / most;
    List<Cell> cells = new ArrayList<>();
    for (int start = 0; start < mass.length; start += length) {
      int end = Math.min(mass.length, start + length);
      double sum = 0;
      for (int i = start; i < end; i++) {
        sum += mass[i];
      }
      cells.add(new Cell(from + start, from + end - 1, sum));
    }
    return cells;
  }

  /** The first value of the window. */
  long from() {
    return from;
  }

  /** The last value of the window. */
  long to() {
    return from + mass.length - 1;
  }

  /** The probability that this and another, independent number add up to a value. */
  double sum(BinomialLaw other, long value) {
    double sum = 0;
    long last = Math.min(to(), value - other.from);
    for (long x = Math.max(from, value - other.to()); x <= last; x++) {
      sum += mass[(int) (x - from)] * other.mass[(int) (value - x - other.from)];
    }
    return sum;
  }

  /** The probability that this and another, independent number add up to a value or more. */
  double sumAtLeast(BinomialLaw other, long value) {
    double sum = 0;
    double reached = 0; // P(other ≥ value − x), which grows with x
    long y = other.to() + 1;
    for (int i = 0; i < mass.length; i++) {
      while (y > other.from && y > value - (from + i)) {
        y--;
        reached += other.mass[(int) (y - other.from)];
      }
      sum += mass[i] * reached;
    }
    return sum;
  }

  /** Sums over the law's upper tail, for thresholds not below its mean. */
  Tail tail() {
    int start = Math.max(0, mode - 2);
    double[] survival = new double[mass.length - start + 1];
    double[] excess = new double[mass.length - start + 1];
    for (int i = mass.length - 1; i >= start; i--) {
      // Sums of what is positive: nothing cancels.
      excess[i - start] = excess[i - start + 1] + survival[i - start + 1];
      survival[i - start] = survival[i - start + 1] + mass[i];
    }
    return new Tail(from + start, survival, excess);
  }

  /** Sums over an upper tail: how often a value is reached, and by how much it is exceeded. */
  static final class Tail {
    private final long from;
    private final double[] survival;
    private final double[] excess;

    private Tail(long from, double[] survival, double[] excess) {
      this.from = from;
      this.survival = survival;
      this.excess = excess;
    }

    /** E max(0, X − t). */
    double excessOver(double t) {
      double above = Math.ceil(t);
      if (above < from && from > 0) {
        throw new IllegalStateException("a threshold below the mean");
      }
      if (above - from >= survival.length) {
        return 0;
      }
      int at = (int) Math.max(0, (long) above - from);
      return excess[at] + (from + at - t) * survival[at];
    }
  }
}
