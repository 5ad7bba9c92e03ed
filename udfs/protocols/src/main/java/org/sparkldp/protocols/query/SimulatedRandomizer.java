package org.sparkldp.protocols.query;

import java.util.HashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A local randomizer's reports without the people: from answers to statistical queries, draws
 * reports of nearly the law that the reports of people drawn from the oracle's distribution have.
 * What a noninteractive local protocol learns, an SQ oracle can therefore teach.
 *
 * <p>With R[w | y] the probability of report w from item y, q(w) = R[w | 0], and the means of
 *
 * <pre>
 *   rho(w) = E_y[ R[w | y] ] / q(w),   in [e^−eps, e^eps],
 * </pre>
 *
 * w is drawn from q and kept with probability rho(w)/(e^eps (1 + accuracy)), else drawn again: kept
 * ones have the law q rho, which is that of R on the people. rho(w) is cosh(eps) + sinh(eps) times
 * the mean of a function of y with values in [−1, 1], asked once for each w, so answers within
 * {@link #tolerance} give it within {@code accuracy}.
 *
 * <p><b>Total variation</b> from the true law is at most {@code accuracy}. Let e(w) be the errors
 * of rho, and d = Σ q e, so that the law is q (rho + e)/(1 + d). If d ≥ 0, it exceeds the true one
 * by q (e − rho d)/(1 + d) ≤ q accuracy; if d &lt; 0, it falls short by q (−e + rho d)/(1 + d) ≤ q
 * (accuracy + e^−eps d)/(1 + d) ≤ q accuracy, for accuracy ≤ e^−eps. Summed over w either is at
 * most accuracy. For n reports at once take a failure probability's n-th part.
 *
 * <p>Cost: at most one query for each report that there can be. Draws: {@link #expectedDraws}.
 * Errors: a table that is no probability table, accuracy out of range; {@link PoolSpentException}
 * of the oracle. One thread at a time.
 *
 * <p>Source: Kasiviswanathan et al., SIAM J. Comput. 2011, section 5, which keeps with probability
 * rho/e^eps and leaves the tolerance to constants.
 */
public final class SimulatedRandomizer {
  private static final double ROUNDING = 1e-9;

  private final double[][] table;
  private final double accuracy;
  private final double epsilon;
  private final Map<Integer, Double> ratios = new HashMap<>();

  /**
   * Of a randomizer given by its table, such as {@link
   * org.sparkldp.protocols.audit.OutputTable#of}.
   *
   * @param table P[report | item], a row an item
   * @param accuracy largest total variation from the true law, in (0, e^−eps], where eps is the
   *     largest |ln| of a row's ratio to row 0
   */
  public SimulatedRandomizer(double[][] table, double accuracy) {
    this.table = new double[table.length][];
    for (int item = 0; item < table.length; item++) {
      this.table[item] = table[item].clone();
    }
    this.epsilon = loss(this.table);
    this.accuracy = accuracy;
    if (!(accuracy > 0 && accuracy <= StrictMath.exp(-epsilon))) {
      throw Require.refusal(
          "accuracy (a total variation) must be above 0 and at most e^-epsilon, %s for this table."
              + " Provided value: %s.",
          StrictMath.exp(-epsilon), accuracy);
    }
  }

  private static double loss(double[][] table) {
    double loss = 0;
    for (double[] row : table) {
      double sum = 0;
      for (int w = 0; w < row.length; w++) {
        sum += row[w];
        loss = row[w] == table[0][w] ? loss : Math.max(loss, loss(row[w], table[0][w]));
      }
      Require.that(row.length == table[0].length && Math.abs(sum - 1) <= ROUNDING)
          .orRefuse(
              "a table's rows must be probabilities of the same reports. Provided: a row of %s that"
                  + " sums to %s.",
              row.length, sum);
    }
    Require.that(loss > 0 && loss < Double.POSITIVE_INFINITY)
        .orRefuse(
            "a table must be of a randomizer with an epsilon above 0 and finite. Computed value:"
                + " %s.",
            loss);
    return loss;
  }

  private static double loss(double probability, double base) {
    return Math.abs(StrictMath.log(probability / base));
  }

  /** The tolerance that answers must have. */
  public double tolerance() {
    return accuracy / StrictMath.sinh(epsilon);
  }

  /** Draws for one report, on average, at most. */
  public double expectedDraws() {
    return StrictMath.exp(epsilon) * (1 + accuracy) / (1 - accuracy);
  }

  /** The probability that there is no report after the last draw. */
  public long draws(double failure) {
    return (long) Math.ceil(StrictMath.log(failure) / StrictMath.log1p(-1 / expectedDraws()));
  }

  /** The function whose mean shows how likely a report is; in [−1, 1]. */
  public ToDoubleFunction<Integer> query(int report) {
    double half = StrictMath.sinh(epsilon);
    double middle = StrictMath.cosh(epsilon);
    return item -> {
      double ratio = table[item][report] / table[0][report];
      return Math.max(-1, Math.min(1, (ratio - middle) / half));
    };
  }

  /** One report; asks the oracle about those that it has not asked about before. */
  public int report(QueryOracle<ToDoubleFunction<Integer>> oracle, RandomSource source) {
    double bound = StrictMath.exp(epsilon) * (1 + accuracy);
    while (true) {
      int report = base(unit(source));
      Double ratio = ratios.get(report);
      if (ratio == null) {
        double answer = oracle.answer(query(report)).estimate();
        ratio = StrictMath.cosh(epsilon) + StrictMath.sinh(epsilon) * answer;
        ratios.put(report, ratio);
      }
      if (unit(source) * bound < ratio) {
        return report;
      }
    }
  }

  /** A report of item 0. */
  private int base(double unit) {
    double rest = unit;
    int last = 0;
    for (int w = 0; w < table[0].length; w++) {
      if (table[0][w] > 0) {
        last = w;
        rest -= table[0][w];
        if (rest < 0) {
          break;
        }
      }
    }
    return last;
  }

  /** Nobody's value is at stake here, so 53 bits will do. */
  private static double unit(RandomSource source) {
    return (source.nextLong() >>> 11) * 0x1p-53;
  }
}
