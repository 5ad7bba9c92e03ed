package org.sparkldp.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import org.sparkldp.protocols.check.Require;

/**
 * What asking tables costs and gives, known before anybody is asked: how people are divided, how
 * fine grids may be, and the error to expect. Errors are total variations, half the sum of the
 * errors of all cells.
 */
public final class TableDesign {
  /** The parts of the people who answer one-way tables, coarse pairs and chosen tables. */
  public static final List<Double> ROUNDS = List.of(0.10, 0.25, 0.65);

  /** The total variation of a table that is good enough for most questions. */
  public static final double WANTED = 0.05;

  private TableDesign() {}

  /**
   * Divides people among tables in proportion to K^(2/3) for K cells, at which the sum of expected
   * errors is least: each is in proportion to K/√n.
   *
   * @param emphasis of each table; 1, or more for one that matters more
   */
  public static double[] division(double[] cells, double[] emphasis, double people) {
    double[] parts = new double[cells.length];
    double sum = 0;
    for (int t = 0; t < parts.length; t++) {
      parts[t] = emphasis[t] * StrictMath.cbrt(cells[t] * cells[t]);
      sum += parts[t];
    }
    for (int t = 0; t < parts.length; t++) {
      parts[t] *= people / sum;
    }
    return parts;
  }

  /** The expected error of a table as it is asked, for evenly spread people. */
  public static double rawError(double cells, double people, double epsilon) {
    Require.that(cells >= 1 && cells <= Domain.MAX_CELLS)
        .orRefuse("a table must have 1 to %s cells. Provided: %s.", Domain.MAX_CELLS, (long) cells);
    int whole = (int) Math.max(2, cells);
    double variance = PureLaw.best(whole, epsilon).variance(1.0 / whole) + 1.0 / whole;
    return whole * Math.sqrt(variance / people / (2 * Math.PI));
  }

  /**
   * What a model makes of that error: .61 of a small one, .21 of 1, and never above .318. The three
   * constants were fitted by a scratch program, which is not kept, to a few seeds of one census
   * table; on other tables the model may earn more or less.
   */
  public static double modelError(double rawError) {
    return 0.7 * rawError / (1.15 + 2.2 * rawError);
  }

  /**
   * A point of the curve.
   *
   * @param tables that are asked in the last round
   * @param rawError the mean over pairs
   * @param modelError what the model makes of it
   */
  public record Point(int tables, double rawError, double modelError) {}

  /**
   * The error of an asked pair by the number of tables: a tree's, then more, up to all pairs. What
   * pairs lose that are not asked depends on the people and is not in it.
   */
  public static List<Point> curve(Domain domain, double people, double epsilon) {
    Require.that(people > 0).orRefuse("people must be above 0. Provided value: %s.", people);
    int d = domain.count();
    int all = d * (d - 1) / 2;
    double[] cells = pairs(domain).stream().mapToDouble(domain::cells).toArray();
    double[] even = DoubleStream.generate(() -> 1).limit(all).toArray();
    double[] answering = division(cells, even, people * ROUNDS.get(2) * all);
    double one = 0; // if only one table were asked
    for (int i = 0; i < all; i++) {
      one += rawError(cells[i], answering[i], epsilon) / all;
    }
    List<Point> curve = new ArrayList<>();
    for (int tables = d - 1; tables <= all && tables > 0; tables++) {
      double raw = one * Math.sqrt(tables);
      curve.add(new Point(tables, raw, modelError(raw)));
    }
    return curve;
  }

  /**
   * How many people make the model's error so small, if so many have this one as it is asked, which
   * falls with their root.
   */
  public static double peopleFor(double people, double rawError, double error) {
    Require.that(error > 0 && error <= 0.3)
        .orRefuse("an error to reach must be above 0 and at most 0.3. Provided: %s.", error);
    double needed = 1.15 * error / (0.7 - 2.2 * error); // of which the model makes this error
    return people * rawError * rawError / (needed * needed);
  }

  /** How many people make the mean error of a tree's pairs, after the model, so small. */
  public static double peopleFor(Domain domain, double epsilon, double error) {
    Require.that(domain.count() >= 2)
        .orRefuse("a pair needs two attributes. Provided: %s.", domain.count());
    double people = 1e6;
    return peopleFor(people, curve(domain, people, epsilon).get(0).rawError, error);
  }

  /**
   * The levels of each of two numbers' common grid.
   *
   * <p>Source: Yang et al., PVLDB 14(4), 2020, with their constants.
   *
   * @param tables among which the people are divided
   */
  public static int pairGrid(double people, int tables, double epsilon) {
    double growth = StrictMath.expm1(epsilon);
    double g = 0.06 * growth * Math.sqrt(people / (tables * (growth + 1)));
    return (int) Math.max(2, Math.min(1 << 8, Math.round(Math.sqrt(g))));
  }

  /**
   * Groups of neighbouring levels, each of about the same share.
   *
   * @param shares of all levels, at least 0
   * @return for each level its group
   */
  public static int[] neighbours(double[] shares, int most) {
    double sum = Arrays.stream(shares).sum();
    int[] groups = new int[shares.length];
    double before = 0;
    int last = -1;
    int group = -1;
    for (int v = 0; v < groups.length; v++) {
      int at = (int) Math.min(most - 1.0, (before + shares[v] / 2) / sum * most);
      if (shares.length <= most || at > last) {
        group++;
      }
      last = at;
      groups[v] = group;
      before += shares[v];
    }
    return groups;
  }

  /** The largest levels, each for itself, and all others as the last group. */
  public static int[] largest(double[] shares, int most) {
    int[] groups = Domain.identity(shares.length);
    if (shares.length > most) {
      Integer[] order = Arrays.stream(groups).boxed().toArray(Integer[]::new);
      Arrays.sort(order, (v, w) -> Double.compare(shares[w], shares[v]));
      for (int place = 0; place < order.length; place++) {
        groups[order[place]] = Math.min(place, most - 1);
      }
    }
    return groups;
  }

  /** All pairs of attributes. */
  public static List<int[]> pairs(Domain domain) {
    List<int[]> pairs = new ArrayList<>();
    for (int a = 0; a < domain.count(); a++) {
      for (int b = a + 1; b < domain.count(); b++) {
        pairs.add(domain.requireSet(new int[] {a, b}));
      }
    }
    return pairs;
  }
}
