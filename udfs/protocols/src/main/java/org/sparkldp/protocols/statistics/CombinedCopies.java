package org.sparkldp.protocols.statistics;

import org.apache.commons.statistics.distribution.TDistribution;
import org.sparkldp.protocols.check.Require;

/**
 * One answer from several synthetic tables, each drawn from another fit of the same reports. Its
 * variance is (1 + 1/M) B − Ū, B the variance of the M estimates and Ū the mean of their own
 * variances; its interval is Student's with the degrees of freedom (M − 1) (1 − Ū/((1 + 1/M) B))²,
 * for B is known from M numbers only.
 *
 * <p>Where the copies hardly differ, B − Ū is known badly, even below 0. Then the variance is (rows
 * / people + 1/M) Ū: what the chance of people and the chance of all copies' rows leave at least.
 *
 * <p>Source: Raghunathan, Reiter &amp; Rubin, J. Official Statistics 19(1), 2003; Reiter, J.
 * Official Statistics 18(4), 2002.
 */
public record CombinedCopies(double estimate, double standardError, double lower, double upper) {

  /**
   * Combines.
   *
   * @param estimates one a copy, at least 2
   * @param variances as a reader states them who takes the copy for data
   * @param rowsOfPeople rows of a copy over people asked
   */
  public static CombinedCopies of(double[] estimates, double[] variances, double rowsOfPeople) {
    int copies = estimates.length;
    Require.that(copies >= 2 && variances.length == copies)
        .orRefuse(
            "combining needs at least 2 copies, each with a variance. Provided: %s estimates, %s"
                + " variances.",
            copies, variances.length);
    Require.that(rowsOfPeople > 0)
        .orRefuse("rows over people must be above 0. Provided value: %s.", rowsOfPeople);
    double mean = 0;
    double within = 0;
    for (int i = 0; i < copies; i++) {
      Require.that(Double.isFinite(estimates[i]) && variances[i] >= 0)
          .orRefuse(
              "each copy must have an estimate, and a variance of at least 0. Provided: %s, %s;"
                  + " draw more rows a copy.",
              estimates[i], variances[i]);
      mean += estimates[i] / copies;
      within += variances[i] / copies;
    }
    double between = 0;
    for (double estimate : estimates) {
      between += (1 + 1.0 / copies) * (estimate - mean) * (estimate - mean) / (copies - 1);
    }
    double variance = Math.max(between - within, (rowsOfPeople + 1.0 / copies) * within);
    double free = between > within ? (copies - 1) * Math.pow(1 - within / between, 2) : 0;
    double far =
        variance > between - within
            ? StandardNormal.quantile(0.975)
            : TDistribution.of(Math.max(1, free)).inverseCumulativeProbability(0.975);
    double error = Math.sqrt(variance);
    return new CombinedCopies(mean, error, mean - far * error, mean + far * error);
  }
}
