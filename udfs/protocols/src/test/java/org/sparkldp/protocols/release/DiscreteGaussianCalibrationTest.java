package org.sparkldp.protocols.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.statistics.distribution.NormalDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The certificate of discrete noise against its delta, which for small sensitivities is a sum. */
class DiscreteGaussianCalibrationTest {

  /**
   * Of two numbers with noise on integers, d apart: the least delta at epsilon, by adding up the
   * hockey stick.
   */
  private static double deltaOfDiscreteNoise(double epsilon, double variance, long d1, long d2) {
    int reach = (int) (14 * Math.sqrt(variance));
    double mass = 0;
    for (int x = -reach; x <= reach; x++) {
      mass += Math.exp(-x * x / (2 * variance));
    }
    double delta = 0;
    for (int x = -reach; x <= reach; x++) {
      for (int y = -reach; y <= reach; y++) {
        double own = x * x + y * y;
        double other = Math.pow(x + d1, 2) + Math.pow(y + d2, 2);
        double excess =
            Math.exp(-own / (2 * variance)) - Math.exp(epsilon - other / (2 * variance));
        delta += Math.max(0, excess);
      }
    }
    return delta / (mass * mass);
  }

  @ParameterizedTest
  @CsvSource({"900, 12, 5", "900, 9, 0", "1600, 8, 8", "400, 3, 4"})
  void coarseDiscreteNoiseHasTheStatedEpsilonAndHardlyLess(long variance, long d1, long d2) {
    double delta = 1e-4;
    double epsilon = DiscreteGaussianCalibration.epsilon(3, delta, 2, Math.hypot(d1, d2), variance);

    assertTrue(epsilon < 3);
    assertTrue(deltaOfDiscreteNoise(epsilon, variance, d1, d2) <= delta);
    // Twin: a little less than stated is too little; η is below 33/σ² here.
    assertTrue(deltaOfDiscreteNoise(epsilon - 40.0 / variance, variance, d1, d2) > delta);
  }

  @ParameterizedTest
  @ValueSource(doubles = {2, 3.7, 25})
  void roundedContinuousNoiseIsWithinTheStatedFactorOfDiscreteNoise(double sigma) {
    NormalDistribution continuous = NormalDistribution.of(0, sigma);
    double variance = sigma * sigma;
    double mass = 0;
    int reach = (int) (12 * sigma);
    for (int x = -reach; x <= reach; x++) {
      mass += Math.exp(-x * x / (2 * variance));
    }
    for (int x = 0; x < 8 * sigma; x++) {
      // The tail at −x, where it keeps its digits.
      double rounded = continuous.probability(-x - 0.5, -x + 0.5);
      double ratio = Math.log(rounded * mass) + x * x / (2 * variance);
      assertTrue(ratio >= -1 / (8 * variance), x + ": " + ratio);
      assertTrue(ratio <= x * x / (8 * variance * variance), x + ": " + ratio);
    }
  }

  @Test
  void aGridTooCoarseForTheComparisonIsNeverPrivate() {
    assertEquals(Double.POSITIVE_INFINITY, DiscreteGaussianCalibration.epsilon(1, 1e-6, 2, 1, 3));
    assertEquals(
        Double.POSITIVE_INFINITY, DiscreteGaussianCalibration.epsilon(1, 1e-6, 1000, 1, 100));
  }

  /**
   * P[Y > ε σ²/D − D/2] − e^ε P[Y > ε σ²/D + D/2]: the hockey stick of one number in closed form,
   * the likelihood ratio e^((2 y D + D²)/(2σ²)) being above e^ε there.
   */
  private static double closedForm(double epsilon, double variance, long d) {
    double from = epsilon * variance / d - d / 2.0;
    int reach = (int) (40 * Math.sqrt(variance));
    double mass = 0;
    double own = 0;
    double other = 0;
    for (int y = -reach; y <= reach; y++) {
      double weight = Math.exp(-(double) y * y / (2 * variance));
      mass += weight;
      own += y > from ? weight : 0;
      other += y > from + d ? weight : 0;
    }
    return (own - Math.exp(epsilon) * other) / mass;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 4, 1",
    "1, 4, 2",
    "1, 4, 3",
    "0.3, 4, 1",
    "0.3, 100, 7",
    "3, 100, 12",
    "1, 2500, 30"
  })
  void theClosedFormOfOneNumberIsTheHockeyStick(double epsilon, long variance, long d) {
    double stick = deltaOfDiscreteNoise(epsilon, variance, d, 0);

    assertEquals(stick, closedForm(epsilon, variance, d), 1e-12);
  }

  /** The note's numbers: on so coarse a grid discrete noise may be less private. */
  @Test
  void onACoarseGridTheContinuousDeltaIsTooLow() {
    assertEquals(0.00725, closedForm(1, 4, 1), 5e-6);
    assertEquals(0.00683, GaussianCalibration.delta(1, 2, 1), 5e-6);
    long uncertified = (long) Math.ceil(Math.pow(GaussianCalibration.sigma(1, 0.00683, 1), 2));
    assertTrue(closedForm(1, uncertified, 1) > 0.00683);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1e-2, 1",
    "1, 1e-5, 1",
    "0.2, 1e-6, 2",
    "3, 1e-4, 3",
    "1, 1e-9, 40",
    "8, 1e-5, 100",
    "0.01, 1e-3, 5",
    "0.5, 0.1, 25",
    "20, 1e-6, 400"
  })
  void theLeastVarianceIsPrivateByTheClosedForm(double epsilon, double delta, long d) {
    long variance = DiscreteGaussianCalibration.variance(epsilon, delta, 1, d);

    assertTrue(DiscreteGaussianCalibration.epsilon(epsilon, delta, 1, d, variance) <= epsilon);
    assertTrue(DiscreteGaussianCalibration.epsilon(epsilon, delta, 1, d, variance - 1) > epsilon);
    for (long moved = 1; moved <= d; moved += Math.max(1, d / 10)) {
      double exact = closedForm(epsilon, variance, moved);
      assertTrue(exact <= delta, moved + ": " + exact);
    }
    // Twin: a tenth less of it is too little, once the grid is not what costs most.
    if (d >= 25) {
      double twin = closedForm(epsilon, 0.9 * variance, d);
      assertTrue(twin > delta, "twin " + twin);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "1e-6, 1e-15, 1",
    "1e-6, 1e-15, 1000000",
    "1, 1e-6, 1000000",
    "1, 1e-15, 24",
    "300, 1e-15, 1000000"
  })
  void onAFineGridDiscretenessCostsNothingThatCouldBeSeen(double epsilon, double delta, int m) {
    double unit = GaussianCalibration.sigma(epsilon, delta, 1);
    double steps = 0x1p28 / unit;
    long variance = DiscreteGaussianCalibration.variance(epsilon, delta, m, steps);

    // The tail's share of delta, and what η is of epsilon: 4e-12 of 1e-6 for a million numbers.
    assertEquals(1, Math.sqrt(variance) / 0x1p28, 2e-11 + (100.0 + m) * 5e-18 / epsilon);
    assertTrue(Math.sqrt(variance) >= 0x1p28);
  }

  /** ε' + η of the class comment, put together from its parts, where η is no trifle. */
  @ParameterizedTest
  @CsvSource({
    "1, 1e-6, 1, 40",
    "1, 1e-6, 3, 60",
    "2.5, 1e-3, 50, 200",
    "8, 1e-9, 1, 100",
    "3, 0.01, 7, 1000"
  })
  void theEpsilonIsThatOfContinuousNoiseAtWhatIsLeftOfDeltaAndEta(
      double claim, double delta, int m, long variance) {
    double tail = 1e-10 * delta * Math.exp(-claim); // τ
    double threshold = 4.0 * variance * (m * Math.log(2) / 2 - Math.log(tail)); // T
    double kappa = threshold / (8.0 * variance * variance);
    double eta = m / (8.0 * variance) + kappa;
    double left = (1 - 1e-10) * delta * Math.exp(-eta);
    double sensitivity = 0.5 * Math.sqrt(variance);
    double continuous = GaussianCalibration.epsilon(Math.sqrt(variance), left, sensitivity);
    double stated = DiscreteGaussianCalibration.epsilon(claim, delta, m, sensitivity, variance);

    assertTrue(eta > 0.01 && eta < 1);
    assertEquals(continuous + eta, stated, 1e-10);
    assertTrue(stated > continuous + eta, "rounded up");
  }

  /** η is 1 at a variance of 19.2 here. */
  @Test
  void theComparisonIsGivenUpWhereEtaIsAboveOne() {
    assertTrue(DiscreteGaussianCalibration.epsilon(1, 1e-6, 1, 1, 20) < 10);
    assertEquals(Double.POSITIVE_INFINITY, DiscreteGaussianCalibration.epsilon(1, 1e-6, 1, 1, 19));
    // Where η is small the variance must be 4 still.
    assertEquals(Double.POSITIVE_INFINITY, DiscreteGaussianCalibration.epsilon(-30, 0.1, 1, 1, 3));
    assertTrue(DiscreteGaussianCalibration.epsilon(-30, 0.1, 1, 1, 4) < 10);
  }
}
