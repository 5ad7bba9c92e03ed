package org.sparkldp.published.gaussian;

import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.gaussian.GaussianQuestion;

/**
 * The mean from noisy numbers of an interval about it. A mean far from the middle of the interval
 * says that the interval was put in the wrong place: then there is no estimate.
 */
final class NumberMean {
  /** Standard errors by which the mean must be off the interval's middle half to be disbelieved. */
  private static final double SURE = 3;

  private NumberMean() {}

  /**
   * @param middle of the interval
   * @param half its half length
   * @param numbers in steps from the middle
   * @param error standard error of their mean, in steps
   * @param z how many standard errors the interval reaches to either side
   * @param note on the rounds before
   */
  static Estimate.Row row(
      String item,
      GaussianQuestion question,
      double middle,
      double half,
      GridNoise grid,
      NumberReports.SampleMean numbers,
      double error,
      double z,
      String note) {
    if (numbers.n() < 2) {
      return Estimate.Row.unknown(
          item,
          question.lower(),
          question.upper(),
          EstimateNotes.join("fewer than two people were asked for a number near the mean.", note));
    }
    double step = 2 * half / grid.steps();
    double offset = numbers.mean() * step;
    double standardError = error * step;
    if (Math.abs(offset) - SURE * standardError > half / 2) {
      return Estimate.Row.unknown(
          item,
          question.lower(),
          question.upper(),
          EstimateNotes.join(
              "the search for the mean has probably failed: values are at an end of where it put"
                  + " them.",
              note));
    }
    double mean = middle + offset;
    return new Estimate.Row(
        item, mean, standardError, mean - z * standardError, mean + z * standardError, note);
  }
}
