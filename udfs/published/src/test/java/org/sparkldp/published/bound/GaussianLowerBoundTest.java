package org.sparkldp.published.bound;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GaussianLowerBoundTest {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /**
   * Information of a sign about a point z sigmas above the mean, reported by randomized response.
   */
  private static double information(double epsilon, double z) {
    double gamma = Math.tanh(epsilon / 2);
    double q = 0.5 + gamma * (NORMAL.survivalProbability(z) - 0.5);
    return Math.pow(gamma * NORMAL.density(z), 2) / (q * (1 - q));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 0.1, 0.5, 1, 2, 4, 20})
  void noSignCarriesMoreThanTheBound(double epsilon) {
    double bound = GaussianLowerBound.information(epsilon);
    for (double z = -3; z <= 3; z += 0.1) {
      assertTrue(information(epsilon, z) <= bound * (1 + 1e-9));
    }
    assertTrue(bound <= 1);
  }

  @Test
  void theBoundIsTightForSmallEpsilonAndKnownAtOne() {
    assertEquals(1, information(1e-4, 0) / GaussianLowerBound.information(1e-4), 1e-3);
    assertEquals(1 / 6.330, GaussianLowerBound.information(1), 1e-4);
    assertEquals(1 / 25.18, GaussianLowerBound.information(0.5), 1e-5);
    assertEquals(1, GaussianLowerBound.information(10));
  }

  @Test
  void halfOfTheBoundWouldBeCaught() {
    assertTrue(information(1, 0) > GaussianLowerBound.information(1) / 2);
  }

  /**
   * The best test between two means from n signs: no estimate from them errs less often. Exact, by
   * summing binomials.
   */
  @ParameterizedTest
  @CsvSource({"1, 1, 0.3", "1, 20, 0.2", "1, 20, 0.7", "4, 200, 0.1", "0.5, 500, 0.2", "2, 5, 2"})
  void whatTheBestTestOfSignsAchievesIsNotBelowTheBound(double epsilon, int n, double t) {
    double gamma = Math.tanh(epsilon / 2);
    double p = 0.5 + gamma * (NORMAL.cumulativeProbability(t) - 0.5);
    BinomialDistribution one = BinomialDistribution.of(n, p);
    BinomialDistribution other = BinomialDistribution.of(n, 1 - p);
    double common = 0;
    for (int above = 0; above <= n; above++) {
      common += Math.min(one.probability(above), other.probability(above));
    }

    double best = common / 2;

    assertTrue(GaussianLowerBound.probability(epsilon, 1, n, t) <= best);
  }

  /** The efficient estimate is N(mean, sigma² V/n) in the limit. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.25, 0.1, 0.05, 0.01, 1e-4})
  void theBestKnownEstimateErrsMore(double beta) {
    double limit = Math.sqrt(Math.PI / 2) / Math.tanh(0.5) / Math.sqrt(10_000);
    double its = limit * NORMAL.inverseSurvivalProbability(beta / 2);
    double bound = GaussianLowerBound.error(1, 1, 10_000, beta);

    assertTrue(bound <= its, bound + " above " + its);
    assertTrue(bound >= its / 2.5 || beta > 0.25, bound + " far below " + its);
  }

  @ParameterizedTest
  @CsvSource({"0.5", "0.3", "0.05", "0.001", "1e-9"})
  void errorAndProbabilityAreInverse(double beta) {
    double t = GaussianLowerBound.error(0.7, 3, 1234, beta);

    assertEquals(beta, GaussianLowerBound.probability(0.7, 3, 1234, t), 1e-12);
  }

  @Test
  void itFallsWithTheRootOfReportsAndGrowsWithTheLogarithm() {
    double error = GaussianLowerBound.error(1, 2, 1000, 1e-6);

    assertEquals(error / 10, GaussianLowerBound.error(1, 2, 100_000, 1e-6), 1e-12);
    assertEquals(error / 2, GaussianLowerBound.error(1, 1, 1000, 1e-6), 1e-12);
    double ratio = GaussianLowerBound.error(1, 2, 1000, 1e-12) / error;
    assertEquals(Math.sqrt(Math.log(0.25e12) / Math.log(0.25e6)), ratio, 1e-12);
  }

  @Test
  void numbersOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> GaussianLowerBound.error(1, 1, 10, 0));
    assertThrows(IllegalArgumentException.class, () -> GaussianLowerBound.error(1, 1, 10, 0.6));
    assertThrows(IllegalArgumentException.class, () -> GaussianLowerBound.error(0, 1, 10, 0.1));
    assertThrows(IllegalArgumentException.class, () -> GaussianLowerBound.error(1, 0, 10, 0.1));
    assertThrows(
        IllegalArgumentException.class, () -> GaussianLowerBound.probability(1, 1, 0, 0.1));
  }
}
