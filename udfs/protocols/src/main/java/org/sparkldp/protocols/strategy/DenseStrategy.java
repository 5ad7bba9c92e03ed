package org.sparkldp.protocols.strategy;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.IntegerAlias;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.wire.Fields;

/**
 * A strategy matrix written out: m × n integers, every column adding up to 2^48.
 *
 * <p>Input: item in [0, n), n ≤ 1,024. Report: row in [0, m), m ≤ 32,767. Guarantee: the largest
 * ratio of two integers of one row. Cost: two draws a report and 12 m bytes for each column that is
 * sampled from; 8 m n bytes; to reconstruct, O(m n² + n³).
 *
 * <p><b>Integers in use.</b> Row o of the design, with smallest entry z, gets the lower end a =
 * ⌈2^48 z⌉, and as upper end the largest integer b with ln(b / a) at or below the claim. Entries
 * are rounded and cut to [a, b]; what a column then has above 2^48, or lacks of it (a few units a
 * row), is spread in proportion over the entries that have room. Every ratio within a row is thus
 * at most b / a by construction, and the exact epsilon is computed afterwards from what came out.
 */
final class DenseStrategy extends Strategy implements CellStrategy {
  static final String KIND = "dense";

  private final int rows;
  private final long[] weights; // column after column
  private final double[] prior;
  private final AtomicReferenceArray<IntegerAlias> samplers;

  private DenseStrategy(
      double epsilon, double exactEpsilon, int domain, long[] weights, double[] prior) {
    super(epsilon, exactEpsilon, domain);
    this.rows = weights.length / domain;
    this.weights = weights;
    this.prior = prior;
    this.samplers = new AtomicReferenceArray<>(domain);
  }

  static DenseStrategy of(Design.DenseDesign design, double epsilon) {
    int n = design.domain();
    int m = design.outputs();
    requireShape(m, n);
    double[] q = design.q();
    Require.that(q.length == m * n && design.prior().length == n)
        .orRefuse(
            "a dense design must have outputs × domain entries and a prior as long as the domain."
                + " Provided: %s entries and a prior of %s for %s × %s.",
            q.length, design.prior().length, m, n);
    requireLaw(q, m, n);
    requireClaim(epsilon, epsilonOf(q, m, n));
    int kept = 0;
    int[] row = new int[m];
    for (int o = 0; o < m; o++) {
      double largest = 0;
      for (int u = 0; u < n; u++) {
        largest = Math.max(largest, q[o * n + u]);
      }
      if (largest * IntegerAlias.TOTAL >= 1) {
        row[kept++] = o; // others never occur
      }
    }
    long[] lower = new long[kept];
    long surplus = -IntegerAlias.TOTAL;
    for (int o = 0; o < kept; o++) {
      double smallest = Double.POSITIVE_INFINITY;
      for (int u = 0; u < n; u++) {
        smallest = Math.min(smallest, q[row[o] * n + u]);
      }
      lower[o] = Math.max(1, (long) Math.ceil(smallest * IntegerAlias.TOTAL));
      surplus += lower[o];
    }
    if (surplus > 0) { // columns are all but equal: rounded up, these ends leave room for none
      double room = IntegerAlias.TOTAL / (double) (IntegerAlias.TOTAL + surplus);
      for (int o = 0; o < kept; o++) {
        lower[o] = Math.max(1, (long) (lower[o] * room));
      }
    }
    long[] upper = new long[kept];
    long[] weights = new long[kept * n];
    double e = StrictMath.exp(epsilon);
    for (int o = 0; o < kept; o++) {
      upper[o] = (long) (e * lower[o]) + 1;
      while (Epsilon.ofRatio(upper[o], lower[o]) > epsilon) {
        upper[o]--;
      }
      for (int u = 0; u < n; u++) {
        long rounded = Math.round(q[row[o] * n + u] * IntegerAlias.TOTAL);
        weights[u * kept + o] = Math.max(lower[o], Math.min(upper[o], rounded));
      }
    }
    for (int u = 0; u < n; u++) {
      settle(weights, u * kept, lower, upper);
    }
    return new DenseStrategy(
        epsilon, exactEpsilon(weights, n), n, weights, requirePrior(design.prior()));
  }

  /** Makes one column add up to the total without leaving its rows' ends. */
  private static void settle(long[] weights, int from, long[] lower, long[] upper) {
    int m = lower.length;
    long missing = IntegerAlias.TOTAL;
    for (int o = 0; o < m; o++) {
      missing -= weights[from + o];
    }
    while (missing != 0) {
      double open = 0;
      for (int o = 0; o < m; o++) {
        open += hasRoom(weights[from + o], lower[o], upper[o], missing) ? weights[from + o] : 0;
      }
      Require.that(open != 0)
          .orRefuse(
              "a design's columns must be able to add up to 1 between the rows' ends. Provided: one"
                  + " that cannot; its epsilon is above the claim.");
      double share = Math.abs(missing) / open;
      for (int o = 0; o < m && missing != 0; o++) {
        long old = weights[from + o];
        if (hasRoom(old, lower[o], upper[o], missing)) {
          long step = Math.min(Math.max(1, (long) (share * old)), Math.abs(missing));
          long moved =
              missing > 0 ? Math.min(upper[o], old + step) : Math.max(lower[o], old - step);
          weights[from + o] = moved;
          missing -= moved - old;
        }
      }
    }
  }

  private static boolean hasRoom(long weight, long lower, long upper, long missing) {
    return missing > 0 ? weight < upper : weight > lower;
  }

  private static void requireShape(int m, int n) {
    Require.that(n >= 2 && n <= DENSE_LIMIT && m >= 2 && m <= IntegerAlias.LIMIT)
        .orRefuse(
            "a dense strategy must have 2 to %s items and 2 to %s rows. Provided values: %s items,"
                + " %s rows; use a workload with symmetry, or bin the domain more coarsely.",
            DENSE_LIMIT, IntegerAlias.LIMIT, n, m);
  }

  private static void requireLaw(double[] q, int m, int n) {
    for (int u = 0; u < n; u++) {
      double sum = 0;
      for (int o = 0; o < m; o++) {
        double entry = q[o * n + u];
        if (!(entry >= 0 && entry <= 1)) {
          throw Require.refusal(
              "a design's entries must be probabilities. Provided value: %s.", entry);
        }
        sum += entry;
      }
      Require.that(Math.abs(sum - 1) <= 1e-9)
          .orRefuse(
              "a design's columns must add up to 1 within 1e-9. Provided: one that adds up to %s.",
              sum);
    }
  }

  private static double[] requirePrior(double[] prior) {
    double sum = 0;
    for (double weight : prior) {
      if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
        throw Require.refusal(
            "a prior must be people by item, at least 0. Provided value: %s.", weight);
      }
      sum += weight;
    }
    Require.that(sum > 0).orRefuse("a prior must hold somebody. Provided: all 0.");
    return prior.clone();
  }

  private static double epsilonOf(double[] q, int m, int n) {
    double worst = 0;
    for (int o = 0; o < m; o++) {
      double smallest = Double.POSITIVE_INFINITY;
      double largest = 0;
      for (int u = 0; u < n; u++) {
        smallest = Math.min(smallest, q[o * n + u]);
        largest = Math.max(largest, q[o * n + u]);
      }
      if (largest > 0) {
        worst = Math.max(worst, Math.log(largest / smallest));
      }
    }
    return worst;
  }

  private static double exactEpsilon(long[] weights, int n) {
    int m = weights.length / n;
    long worstLargest = 1;
    long worstSmallest = 1;
    double worst = 0;
    for (int o = 0; o < m; o++) {
      long smallest = Long.MAX_VALUE;
      long largest = 0;
      for (int u = 0; u < n; u++) {
        smallest = Math.min(smallest, weights[u * m + o]);
        largest = Math.max(largest, weights[u * m + o]);
      }
      // Exact logarithms cost; most rows repeat the worst pair or are plainly below it.
      if ((largest != worstLargest || smallest != worstSmallest)
          && (double) largest / smallest >= (double) worstLargest / worstSmallest * (1 - 1e-12)) {
        double epsilon = Epsilon.ofRatio(largest, smallest);
        if (epsilon > worst) {
          worst = epsilon;
          worstLargest = largest;
          worstSmallest = smallest;
        }
      }
    }
    return worst;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public int cells() {
    return rows;
  }

  @Override
  public int width() {
    return rows;
  }

  @Override
  public int randomize(int item, RandomSource source) {
    requireItem(item);
    IntegerAlias sampler = samplers.get(item);
    if (sampler == null) {
      sampler = new IntegerAlias(Arrays.copyOfRange(weights, item * rows, (item + 1) * rows));
      samplers.set(item, sampler); // two threads may both make it; they make the same
    }
    return sampler.sample(source);
  }

  @Override
  public double logLikelihood(int cell, int item) {
    return Math.log(weights[item * rows + cell]);
  }

  /** Q, row after row. */
  private double[] matrix() {
    int n = domain();
    double[] q = new double[rows * n];
    for (int u = 0; u < n; u++) {
      for (int o = 0; o < rows; o++) {
        q[o * n + u] = Math.scalb((double) weights[u * rows + o], -IntegerAlias.BITS);
      }
    }
    return q;
  }

  @Override
  public Reconstruction reconstruct(double[] counters) {
    return DenseReconstruction.ofRows(rows, domain(), matrix(), prior, counters);
  }

  @Override
  public double[] expectedCounters(double[] x) {
    double[] q = matrix();
    double[] expected = new double[rows];
    for (int o = 0; o < rows; o++) {
      for (int u = 0; u < x.length; u++) {
        expected[o] += q[o * x.length + u] * x[u];
      }
    }
    return expected;
  }

  static DenseStrategy fields(Fields<DenseStrategy> f, double epsilon, int n) {
    int m = f.int32(strategy -> strategy.rows);
    requireShape(m, n);
    f.remain((long) m * n + n, Long.BYTES);
    long[] weights = f.int64s(m * n, strategy -> strategy.weights);
    double[] prior = f.float64s(n, strategy -> strategy.prior);
    return f.makes(
        () -> {
          for (int u = 0; u < n; u++) {
            long sum = 0;
            for (int o = 0; o < m; o++) {
              long weight = weights[u * m + o];
              f.require(weight >= 1 && weight <= IntegerAlias.TOTAL, "a weight out of range");
              sum += weight;
            }
            f.require(sum == IntegerAlias.TOTAL, "a column that does not add up");
          }
          return new DenseStrategy(
              epsilon, exactEpsilon(weights, n), n, weights, requirePrior(prior));
        });
  }
}
