package org.sparkldp.tables;

import org.sparkldp.protocols.check.Require;

/** A number with its standard error. */
public record Answer(double value, double standardError) {

  /**
   * One answer from synthetic tables of several redrawn models. The variance is (1 + 1/M) B − Ū, B
   * the variance of the estimates and Ū the mean of their own variances, and at least (rows/people)
   * Ū.
   *
   * <p>Source: Raghunathan, Reiter &amp; Rubin, J. Official Statistics 19(1), 2003.
   *
   * @param estimates one a copy, at least 2
   * @param variances as a reader states them who takes the copy for data
   * @param rowsOfPeople rows of a copy over people asked
   */
  public static Answer combined(double[] estimates, double[] variances, double rowsOfPeople) {
    int copies = estimates.length;
    Require.that(copies >= 2 && variances.length == copies)
        .orRefuse(
            "combining needs at least 2 copies, each with a variance. Provided: %s estimates, %s"
                + " variances.",
            copies, variances.length);
    double mean = 0;
    double within = 0;
    for (int i = 0; i < copies; i++) {
      Require.that(variances[i] >= 0)
          .orRefuse("a variance must be at least 0. Provided value: %s.", variances[i]);
      mean += estimates[i] / copies;
      within += variances[i] / copies;
    }
    double between = 0;
    for (double estimate : estimates) {
      between += (estimate - mean) * (estimate - mean) / (copies - 1);
    }
    double variance = Math.max((1 + 1.0 / copies) * between - within, rowsOfPeople * within);
    return new Answer(mean, Math.sqrt(variance));
  }
}
