package org.sparkldp.protocols.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.apache.commons.numbers.gamma.Erf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The calibration against Theorem 8: solved in 320-digit arithmetic (gaussian-sigma.csv), and
 * evaluated here, by {@link ExactGaussian}.
 */
class GaussianCalibrationTest {

  @ParameterizedTest
  @CsvFileSource(
      resources = "/org/sparkldp/protocols/release/gaussian-sigma.csv",
      numLinesToSkip = 1)
  void sigmaIsTheExactOneFromAboveWithin1e9(double epsilon, double delta, double exact) {
    double sigma = GaussianCalibration.sigma(epsilon, delta, 1);
    assertTrue(sigma >= exact, () -> "under-noised: " + sigma + " below " + exact);
    assertEquals(1, sigma / exact, 1e-9);
  }

  @ParameterizedTest
  @CsvFileSource(
      resources = "/org/sparkldp/protocols/release/gaussian-sigma.csv",
      numLinesToSkip = 1)
  void deltaAndEpsilonOfTheExactSigmaAreThoseItWasMadeFor(
      double epsilon, double delta, double exact) {
    double deltaBack = GaussianCalibration.delta(epsilon, exact * (1 + 1e-15), 1);
    assertEquals(1, deltaBack / delta, 1e-8);
    double epsilonBack = GaussianCalibration.epsilon(exact, delta, 1);
    // Where epsilon hardly matters (delta = 0.9 at 1e-6), it cannot be read back so sharply.
    assertEquals(epsilon, epsilonBack, 1e-9 + 1e-9 * epsilon);
  }

  /** 16 epsilons from 1e-4 to 50, and those beyond, times 10 deltas from 1e-15 to 0.1. */
  static Stream<Arguments> grid() {
    DoubleStream epsilons =
        DoubleStream.concat(
            DoubleStream.iterate(1e-4, e -> e * Math.pow(5e5, 1 / 15.0)).limit(16),
            DoubleStream.of(1e-6, 1e-5, 100, 300));
    return epsilons
        .boxed()
        .flatMap(
            epsilon ->
                DoubleStream.iterate(1e-15, d -> d * Math.pow(1e14, 1 / 9.0))
                    .limit(10)
                    .mapToObj(delta -> Arguments.of(epsilon, delta)));
  }

  /** Whether noise of sigma, at sensitivity 1, is private; exactly. */
  private static boolean isPrivate(double epsilon, double delta, BigDecimal sigma) {
    return ExactGaussian.delta(epsilon, sigma).compareTo(new BigDecimal(delta)) <= 0;
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("grid")
  void sigmaIsPrivateAndABillionthLessIsNot(double epsilon, double delta) {
    BigDecimal sigma = new BigDecimal(GaussianCalibration.sigma(epsilon, delta, 1));

    assertTrue(isPrivate(epsilon, delta, sigma), "under-noised: " + sigma);
    BigDecimal less = sigma.multiply(BigDecimal.valueOf(1 - 1e-9));
    assertFalse(isPrivate(epsilon, delta, less), "over-noised: " + sigma);
  }

  /**
   * The algorithm of the paper's authors as published, in doubles: plain cumulative probabilities
   * and a search that ends within 1e-12 of delta.
   */
  private static double publishedSigma(double epsilon, double delta) {
    DoubleUnaryOperator other = v -> Math.exp(epsilon) * plain(-Math.sqrt(epsilon * (v + 2)));
    boolean low = delta > plain(0) - other.applyAsDouble(0);
    DoubleUnaryOperator f =
        v -> plain((low ? 1 : -1) * Math.sqrt(epsilon * v)) - other.applyAsDouble(v);
    double from = 0;
    double to = 1;
    while (low ? f.applyAsDouble(to) < delta : f.applyAsDouble(to) > delta) {
      from = to;
      to *= 2;
    }
    double middle = (from + to) / 2;
    for (int i = 0; i < 200 && Math.abs(f.applyAsDouble(middle) - delta) > 1e-12; i++) {
      if (low ? f.applyAsDouble(middle) > delta : f.applyAsDouble(middle) < delta) {
        to = middle;
      } else {
        from = middle;
      }
      middle = (from + to) / 2;
    }
    double root = Math.sqrt(1 + middle / 2);
    return (low ? root - Math.sqrt(middle / 2) : root + Math.sqrt(middle / 2))
        / Math.sqrt(2 * epsilon);
  }

  private static double plain(double x) {
    return 0.5 * (1 + Erf.value(x / Math.sqrt(2)));
  }

  @Test
  void thePublishedAlgorithmIsTheWrongTwinThatIsFoundUnderNoised() {
    long under =
        grid()
            .limit(160)
            .filter(
                point -> {
                  double epsilon = (double) point.get()[0];
                  double delta = (double) point.get()[1];
                  double sigma = publishedSigma(epsilon, delta);
                  return !isPrivate(epsilon, delta, new BigDecimal(sigma * (1 + 1e-6)));
                })
            .count();

    assertTrue(under > 20, under + " of 160"); // 35
    assertEquals(13.93, publishedSigma(0.5, 1e-15), 0.005);
    assertEquals(14.73, GaussianCalibration.sigma(0.5, 1e-15, 1), 0.005);
  }

  @Test
  void sigmaScalesWithTheSensitivity() {
    assertEquals(
        7 * GaussianCalibration.sigma(1, 1e-5, 1), GaussianCalibration.sigma(1, 1e-5, 7), 1e-12);
  }

  @Test
  void moreEpsilonOrDeltaNeedsLessNoise() {
    double last = Double.POSITIVE_INFINITY;
    for (double epsilon = 0; epsilon <= 300; epsilon += 0.37) {
      double sigma = GaussianCalibration.sigma(epsilon, 1e-7, 1);
      assertTrue(sigma < last, "at epsilon " + epsilon);
      last = sigma;
    }
    last = Double.POSITIVE_INFINITY;
    for (double logDelta = Math.log(1e-15); logDelta < -0.01; logDelta += 0.05) {
      double sigma = GaussianCalibration.sigma(0.7, Math.exp(logDelta), 1);
      assertTrue(sigma < last, "at log delta " + logDelta);
      last = sigma;
    }
  }

  @Test
  void theClassicalCalibrationIsTheWrongTwinThatWastesNoiseAndBreaksAtLargeEpsilon() {
    double classical = Math.sqrt(2 * Math.log(1.25 / 1e-5)) / 0.5;
    assertTrue(classical > 1.2 * GaussianCalibration.sigma(0.5, 1e-5, 1));
    assertTrue(GaussianCalibration.delta(0.5, classical, 1) < 1e-6);
    double atTwelve = Math.sqrt(2 * Math.log(1.25 / 1e-6)) / 12;
    assertTrue(GaussianCalibration.delta(12, atTwelve, 1) > 1e-6);
  }

  @Test
  void noNeedOfEpsilonWhereTotalVariationIsWithinDelta() {
    assertEquals(0, GaussianCalibration.epsilon(10, 0.5, 1));
  }

  @Test
  void aSigmaTooSmallForAnyEpsilonInRangeIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> GaussianCalibration.epsilon(0.001, 1e-5, 1));
  }

  /** What is stated holds with some of its margin taken off. */
  @ParameterizedTest
  @CsvSource({"1, 1e-6, 1", "0.1, 1e-9, 3", "0.3, 1e-3, 2"})
  void epsilonIsRaisedByAMargin(double sigma, double delta, double sensitivity) {
    double stated = GaussianCalibration.epsilon(sigma * 10, delta, sensitivity);
    double s = sigma * 10 / sensitivity;

    assertTrue(GaussianCalibration.logDelta(stated / (1 + 5e-13), s) <= Math.log(delta));
    assertFalse(GaussianCalibration.logDelta(stated / (1 + 2e-12), s) <= Math.log(delta));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
  void sizesThatAreNotAboveZeroAndFiniteAreRefusedByName(double bad) {
    assertRefused("sensitivity", () -> GaussianCalibration.sigma(1, 1e-6, bad));
    assertRefused("sensitivity", () -> GaussianCalibration.delta(1, 1, bad));
    assertRefused("sigma", () -> GaussianCalibration.delta(1, bad, 1));
    assertRefused("sensitivity", () -> GaussianCalibration.epsilon(1, 1e-6, bad));
    assertRefused("sigma", () -> GaussianCalibration.epsilon(bad, 1e-6, 1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1e-300, 300.000001, Double.NaN, Double.POSITIVE_INFINITY})
  void epsilonsOutOfRangeAreRefused(double bad) {
    assertRefused("epsilon", () -> GaussianCalibration.sigma(bad, 1e-6, 1));
    assertRefused("epsilon", () -> GaussianCalibration.delta(bad, 1, 1));
    assertTrue(GaussianCalibration.delta(300, 1, 1) < 1e-300);
    assertTrue(GaussianCalibration.delta(0, 1, 1) > 0.3);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.99e-15, 0, -1, 1, Double.NaN})
  void deltasOutOfRangeAreRefused(double bad) {
    assertRefused("delta", () -> GaussianCalibration.sigma(1, bad, 1));
    assertRefused("delta", () -> GaussianCalibration.epsilon(1, bad, 1));
    assertTrue(GaussianCalibration.sigma(1, 1e-15, 1) > 1);
  }

  private static void assertRefused(String name, Executable asked) {
    String message = assertThrows(IllegalArgumentException.class, asked).getMessage();
    assertTrue(message.startsWith(name + " "), message);
  }
}
