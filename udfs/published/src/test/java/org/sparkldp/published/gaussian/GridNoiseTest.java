package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.release.GaussianCalibration;

class GridNoiseTest {

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1e-3, 0.1, 0.5, 1, 2, 3.3, 8, 20})
  void laplaceNoiseCostsExactlyWhatItsLikelihoodsSay(double epsilon) {
    GridNoise grid = GridNoise.laplace(epsilon);

    double loss = grid.contrast(-grid.steps() / 2, 0, grid.steps());
    assertEquals(grid.exactEpsilon(), loss, 1e-12 * epsilon);
    assertTrue(grid.exactEpsilon() <= epsilon && grid.exactEpsilon() >= epsilon * (1 - 1e-3));
    assertTrue(grid.steps() >= 1 << 10);
    // The interval has length 1 and scale 1/epsilon.
    double variance = grid.noise().variance() / ((double) grid.steps() * grid.steps());
    assertEquals(2 / (epsilon * epsilon), variance, 1e-3 * variance);
  }

  @Test
  void anEverydayEpsilonIsMetExactly() {
    assertEquals(1, GridNoise.laplace(1).exactEpsilon());
    assertEquals(1 << 16, GridNoise.laplace(1).steps());
  }

  @ParameterizedTest
  @CsvSource({
    "1e-6, 1e-15",
    "1e-3, 0.1",
    "0.1, 1e-5",
    "0.5, 0.01",
    "1, 1e-5",
    "1.38, 1e-9",
    "2, 1e-5",
    "8, 1e-5",
    "20, 1e-15",
    "20, 0.1"
  })
  void gaussianNoiseIsPrivateForAnyTwoPlaces(double epsilon, double delta) {
    GridNoise grid = GridNoise.gaussian(epsilon, delta);
    double sigma = Math.sqrt(grid.noise().variance());

    assertTrue(grid.exactEpsilon() <= epsilon);
    assertTrue(grid.steps() >= 1 << 6);
    for (double apart : new double[] {1, 0.7, 0.1}) {
      double leaked = GaussianCalibration.delta(epsilon, sigma, apart * grid.steps());
      assertTrue(leaked <= delta, apart + ": " + leaked);
    }
    double published = 2 * Math.log(2 / delta) / (epsilon * epsilon);
    double variance = grid.noise().variance() / ((double) grid.steps() * grid.steps());
    assertTrue(variance >= published);
    if (epsilon <= 2 * Math.log(2)) {
      assertEquals(published, variance, 1e-3 * published);
    }
  }

  @Test
  void thePublishedVarianceAloneWouldBeCaughtAtLargeEpsilon() {
    double published = Math.sqrt(2 * Math.log(2 / 1e-5)) / 20;

    assertTrue(GaussianCalibration.delta(20, published, 1) > 1e-5);
  }

  /**
   * P[Y > a] − e^eps P[Y > b] of discrete noise, with a and b where the loss of the two ends of the
   * grid is epsilon, summed term by term.
   */
  @Test
  void theDeltaOfTheDiscreteLawItselfIsWithinTheClaim() {
    double epsilon = 8;
    double delta = 1e-3;
    GridNoise grid = GridNoise.gaussian(epsilon, delta);
    double variance = grid.noise().variance();
    double from = epsilon * variance / grid.steps() - grid.steps() / 2.0;
    double mass = 0;
    double above = 0;
    double shifted = 0;
    for (long y = -20L * (long) Math.sqrt(variance); y <= 20 * Math.sqrt(variance); y++) {
      double weight = Math.exp(grid.noise().logLikelihood(y));
      mass += weight;
      above += y > from ? weight : 0;
      shifted += y > from + grid.steps() ? weight : 0;
    }

    double exact = (above - Math.exp(epsilon) * shifted) / mass;

    assertTrue(exact <= delta, "exact " + exact);
    assertEquals(
        GaussianCalibration.delta(epsilon, Math.sqrt(variance), grid.steps()), exact, 1e-3 * exact);
  }

  /** By concentrated privacy, from the integers alone; the least rounding is upward. */
  @ParameterizedTest
  @CsvSource({"1e-6, 1e-15", "0.1, 1e-5", "1, 1e-5", "2, 1e-5", "8, 1e-5", "20, 1e-15"})
  void theExactEpsilonOfGaussianNoiseIsThatOfItsIntegers(double epsilon, double delta) {
    GridNoise grid = GridNoise.gaussian(epsilon, delta);
    double rho = Math.pow(grid.steps(), 2) / (2 * grid.noise().variance());
    double exact = rho + 2 * Math.sqrt(rho * -Math.log(delta));

    assertEquals(exact * (1 + 1e-12), grid.exactEpsilon(), 3e-13 * exact);
    assertTrue(grid.exactEpsilon() > 0.5 * epsilon, "and not far below the claim");
  }

  /** A report is counted from the middle; its contrast is that of the noise that it must hold. */
  @Test
  void theContrastIsTheNoisesLogLikelihoodRatio() {
    GridNoise grid = GridNoise.laplace(1);
    int half = grid.steps() / 2;
    for (long report : new long[] {-half, -5, 0, 7, half}) {
      assertEquals(
          grid.noise().logLikelihood(report + half - 3)
              - grid.noise().logLikelihood(report + half - grid.steps()),
          grid.contrast(report, 3, grid.steps()),
          1e-12);
    }
    assertEquals(grid.exactEpsilon(), grid.contrast(-half, 0, grid.steps()), 1e-9);
  }

  @Test
  void placesAreClippedAndRounded() {
    GridNoise grid = GridNoise.laplace(1);

    assertEquals(0, grid.input(-7));
    assertEquals(0, grid.input(Double.NEGATIVE_INFINITY));
    assertEquals(1 << 15, grid.input(0.5 + 0.4 / (1 << 16)));
    assertEquals(1 << 16, grid.input(1.0001));
    assertEquals(1 << 16, grid.input(Double.POSITIVE_INFINITY));
  }

  @Test
  void reportsAreCountedFromTheMiddle() {
    GridNoise grid = GridNoise.laplace(4);
    SimulationSource source = new SimulationSource(1);
    double sum = 0;
    int n = 100_000;
    for (int i = 0; i < n; i++) {
      sum += grid.report(grid.input(0.75), source);
    }

    double error = 5 * Math.sqrt(grid.noise().variance() / n);
    assertEquals(grid.steps() / 4.0, sum / n, error);
    double atTheEnd = sum / n;
    assertThrows(AssertionError.class, () -> assertEquals(grid.steps() * 0.75, atTheEnd, error));
  }
}
