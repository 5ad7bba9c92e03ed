package org.sparkldp.analysis.orbit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.DoublePredicate;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.strategy.Orbit;

/**
 * Builds a mixture of orbits column by column.
 *
 * <p>Characters that are to be treated alike form classes. With N_j characters of eigenvalue g_j in
 * class j and Λ_j the sum of X's eigenvalues in it, the objective beyond g_0 is Σ_j N_j² g_j / Λ_j
 * where X is constant on classes. It is convex in the masses, and a base set enters only through
 * its column, the sums over classes of (e−1)² |F(η)|² / Z². So: solve for the masses of the sets at
 * hand ({@link MixtureWeights}), price the eigenvalues by the derivative N_j² g_j / Λ_j², look for
 * sets worth more than those in use ({@link SetSearch}), take them up, and again, until none is
 * found. This is Dantzig and Wolfe's column generation; only the search is heuristic.
 */
final class ColumnGeneration {
  /** A mass that is not worth an orbit. */
  private static final double NEGLIGIBLE = 1e-6;

  /** The relative precision to which the masses are solved. */
  private static final double ROUGH = 1e-4;

  private static final double FINE = 1e-9;

  /** A candidate for the mixture. */
  interface MixtureColumn {
    /** By class, the sum of (e−1)² |F(η)|² / Z². */
    double[] values();

    /** The orbit, of any mass. */
    Orbit orbit();
  }

  /** The space in which sets are searched. */
  static final class Space {
    private final SetSearch search;
    private final int[][] features;
    private final int[] classes;

    /**
     * @param search over a group that features map the domain onto
     * @param features as of an orbit
     * @param classes of the group's characters, −1 if nothing is asked
     */
    Space(SetSearch search, int[][] features, int[] classes) {
      this.search = search;
      this.features = features;
      this.classes = classes;
    }

    MixtureColumn column(BitSet set, int rows) {
      return new SetColumn(this, set, classSums(search.powers(set), classes, rows));
    }
  }

  private record SetColumn(Space space, BitSet set, double[] values) implements MixtureColumn {
    @Override
    public Orbit orbit() {
      return new Orbit(space.features, space.search.sizes(), set, 1);
    }

    boolean isSameAs(MixtureColumn other) {
      return other instanceof SetColumn that && space.equals(that.space) && set.equals(that.set);
    }
  }

  static double[] classSums(double[] powers, int[] classes, int rows) {
    double[] sums = new double[rows];
    for (int eta = 1; eta < powers.length; eta++) {
      if (classes[eta] >= 0) {
        sums[classes[eta]] += powers[eta];
      }
    }
    return sums;
  }

  private final double[] a;
  private final List<MixtureColumn> pool;
  private final RandomSource random;
  private List<MixtureColumn> columns = new ArrayList<>();
  private double[] masses;
  private double[] lambda;
  private double objective;

  /**
   * @param a N_j² g_j, above 0
   * @param pool sets that are always priced, beside those the search finds
   */
  ColumnGeneration(double[] a, List<MixtureColumn> pool, RandomSource random) {
    this.a = a;
    this.pool = pool;
    this.random = random;
  }

  List<MixtureColumn> columns() {
    return columns;
  }

  double[] masses() {
    return masses;
  }

  /** Σ N² g / Λ at the masses. */
  double objective() {
    return objective;
  }

  /** Takes a column up, if it is new. */
  boolean add(MixtureColumn column) {
    for (MixtureColumn other : columns) {
      if (other == column || (column instanceof SetColumn set && set.isSameAs(other))) {
        return false;
      }
    }
    columns.add(column);
    return true;
  }

  /**
   * Column generation until the search fails several times, or {@code stop}, which receives the
   * objective of each round.
   *
   * @param high the sets' size to begin with, as a fraction of their group
   */
  void run(List<Space> spaces, double high, int searches, int rounds, DoublePredicate stop) {
    int failures = 0;
    for (int round = 0; round < rounds && failures < 4; round++) {
      solve(ROUGH);
      // Interior solutions leave some mass on every set that is nearly worth it.
      prune(0.1 / masses.length, objective * (1 + ROUGH));
      if (stop.test(objective)) {
        break;
      }
      double[] price = new double[a.length];
      for (int j = 0; j < a.length; j++) {
        price[j] = a[j] / (lambda[j] * lambda[j]);
      }
      List<MixtureColumn> found = new ArrayList<>();
      double floor = objective * (1 + 2 * ROUGH);
      addBestOfPool(price, floor, searches, found);
      for (Space space : spaces) {
        search(space, price, high, searches, floor, found);
      }
      boolean news = false;
      for (MixtureColumn column : found) {
        news |= add(column);
      }
      failures = news ? 0 : failures + 1;
    }
    solve(FINE);
  }

  private void addBestOfPool(double[] price, double floor, int count, List<MixtureColumn> found) {
    double[] worth = pool.stream().mapToDouble(column -> worth(column, price)).toArray();
    for (int i = 0; i < count; i++) {
      int best = -1;
      for (int k = 0; k < worth.length; k++) {
        if (worth[k] > (best < 0 ? floor : worth[best])) {
          best = k;
        }
      }
      if (best < 0) {
        return;
      }
      found.add(pool.get(best));
      worth[best] = 0;
    }
  }

  private void search(
      Space space,
      double[] price,
      double high,
      int searches,
      double floor,
      List<MixtureColumn> found) {
    SetSearch search = space.search;
    int order = search.order();
    double[] c = new double[order];
    for (int eta = 1; eta < order; eta++) {
      c[eta] = space.classes[eta] < 0 ? 0 : price[space.classes[eta]];
    }
    search.prices(c);
    List<SetColumn> own = new ArrayList<>();
    for (MixtureColumn column : columns) {
      if (column instanceof SetColumn set && set.space().equals(space)) {
        own.add(set);
      }
    }
    for (int i = 0; i < searches; i++) {
      BitSet start;
      if (i % 2 == 1 && !own.isEmpty()) {
        start = own.get(random.uniform(own.size())).set();
      } else {
        int size = (int) Math.round(high * order * (0.6 + 0.2 * random.uniform(6)));
        start = search.randomSet(Math.max(1, Math.min(order - 1, size)));
      }
      BitSet set = search.improve(start, Math.max(60, order));
      MixtureColumn column = space.column(set, a.length);
      if (worth(column, price) > floor) {
        found.add(column);
      }
    }
  }

  /** Masses for the current sets; sets without mass are dropped. */
  void solve(double precision) {
    masses =
        MixtureWeights.weights(
            a, columns.stream().map(MixtureColumn::values).toList(), start(), precision);
    double[] all = masses.clone();
    mix(columns, all);
    if (!prune(NEGLIGIBLE, objective * (1 + NEGLIGIBLE))) {
      // Some character is estimated from a set of tiny mass alone.
      for (int i = 0; i < all.length; i++) {
        all[i] = Math.max(all[i], NEGLIGIBLE);
      }
      mix(columns, all);
    }
  }

  /** The masses so far, and a tenth for what has come since; null to begin with. */
  private double[] start() {
    if (masses == null) {
      return null;
    }
    int news = columns.size() - masses.length;
    double[] start = new double[columns.size()];
    for (int i = 0; i < start.length; i++) {
      start[i] =
          i < masses.length ? (news > 0 ? 0.9 : 1) * Math.max(masses[i], NEGLIGIBLE) : 0.1 / news;
    }
    return start;
  }

  /** Drops sets of mass below {@code least}, unless the objective then exceeds {@code most}. */
  private boolean prune(double least, double most) {
    List<MixtureColumn> before = columns;
    double[] massesBefore = masses;
    List<MixtureColumn> kept = new ArrayList<>();
    double[] left = new double[masses.length];
    for (int i = 0; i < masses.length; i++) {
      if (masses[i] >= least) {
        left[kept.size()] = masses[i];
        kept.add(columns.get(i));
      }
    }
    mix(kept, Arrays.copyOf(left, kept.size()));
    if (objective <= most) {
      return true;
    }
    mix(before, massesBefore);
    return false;
  }

  /** Takes these masses, scaled to a sum of 1. */
  private void mix(List<MixtureColumn> sets, double[] weights) {
    double sum = Arrays.stream(weights).sum();
    columns = sets;
    masses = Arrays.stream(weights).map(weight -> weight / sum).toArray();
    lambda =
        MixtureWeights.lambda(sets.stream().map(MixtureColumn::values).toList(), masses, a.length);
    objective = MixtureWeights.objective(a, lambda);
  }

  private static double worth(MixtureColumn column, double[] price) {
    double sum = 0;
    for (int j = 0; j < price.length; j++) {
      sum += price[j] * column.values()[j];
    }
    return sum;
  }

  /**
   * Flips many elements of each set at once, those that gain most at the current prices; fewer
   * while the objective does not fall. O(n log n) a trial, the masses held.
   *
   * @param space where all sets in use are from
   */
  void flipMany(Space space, int most, DoublePredicate stop) {
    SetSearch search = space.search;
    for (int i = 0; i < columns.size() && !stop.test(objective); i++) {
      MixtureColumn column = columns.get(i);
      search.prices(prices(space));
      int[] candidates = search.bestFlips(column.orbit().base(), most);
      boolean falls = false;
      for (int count = candidates.length; count > 0 && !falls; count /= 4) {
        BitSet set = (BitSet) column.orbit().base().clone();
        for (int k = 0; k < count; k++) {
          set.flip(candidates[k]);
        }
        if (set.isEmpty() || set.cardinality() == search.order()) {
          continue;
        }
        MixtureColumn trial = space.column(set, a.length);
        double[] next = lambda.clone();
        for (int j = 0; j < next.length; j++) {
          next[j] += masses[i] * (trial.values()[j] - column.values()[j]);
        }
        double value = MixtureWeights.objective(a, next);
        falls = Arrays.stream(next).min().orElse(1) > 0 && value < objective;
        if (falls) {
          columns.set(i, trial);
          lambda = next;
          objective = value;
        }
      }
    }
  }

  /** c_η for a space: the derivative of the objective by X's eigenvalues, positive. */
  private double[] prices(Space space) {
    double[] c = new double[space.search.order()];
    for (int eta = 1; eta < c.length; eta++) {
      int j = space.classes[eta];
      c[eta] = j < 0 ? 0 : a[j] / (lambda[j] * lambda[j]);
    }
    return c;
  }

  /**
   * Flips single elements of the sets in use while the objective itself falls, the masses held.
   *
   * <p>A flip of x in set i changes F(η) by ± conj η(x); all flips are ranked by what their set is
   * then worth at the current prices, the best of them tried on the objective, O(n) each.
   *
   * @param space where all sets in use are from: a group all of whose characters in use have
   *     classes of one or two (η and −η)
   * @return whether anything was flipped
   */
  boolean flip(Space space, DoublePredicate stop) {
    boolean any = false;
    SetSearch search = space.search;
    int order = search.order();
    int[] representatives = new int[a.length];
    double[] members = new double[a.length];
    for (int eta = order - 1; eta > 0; eta--) {
      int j = space.classes[eta];
      if (j >= 0) {
        representatives[j] = eta;
        members[j]++;
      }
    }
    double[] trial = new double[a.length];
    double[] next = new double[a.length];
    double[] re = new double[order];
    double[] im = new double[order];
    for (int i = 0; i < columns.size(); i++) {
      if (stop.test(objective)) {
        break;
      }
      BitSet set = (BitSet) columns.get(i).orbit().base().clone();
      double[] values = columns.get(i).values().clone();
      search.prices(prices(space));
      int[] candidates = search.bestFlips(set, Math.max(12, order / 16));
      double[] transformRe = new double[order];
      double[] transformIm = new double[order];
      search.transform(set, transformRe, transformIm);
      boolean changed = false;
      for (int x : candidates) {
        int sign = set.get(x) ? -1 : 1;
        int size = set.cardinality() + sign;
        if (size < 1 || size >= order) {
          continue;
        }
        double scale = search.scale(size);
        search.character(x, re, im);
        double sum = 0;
        for (int j = 0; j < a.length; j++) {
          int eta = representatives[j];
          double real = transformRe[eta] + sign * re[eta];
          double imaginary = transformIm[eta] - sign * im[eta];
          trial[j] = members[j] * scale * (real * real + imaginary * imaginary);
          next[j] = lambda[j] + masses[i] * (trial[j] - values[j]);
          sum += next[j] > 0 ? a[j] / next[j] : Double.POSITIVE_INFINITY;
        }
        if (sum < objective * (1 - 1e-9)) {
          objective = sum;
          System.arraycopy(trial, 0, values, 0, a.length);
          System.arraycopy(next, 0, lambda, 0, a.length);
          for (int eta = 0; eta < order; eta++) {
            transformRe[eta] += sign * re[eta];
            transformIm[eta] -= sign * im[eta];
          }
          set.flip(x);
          changed = true;
        }
      }
      if (changed) {
        columns.set(i, new SetColumn(space, set, values));
        any = true;
      }
    }
    return any;
  }
}
