package org.sparkldp.protocols.longitudinal;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The estimator of the change between two periods from both reports of each person. Estimates are
 * unbiased; standard errors and intervals allow for what the two reports of a person share.
 *
 * <p><b>Why pairs.</b> The two reports of a person share the part and, if the value stayed, the
 * permanent response. So the errors of two periods' estimates have a covariance, which depends on
 * how many people kept their values, and that is in neither period's sums. It is in the pairs.
 *
 * <p>Estimator: with φ(r) the estimate of an item from one report, the change is the sum of
 * φ(later) − φ(earlier) over people, unbiased because each φ is. Part and item being equal, φ takes
 * two values {@link MemoizedOracle#scale} apart, so the change is scale · (people whose report
 * began to support the item − people whose report ceased to).
 *
 * <p>Standard error: scale · √(people whose report began or ceased to support it), the root of the
 * sum of squares. People are independent, so the variance is Σ E[Δφ²] − Σ (E[Δφ])². The first sum
 * is what the squares estimate without bias; the second is the number of people who came to the
 * item or left it, because E[Δφ] is 1, −1 or 0. It is left out: the variance is too large by at
 * most one for each of them, where a person adds scale² times the probability that the report
 * changed. An error of 0 says that no report about the item changed, so it is no weight.
 *
 * <p>Interval: both numbers of reports are sums of rare events, each with the score interval x +
 * z²/2 ± z √(x + z²/4). The change reaches up by the root of the squares of how far "began" reaches
 * up and "ceased" reaches down, and down the other way round (Zou and Donner 2008). It is the
 * normal one where many reports changed; where none did, z² reports either way are possible, and no
 * interval that holds for all numbers of people is much shorter.
 *
 * <p>Errors: more than 2^24 kinds of pairs; two reports of different parts, which are not of one
 * person under one key; no people.
 */
public final class JoinedReports {
  private static final int MOST_KINDS = 1 << 24;

  private final MemoizedOracle oracle;
  private final int answers;

  /**
   * @param oracle that made both reports of each person
   */
  public JoinedReports(MemoizedOracle oracle) {
    this.oracle = oracle;
    this.answers = oracle.shape().answers();
    Require.that((long) oracle.cells() * answers <= MOST_KINDS)
        .orRefuse(
            "pairs of reports must be of at most 2^24 kinds. Provided protocol: %s; ask about fewer"
                + " items, or with fewer cells.",
            oracle);
  }

  /** How many kinds of pairs there are. */
  public int kinds() {
    return oracle.cells() * answers;
  }

  /**
   * The kind of a person's pair, in [0, kinds): (part · answers + earlier answer) · answers + later
   * answer.
   */
  public int kind(int earlier, int later) {
    Require.that(earlier / answers == later / answers)
        .orRefuse(
            "both reports of a person must be drawn under one key. Provided: two reports of"
                + " different parts; join only the reports of one key by their report_id.");
    return earlier * answers + later % answers;
  }

  /**
   * By how many people each item grew.
   *
   * @param pairs people by the kind of their pair
   * @param confidence of the intervals
   */
  public Estimate changes(long[] pairs, double confidence) {
    long n = 0;
    for (long people : pairs) {
      n += people;
    }
    double z = StandardNormal.ofInterval(n, confidence);
    double scale = oracle.scale();
    MemoizedOracle.Flips flips = oracle.flips(pairs);
    List<Estimate.Row> rows = new ArrayList<>(oracle.k());
    for (int item = 0; item < oracle.k(); item++) {
      long begun = flips.begun()[item];
      long ceased = flips.ceased()[item];
      double change = scale * (begun - ceased);
      rows.add(
          new Estimate.Row(
              Integer.toString(item),
              change,
              scale * Math.sqrt(begun + ceased),
              change - scale * reach(ceased, begun, z),
              change + scale * reach(begun, ceased, z)));
    }
    return new Estimate(n, confidence, rows);
  }

  /** How many reports a difference of two numbers of rare events may be above the seen one. */
  static double reach(long more, long less, double z) {
    double up = z * z / 2 + z * Math.sqrt(more + z * z / 4);
    double down = z * Math.sqrt(less + z * z / 4) - z * z / 2;
    return Math.hypot(up, down);
  }
}
