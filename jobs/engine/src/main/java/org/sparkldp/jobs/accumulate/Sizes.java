package org.sparkldp.jobs.accumulate;

import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.sums.NumberSums;

/**
 * The sizes of accumulators and estimates, computed before a job starts: what cannot end well is
 * refused with its numbers, not killed after hours.
 */
public final class Sizes {
  /** Accumulators of one command; beyond that no driver reads them. */
  static final long MOST_ACCUMULATED = 32L << 30;

  /**
   * One row of estimates, with all that is made of it: the table, the printed and the HTML page.
   */
  private static final long ESTIMATE_BYTES = 1000;

  private Sizes() {}

  /** The counters of a group: of reports, and of each number. */
  public static int width(Plan plan) {
    int reports = plan.protocol().layout().width();
    int numbers = plan.numbers().size();
    return numbers == 0
        ? reports
        : Math.addExact(reports, numbers * NumberSums.of(plan.protocol()).width());
  }

  /** Whether the counters of so many groups can be kept. */
  static boolean areKept(long groups, int width) {
    return accumulated(groups, width) <= MOST_ACCUMULATED;
  }

  private static double accumulated(long groups, int width) {
    return (double) groups * width * Long.BYTES;
  }

  /** Refuses more counters than can be kept. */
  static void requireAccumulators(long groups, int width) {
    if (!areKept(groups, width)) {
      throw Require.refusal(
          "accumulators of all groups together must take at most %s MiB. Provided: %s groups of"
              + " %s counters, %s MiB; group by fewer columns, or take a protocol with fewer"
              + " counters.",
          mebibytes(MOST_ACCUMULATED), groups, width, mebibytes(accumulated(groups, width)));
    }
  }

  /** Groups whose estimates alone fill the driver's memory, and one more is refused. */
  public static int mostEstimates(int width, long heap) {
    return (int) Math.min(Integer.MAX_VALUE - 1, heap / (width * ESTIMATE_BYTES));
  }

  /**
   * Refuses what the driver's memory does not hold.
   *
   * @param accumulated bytes of all accumulators
   * @param heap the most that the driver's JVM takes
   */
  public static void requireEstimates(long groups, int width, long accumulated, long heap) {
    double bytes = 2.0 * accumulated + (double) groups * width * ESTIMATE_BYTES;
    if (bytes > heap) {
      throw Require.refusal(
          "estimates must fit into the driver's memory. Provided: %s groups of %s counters, which"
              + " take about %s MiB of %s; give it more (LDP_JAVA_OPTIONS=-Xmx%sg, or"
              + " --driver-memory), or fewer groups.",
          groups,
          width,
          mebibytes(bytes),
          mebibytes(heap),
          (long) Math.ceil(bytes / (1 << 30) + 1));
    }
  }

  private static long mebibytes(double bytes) {
    return Math.round(bytes / (1 << 20));
  }
}
