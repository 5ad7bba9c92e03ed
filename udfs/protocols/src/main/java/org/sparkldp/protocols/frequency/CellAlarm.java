package org.sparkldp.protocols.frequency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Alarm;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Dense;

/**
 * The alarm of oracles whose report is a cell: how far the reports' histogram is from all laws that
 * reports can have. It promises false alarms within the level for any values of honest people, by
 * an inequality that holds for any number of reports. It reads the protocol's own accumulator.
 *
 * <p><b>Laws.</b> With P_u the law of a report of a person with item u, whatever people hold, the
 * mean law of their reports lies in the affine hull of P_0, …, P_{k−1}. Let M be the orthogonal
 * projection that maps all differences P_u − P_v to 0, and μ = M P_0, which is M P_u for every u.
 * Then ξ = M e_r − μ has mean 0 for the report r of any honest person. Z = |Σ ξ|, over the reports,
 * is √n times what noise makes it, for all people; fake reports of a few cells add up. M has cells
 * − k dimensions besides the sum: with as many cells as items there is nothing to see, and for a
 * good reason. There every law near the usual ones is an honest one, of other people (randomized
 * response).
 *
 * <p><b>Tail.</b> E[Z] ≤ √(nτ), τ = max_u Σ_r P_u(r) M_rr − |μ|², because reports are independent.
 * No direction has more variance than nρ, ρ the largest probability of a cell, and |ξ| ≤ L. So with
 * x = (Z − √(nτ))/L and v = nρ/L² + 2√(nτ)/L
 *
 * <pre>   P[Z is so large] ≤ exp(−x²/(2v + 3x))   </pre>
 *
 * (Klein &amp; Rio 2005, theorem 1.1, for the supremum of the sums over all directions; it asks for
 * independence only, not for equal laws).
 *
 * <p><b>Repair.</b> Fake reports that gain most are of few cells. One cell after the other, the one
 * that explains most of Σ ξ, is taken for theirs, and by least squares so many of its reports as
 * leave the smallest Z; until none explains {@value #CLEAR} standard deviations. What these reports
 * add to the estimates is taken off.
 *
 * <p><b>What passes.</b> Fake reports that are spread as those of honest people are: of all cells
 * that support one target, or of honest randomization of a wrong item.
 *
 * <p>Cost: once k² cells multiplications, at most {@value #MAX_WORK}; there is none beyond.
 *
 * <p>Source: ours. Klein &amp; Rio, "Concentration around the mean for maxima of empirical
 * processes", Annals of Probability 33(3), 2005.
 */
final class CellAlarm implements Alarm<Integer> {
  /** Multiplications: some seconds. */
  private static final long MAX_WORK = 1L << 32;

  /** Standard deviations from which a cell is taken for one of fake reports. */
  private static final int CLEAR = 5;

  /** Cells of fake reports at most. */
  private static final int MAX_CELLS = 64;

  /** Cells that explain this nearly the same explain the same. */
  private static final double ALIKE = 1e-6;

  /** A vector this short, squared, is in the span of others. */
  private static final double NOTHING = 1e-18;

  /** The law of reports. */
  interface Law {
    double probability(int item, int cell);
  }

  private final FrequencyOracle<Integer> oracle;
  private final int cells;
  private final Law law;
  private volatile Laws laws; // made at first use; every thread makes the same

  private CellAlarm(FrequencyOracle<Integer> oracle, int cells, Law law) {
    this.oracle = oracle;
    this.cells = cells;
    this.law = law;
  }

  /** What is known of the reports of one person. */
  Laws laws() {
    Laws made = laws;
    if (made == null) {
      made = new Laws(oracle.k(), cells, law);
      laws = made;
    }
    return made;
  }

  /** All laws of reports, and what is known of sums of their residuals. */
  static final class Laws {
    final double[][] span; // orthonormal, of the differences of laws
    final double[] offset; // μ
    final double offsetSquare; // |μ|²
    final double[] leverage; // M_rr
    final double spread; // τ
    final double likeliest; // ρ
    final double reach; // L

    Laws(int k, int cells, Law law) {
      double[] mean = new double[cells];
      double[][] laws = new double[k][cells];
      double most = 0;
      for (int u = 0; u < k; u++) {
        for (int r = 0; r < cells; r++) {
          laws[u][r] = law.probability(u, r);
          mean[r] += laws[u][r] / k;
          most = Math.max(most, laws[u][r]);
        }
      }
      this.likeliest = most;
      List<double[]> basis = new ArrayList<>();
      for (double[] ofItem : laws) {
        double[] difference = new double[cells];
        for (int r = 0; r < cells; r++) {
          difference[r] = ofItem[r] - mean[r];
        }
        double size = Dense.dot(difference, difference);
        remove(difference, basis);
        remove(difference, basis); // twice is enough
        double left = Dense.dot(difference, difference);
        if (left > NOTHING * Math.max(size, Double.MIN_NORMAL)) {
          double norm = Math.sqrt(left);
          Arrays.setAll(difference, r -> difference[r] / norm);
          basis.add(difference);
        }
      }
      this.span = basis.toArray(new double[0][]);
      this.offset = mean.clone();
      remove(offset, basis);
      this.leverage = new double[cells];
      Arrays.fill(leverage, 1);
      for (double[] direction : span) {
        for (int r = 0; r < cells; r++) {
          leverage[r] -= direction[r] * direction[r];
        }
      }
      this.offsetSquare = Dense.dot(offset, offset);
      double widest = 0;
      double largest = 0;
      for (double[] ofItem : laws) {
        largest = Math.max(largest, Dense.dot(ofItem, leverage) - offsetSquare);
      }
      for (int r = 0; r < cells; r++) {
        widest = Math.max(widest, leverage[r] - 2 * offset[r] + offsetSquare);
      }
      this.spread = Math.max(0, largest);
      this.reach = Math.sqrt(widest);
    }

    /** |ξ| of a cell, squared. */
    double square(int cell) {
      return leverage[cell] - 2 * offset[cell] + offsetSquare;
    }

    /** The bound on the chance that n honest reports give a sum of this length. */
    double chance(double seen, long n) {
      double mean = Math.sqrt(n * spread);
      double x = (seen - mean) / reach;
      double v = n * likeliest / (reach * reach) + 2 * mean / reach;
      return x <= 0 ? 1 : Math.exp(-x * x / (2 * v + 3 * x));
    }

    /** ξ of a cell. */
    double[] residual(int cell) {
      double[] one = new double[offset.length];
      one[cell] = 1;
      for (double[] direction : span) {
        double along = direction[cell];
        for (int r = 0; r < one.length; r++) {
          one[r] -= along * direction[r];
        }
      }
      for (int r = 0; r < one.length; r++) {
        one[r] -= offset[r];
      }
      return one;
    }
  }

  /** The alarm; none where there are no more cells than items, or far too many. */
  static <P extends FrequencyOracle<Integer> & CellProtocol> Optional<Alarm<Integer>> of(
      P oracle, Law law) {
    long work = (long) oracle.cells() * oracle.k() * oracle.k();
    return oracle.cells() <= oracle.k() || work > MAX_WORK
        ? Optional.empty()
        : Optional.of(new CellAlarm(oracle, oracle.cells(), law));
  }

  private static void remove(double[] x, Iterable<double[]> orthonormal) {
    for (double[] direction : orthonormal) {
      double along = Dense.dot(x, direction);
      for (int i = 0; i < x.length; i++) {
        x[i] -= along * direction[i];
      }
    }
  }

  @Override
  public Layout<Integer> evidence() {
    return oracle.layout();
  }

  @Override
  public Finding find(Accumulator<?> evidence) {
    oracle.requireOwn(evidence);
    long n = evidence.n();
    Require.that(n >= 1).orRefuse("evidence must hold at least one report. Provided: none.");
    Laws known = laws();
    double[] sum = Arrays.stream(evidence.counts()).asDoubleStream().toArray();
    remove(sum, Arrays.asList(known.span));
    for (int r = 0; r < sum.length; r++) {
      sum[r] -= n * known.offset[r];
    }
    double chance = known.chance(Math.sqrt(Dense.dot(sum, sum)), n);
    double[] shifts = new double[oracle.k()];
    double fakes = 0;
    if (chance <= FALSE_ALARM) {
      List<Integer> cells = new ArrayList<>();
      double[] times = explained(known, sum, evidence.counts(), n, cells);
      for (int i = 0; i < times.length; i++) {
        double reports = Math.max(0, Math.min(evidence.count(cells.get(i)), times[i]));
        fakes += reports;
        for (int v = 0; v < shifts.length; v++) {
          shifts[v] += reports * oracle.contribution(cells.get(i), v);
        }
      }
    }
    return new Finding(chance, fakes, shifts);
  }

  /** How many reports of which cells explain the sum; the cells are added to a list. */
  private static double[] explained(
      Laws known, double[] sum, long[] counts, long n, List<Integer> cells) {
    double clear = CLEAR * Math.sqrt(n * known.likeliest);
    double[] times = new double[0];
    double[] left = sum.clone();
    List<double[]> taken = new ArrayList<>();
    while (cells.size() < MAX_CELLS) {
      double ofOffset = Dense.dot(left, known.offset);
      int best = -1;
      double most = clear;
      for (int r = 0; r < left.length; r++) {
        double along = (left[r] - ofOffset) / Math.sqrt(known.square(r)); // M left is left
        // Of cells whose residuals are one, such as the two of a seed, the one with more reports.
        boolean isAlike = best >= 0 && Math.abs(along - most) < ALIKE * most;
        boolean isBetter = isAlike ? counts[r] > counts[best] : along > most;
        if (isBetter && !cells.contains(r)) {
          most = along;
          best = r;
        }
      }
      if (best < 0) {
        return times;
      }
      cells.add(best);
      taken.add(known.residual(best));
      times = leastSquares(taken, sum);
      left = sum.clone();
      for (int i = 0; i < times.length; i++) {
        double[] one = taken.get(i);
        for (int r = 0; r < left.length; r++) {
          left[r] -= times[i] * one[r];
        }
      }
    }
    return times;
  }

  private static double[] leastSquares(List<double[]> columns, double[] right) {
    int m = columns.size();
    double[][] gram = new double[m][m];
    double[] products = new double[m];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        gram[i][j] = Dense.dot(columns.get(i), columns.get(j));
      }
      products[i] = Dense.dot(columns.get(i), right);
    }
    return Dense.solve(gram, products);
  }
}
