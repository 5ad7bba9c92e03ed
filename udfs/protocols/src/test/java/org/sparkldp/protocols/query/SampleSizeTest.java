package org.sparkldp.protocols.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SampleSizeTest {
  private static final SampleSize TEN = new SampleSize(1, 10, 0.1, 0.05);

  @Test
  void theSizesAreTheOnesOfTheNote() {
    assertEquals(2.163953, TEN.c(), 1e-6);
    assertEquals(5612, TEN.perQuery());
    assertEquals(56_120, TEN.groups());
    assertEquals(36_900, TEN.groupsByCentralLimit());
    assertEquals(480_117, TEN.split());
    assertTrue(TEN.splitByCentralLimit() < TEN.split());
  }

  @Test
  void allAnswersAtOnceByTheHypercubeNeedAboutHalfPiTimesAsManyAsGroups() {
    for (int queries : new int[] {9, 101, 1001}) {
      SampleSize size = new SampleSize(1, queries, 0.1, 0.05);

      assertEquals(Math.PI / 2, (double) size.hypercube() / size.groups(), 2.0 / queries);
    }
  }

  @Test
  void groupsByHashNeedHardlyMore() {
    assertTrue(TEN.hashedGroups() >= TEN.groups() - 10);
    assertTrue(TEN.hashedGroups() <= TEN.groups() * 1.001);
    SampleSize one = new SampleSize(1, 1, 0.1, 0.05);
    assertEquals(one.perQuery(), one.hashedGroups());
  }

  /** E[2 q e^(−n h)] over a binomial n, summed. */
  private static double failure(SampleSize size, long people) {
    BinomialDistribution law = BinomialDistribution.of((int) people, 1.0 / size.queries());
    double h = size.tau() * size.tau() / (2 * size.c() * size.c());
    double sum = 0;
    for (int n = 0; n <= people; n++) {
      sum += law.probability(n) * Math.exp(-n * h);
    }
    return 2 * size.queries() * sum;
  }

  @ParameterizedTest
  @CsvSource({"1, 10, 0.1, 0.05", "4, 3, 0.5, 0.01", "0.5, 40, 0.9, 0.3", "2, 1, 0.2, 0.05"})
  void groupsByHashAreTheFewestWithTheStatedFailure(
      double epsilon, int queries, double tau, double beta) {
    SampleSize size = new SampleSize(epsilon, queries, tau, beta);

    assertTrue(failure(size, size.hashedGroups()) <= beta * (1 + 1e-9));
    assertTrue(failure(size, size.hashedGroups() - 1) > beta * (1 - 1e-9));
  }

  @Test
  void theToleranceOfAsManyAsAreNeededIsTheOneAskedFor() {
    assertEquals(0.1, TEN.tolerance(5612), 1e-4);
    assertTrue(TEN.tolerance(5611) > 0.1);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 0.1, 0.1",
    "1, 0, 0.1, 0.1",
    "1, 1048577, 0.1, 0.1",
    "1, 1, 0, 0.1",
    "1, 1, 2, 0.1",
    "1, 1, NaN, 0.1",
    "1, 1, 0.1, 0",
    "1, 1, 0.1, 1",
  })
  void parametersOutOfRangeAreRefused(double epsilon, int queries, double tau, double beta) {
    assertThrows(IllegalArgumentException.class, () -> new SampleSize(epsilon, queries, tau, beta));
  }

  /** (c(eps/q) z/tau)², z the normal quantile of beta over all queries. */
  @Test
  void splittingByTheCentralLimitIsThePrintedFormula() {
    double ratio = (double) TEN.splitByCentralLimit() / (TEN.groupsByCentralLimit() / 10.0);
    double c = 1 / Math.tanh(1.0 / 10 / 2);

    assertEquals(c * c / (TEN.c() * TEN.c()), ratio, 0.01 * ratio);
  }
}
