package org.sparkldp.protocols.random;

import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/** Pearson's test: do counts look as if drawn with given probabilities? */
final class GoodnessOfFit {
  private GoodnessOfFit() {}

  /**
   * The probability of a statistic at least as large when the counts are so distributed.
   *
   * @param probabilities of the cells, summing to 1, each with some expected counts
   */
  static double pValue(long[] counts, double[] probabilities) {
    long n = 0;
    for (long count : counts) {
      n += count;
    }
    double statistic = 0;
    for (int cell = 0; cell < counts.length; cell++) {
      double expected = n * probabilities[cell];
      statistic += (counts[cell] - expected) * (counts[cell] - expected) / expected;
    }
    return ChiSquaredDistribution.of(counts.length - 1.0).survivalProbability(statistic);
  }
}
