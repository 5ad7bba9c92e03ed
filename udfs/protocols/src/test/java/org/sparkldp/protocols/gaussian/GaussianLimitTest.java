package org.sparkldp.protocols.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.Information;

class GaussianLimitTest {

  @ParameterizedTest
  @CsvSource({"0.5, 26.19", "1, 7.356", "2, 2.708", "2.5, 2.183", "4, 1.690", "6, 1.586"})
  void theSignIsPrivateAtThisVariance(double epsilon, double variance) {
    assertEquals(variance, GaussianLimit.signVariance(epsilon), 5e-4 * variance);
  }

  /** Computed apart from this code, by linear programs and by other optimisers. */
  @ParameterizedTest
  @CsvSource({"2, 2.708", "2.5, 2.028", "3, 1.684", "4, 1.330", "5, 1.169"})
  void moreAnswersAreBetterFromEpsilonTwoOn(double epsilon, double variance) {
    assertEquals(variance, GaussianLimit.bestVariance(epsilon), 5e-4 * variance);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 0.1, 1, 1.9, 2})
  void noneIsBetterBelow(double epsilon) {
    assertEquals(
        1, GaussianLimit.bestVariance(epsilon) / GaussianLimit.signVariance(epsilon), 1e-12);
    assertEquals(1, GaussianLimit.bestCuts(epsilon).length);
  }

  @Tag("slow")
  @Test
  void theLimitFallsToWhatIsPossibleWithoutPrivacy() {
    double before = Double.POSITIVE_INFINITY;
    for (double epsilon = 0.5; epsilon <= 20; epsilon += 0.75) {
      double best = GaussianLimit.bestVariance(epsilon);
      assertTrue(best < before && best > 1, "epsilon " + epsilon);
      assertTrue(best <= GaussianLimit.signVariance(epsilon), "epsilon " + epsilon);
      before = best;
    }
    assertTrue(before < 1.02);
  }

  @Test
  void noNeighbouringCutsAreBetter() {
    double[] cuts = GaussianLimit.bestCuts(4);
    double best = Information.of(new Cuts(cuts), 4, 0).mean();

    assertEquals(1 / GaussianLimit.bestVariance(4), best, 1e-12);
    for (int i = 0; i < cuts.length; i++) {
      for (double step : new double[] {-0.01, 0.01}) {
        double[] moved = cuts.clone();
        moved[i] += step;
        assertTrue(Information.of(new Cuts(moved), 4, 0).mean() < best);
      }
    }
  }

  @Test
  void anEpsilonOutOfRangeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> GaussianLimit.signVariance(0));
    assertThrows(IllegalArgumentException.class, () -> GaussianLimit.bestVariance(21));
  }
}
