package org.sparkldp.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.release.GaussianCalibration;

class ReleaseNoiseTest {
  private static final Sensitivity ONE = new Sensitivity(1, 1, 1, 1);

  /** Where each of l0 coordinates moves by at most lInf, and nothing more is known. */
  private static Sensitivity box(int l0, double lInf) {
    return new Sensitivity(l0, l0 * lInf, Math.sqrt(l0) * lInf, lInf);
  }

  static Stream<ReleaseNoise> noises() {
    return Stream.of(
            ONE,
            box(24, 1),
            new Sensitivity(10, 10, 10, 10),
            box(1_000_000, 0.3),
            box(500, 1e-9),
            new Sensitivity(500, 12.5, 0.7, 1.0 / 30))
        .flatMap(
            s ->
                Stream.of(1e-2, 1.0, 20.0, 300.0)
                    .flatMap(
                        epsilon ->
                            Stream.of(
                                ReleaseNoise.gaussian(epsilon, 1e-6, s),
                                ReleaseNoise.laplace(epsilon, s))));
  }

  @ParameterizedTest
  @MethodSource("noises")
  void gridAndQuantumArePowersOfTwoThatFitTheNoiseAndTheContribution(ReleaseNoise noise) {
    double lInf = noise.sensitivity().lInf();

    assertEquals(1, Math.scalb(noise.grid(), -Math.getExponent(noise.grid())));
    assertEquals(1, Math.scalb(noise.quantum(), -Math.getExponent(noise.quantum())));
    assertTrue(noise.quantum() >= noise.grid());
    assertTrue(lInf / noise.quantum() <= 1 << 30);
    assertTrue(noise.quantum() == noise.grid() || lInf / noise.quantum() > 1 << 29);
    double scale = noise.standardDeviation() / noise.grid();
    assertTrue(scale >= 1 << 28 && scale < 1 << 30, "scale " + scale);
  }

  @ParameterizedTest
  @MethodSource("noises")
  void theExactEpsilonIsJustBelowTheClaim(ReleaseNoise noise) {
    double claim = noise.guarantee().epsilon();

    assertTrue(noise.guarantee().exactEpsilon() <= claim);
    assertEquals(1, noise.guarantee().exactEpsilon() / claim, 1e-8);
  }

  @ParameterizedTest
  @CsvSource({"1, 1e-5", "0.1, 1e-6", "5, 1e-6", "1e-4, 1e-9", "50, 1e-15", "1e-6, 0.01"})
  void gaussianNoiseIsThatOfTheCalibrationFromAbove(double epsilon, double delta) {
    double continuous = GaussianCalibration.sigma(epsilon, delta, 3);
    double own = ReleaseNoise.gaussian(epsilon, delta, box(9, 1)).standardDeviation();

    assertTrue(own >= continuous * (1 - 1e-12));
    assertEquals(1, own / continuous, 1e-9);
  }

  @Test
  void laplaceNoiseHasTheScaleOfTheFirstNorm() {
    ReleaseNoise noise = ReleaseNoise.laplace(0.5, box(24, 2));

    assertEquals(Math.sqrt(2) * 48 / 0.5, noise.standardDeviation(), 1e-6);
    assertEquals(0.0, noise.guarantee().delta());
  }

  @ParameterizedTest
  @MethodSource("noises")
  void noContributionMovesATotalByMoreThanItsBound(ReleaseNoise noise) {
    Sensitivity s = noise.sensitivity();
    RandomSource source = new SimulationSource(3);
    double l2 = 0;
    double l1 = 0;
    int moved = Math.min(s.l0(), 1000);
    double each = Math.min(s.lInf(), Math.min(s.l2() / Math.sqrt(moved), s.l1() / moved));
    for (int i = 0; i < moved; i++) {
      double contribution = each * (source.bernoulli(1L << 63) ? 1 : -1);
      double rounded = noise.quanta(contribution) * noise.quantum();
      assertTrue(Math.abs(rounded) <= Math.abs(contribution));
      assertTrue(Math.abs(rounded - contribution) < noise.quantum());
      l1 += Math.abs(rounded);
      l2 += rounded * rounded;
    }
    assertTrue(l1 <= s.l1() * (1 + 1e-13));
    assertTrue(Math.sqrt(l2) <= s.l2() * (1 + 1e-13));
    for (double huge : new double[] {Double.POSITIVE_INFINITY, 1e300, 2 * s.lInf()}) {
      assertEquals(noise.quanta(s.lInf()), noise.quanta(huge));
      assertEquals(-noise.quanta(s.lInf()), noise.quanta(-huge));
    }
    assertTrue(noise.quanta(s.lInf()) * noise.quantum() <= s.lInf());
  }

  @Test
  void countsAreExact() {
    for (double epsilon : new double[] {0.01, 1, 10}) {
      ReleaseNoise noise = ReleaseNoise.gaussian(epsilon, 1e-6, box(5, 3));
      for (int count = -3; count <= 3; count++) {
        assertEquals(count, noise.quanta(count) * noise.quantum());
      }
    }
  }

  @Test
  void aReleasedValueIsTheTotalPlusAMultipleOfTheGrid() {
    for (ReleaseNoise noise :
        List.of(ReleaseNoise.gaussian(1, 1e-6, ONE), ReleaseNoise.laplace(1, ONE))) {
      long total = noise.quanta(1) * 1000;
      for (int seed = 0; seed < 50; seed++) {
        double zero = noise.release(0, new SimulationSource(seed));
        double moved = noise.release(total, new SimulationSource(seed));
        assertEquals(1000, moved - zero);
        assertEquals(zero, Math.rint(zero / noise.grid()) * noise.grid());
      }
    }
  }

  @Test
  void totalsAtTheEndOfALongDoNotOverflow() {
    ReleaseNoise noise = ReleaseNoise.laplace(300, ONE);

    assertTrue(noise.quantum() > noise.grid());
    double released = noise.release(Long.MAX_VALUE, new SimulationSource(1));
    assertEquals(0x1p63 * noise.quantum(), released, 1);
  }

  /**
   * Draws' share beyond a quantile, and their variance; 4 sigma is a chance of 1e-4, seed fixed.
   */
  @Test
  void drawsHaveTheStatedVarianceAndQuantiles() {
    for (ReleaseNoise noise :
        List.of(ReleaseNoise.gaussian(1, 1e-5, ONE), ReleaseNoise.laplace(1, ONE))) {
      int draws = 20_000;
      double kurtosis = noise.guarantee().delta() > 0 ? 3 : 6;
      SimulationSource source = new SimulationSource(11);
      double squares = 0;
      int outside = 0;
      double half = noise.quantile(0.9);
      for (int i = 0; i < draws; i++) {
        double value = noise.release(0, source);
        squares += value * value;
        outside += Math.abs(value) > half ? 1 : 0;
      }
      double tolerance = 4 * Math.sqrt((kurtosis - 1) / draws);
      double ratio = squares / draws / Math.pow(noise.standardDeviation(), 2);
      assertEquals(1, ratio, tolerance);
      assertEquals(0.1, outside / (double) draws, 4 * Math.sqrt(0.09 / draws));
      // Twin: a sigma that is 5 % off.
      assertFalse(Math.abs(ratio / 1.05 / 1.05 - 1) <= tolerance);
      assertFalse(Math.abs(ratio * 1.05 * 1.05 - 1) <= tolerance);
    }
  }

  @Test
  void quantilesAreThoseOfTheLaw() {
    ReleaseNoise gaussian = ReleaseNoise.gaussian(1, 1e-5, ONE);
    assertEquals(1.959963985 * gaussian.standardDeviation(), gaussian.quantile(0.95), 1e-8);
    assertEquals(Math.log(20), ReleaseNoise.laplace(1, ONE).quantile(0.95), 1e-6);
    assertEquals(4 * Math.log(20), ReleaseNoise.laplace(0.25, ONE).quantile(0.95), 1e-6);
  }

  @Test
  void itSaysWhatItIs() {
    assertEquals(
        "Gaussian of standard deviation 3.73, on a grid of 2^-27",
        ReleaseNoise.gaussian(1, 1e-5, ONE).toString());
    assertEquals(
        "Laplace of standard deviation 1.41, on a grid of 2^-28",
        ReleaseNoise.laplace(1, ONE).toString());
  }

  @Test
  void anotherCoinIsAnotherNoise() {
    ReleaseNoise noise = ReleaseNoise.gaussian(1, 1e-5, ONE);
    assertNotEquals(
        noise.release(0, new SimulationSource(1)), noise.release(0, new SimulationSource(2)));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, 301, 1e-7, Double.NaN})
  void anEpsilonOutOfRangeIsRefused(double epsilon) {
    for (Executable made :
        List.<Executable>of(
            () -> ReleaseNoise.gaussian(epsilon, 1e-6, ONE),
            () -> ReleaseNoise.laplace(epsilon, ONE))) {
      assertRefused("epsilon (privacy loss) must be between 1e-6 and 300.", made);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -1, 1e-16, Double.NaN})
  void aDeltaOutOfRangeIsRefused(double delta) {
    assertRefused(
        "delta must be at least 1e-15 and below 1.", () -> ReleaseNoise.gaussian(1, delta, ONE));
  }

  @Test
  void noiseTooWideForContributionsIsRefused() {
    Sensitivity wide = new Sensitivity(1 << 30, 1e9, 1e6, 1e-6);
    assertRefused(
        "noise must be below 2^28 times lInf", () -> ReleaseNoise.gaussian(1e-3, 1e-6, wide));
    assertRefused("noise must be below 2^28 times lInf", () -> ReleaseNoise.laplace(1, wide));
  }

  @Test
  void aContributionThatIsNoNumberIsRefused() {
    assertRefused(
        "a contribution must be a number.", () -> ReleaseNoise.laplace(1, ONE).quanta(Double.NaN));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.5, Double.NaN})
  void aConfidenceOutOfRangeIsRefused(double confidence) {
    assertRefused(
        "confidence must be between 0 and 1",
        () -> ReleaseNoise.laplace(1, ONE).quantile(confidence));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 1",
    "1, 1, 1, 2",
    "1, 1, 2, 1",
    "1, 0, 0, 0",
    "1, NaN, 1, 1",
    "1, 1, NaN, 1",
    "1, 1, 1, NaN",
    "1, Infinity, 1, 1",
    "1, -1, -1, -1"
  })
  void boundsThatCannotBeAreRefused(int l0, double l1, double l2, double lInf) {
    assertRefused("", () -> new Sensitivity(l0, l1, l2, lInf));
  }

  private static void assertRefused(String start, Executable made) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, made);
    assertTrue(refusal.getMessage().startsWith(start), refusal.getMessage());
  }

  /** Where contributions are cut more coarsely than the grid, a step of theirs is many of its. */
  @ParameterizedTest
  @CsvSource({"20, 1", "20, 3", "300, 1", "300, 0.7", "1, 1", "1e-3, 2"})
  void laplaceNoiseHidesAWholeContributionWhateverTheQuantum(double epsilon, double lInf) {
    ReleaseNoise noise = ReleaseNoise.laplace(epsilon, box(1, lInf));
    double sensitivity = Math.ceil(lInf / noise.quantum()) * noise.quantum();

    assertEquals(Math.sqrt(2) * sensitivity / epsilon, noise.standardDeviation(), 1e-6 / epsilon);
    assertTrue(noise.guarantee().exactEpsilon() <= epsilon);
    assertEquals(epsilon, noise.guarantee().exactEpsilon(), 1e-6 * epsilon);
    assertEquals(epsilon > 10, noise.quantum() > noise.grid());
    assertEquals(0, noise.release(0, new SimulationSource(1)) % noise.grid());
    // A contribution is the same number before and behind.
    long quanta = noise.quanta(lInf);
    double without = noise.release(0, new SimulationSource(2));
    double with = noise.release(quanta, new SimulationSource(2));
    assertEquals(quanta * noise.quantum(), with - without, 1e-9);
    assertEquals(lInf, quanta * noise.quantum(), noise.quantum());
  }

  @Test
  void aGridMayBeAsCoarseAsAWholeContribution() {
    Sensitivity wide = new Sensitivity(1 << 20, 1 << 10, 1 << 5, 1);

    assertEquals(1, ReleaseNoise.laplace(0x1p-18, wide).grid());
    assertRefused("noise must be below 2^28 times lInf", () -> ReleaseNoise.laplace(0x1p-19, wide));
  }
}
