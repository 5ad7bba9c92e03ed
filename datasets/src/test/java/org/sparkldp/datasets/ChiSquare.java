package org.sparkldp.datasets;

/** Pearson's test of counts against probabilities, at a false-alarm rate of 1e-6. */
public final class ChiSquare {
  /** Probability of rejecting a true distribution, as far as the chi-square limit holds. */
  private static final double FALSE_ALARM = 1e-6;

  private static final int MOST_POOLS = 1000;

  private ChiSquare() {}

  /**
   * Whether counts contradict the probabilities. Cells are pooled, in order, until a pool expects
   * ten observations and a thousandth of all: more pools would only dilute the test. Threshold:
   * Laurent and Massart 2000, lemma 1, P(X >= d + 2 sqrt(d t) + 2 t) <= exp(-t) for d degrees of
   * freedom.
   */
  public static boolean rejects(long[] counts, double[] probabilities) {
    long n = 0;
    for (long count : counts) {
      n += count;
    }
    double statistic = 0;
    double least = Math.max(10, n / (double) MOST_POOLS);
    int pools = 0;
    double expected = 0;
    double observed = 0;
    double expectedLeft = n;
    for (int i = 0; i < counts.length; i++) {
      double cell = n * probabilities[i];
      if (cell == 0 && counts[i] > 0) {
        return true; // What cannot happen did.
      }
      expected += cell;
      observed += counts[i];
      expectedLeft -= cell;
      boolean last = i == counts.length - 1;
      if (last || (expected >= least && expectedLeft >= least)) {
        if (expected > 0) {
          statistic += (observed - expected) * (observed - expected) / expected;
          pools++;
        }
        expected = 0;
        observed = 0;
      }
    }
    int degrees = pools - 1;
    double t = -Math.log(FALSE_ALARM);
    return statistic > degrees + 2 * Math.sqrt(degrees * t) + 2 * t;
  }

  /** Whether the rows of a table of counts depend on its columns. */
  public static boolean findsDependence(long[][] counts) {
    double[] ofRow = new double[counts.length];
    double[] ofColumn = new double[counts[0].length];
    double n = 0;
    for (int row = 0; row < counts.length; row++) {
      for (int column = 0; column < ofColumn.length; column++) {
        ofRow[row] += counts[row][column];
        ofColumn[column] += counts[row][column];
        n += counts[row][column];
      }
    }
    double statistic = 0;
    for (int row = 0; row < counts.length; row++) {
      for (int column = 0; column < ofColumn.length; column++) {
        double expected = ofRow[row] * ofColumn[column] / n;
        double distance = counts[row][column] - expected;
        statistic += distance * distance / expected;
      }
    }
    double degrees = (ofRow.length - 1.0) * (ofColumn.length - 1.0);
    double t = -Math.log(FALSE_ALARM);
    return statistic > degrees + 2 * Math.sqrt(degrees * t) + 2 * t;
  }
}
