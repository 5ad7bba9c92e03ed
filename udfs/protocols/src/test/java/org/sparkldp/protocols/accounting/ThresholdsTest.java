package org.sparkldp.protocols.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThresholdsTest {

  @Test
  void aThresholdIsAProbabilityOverTwoToThe64() {
    assertEquals(1L << 63, Thresholds.of(0.5));
    assertEquals(1L << 62, Thresholds.of(0.25));
    assertEquals(0.75, Thresholds.probability(3L << 62));
    assertEquals(0x1p-64, Thresholds.probability(1));
    assertEquals(0, Thresholds.probability(0));
    assertEquals(1, Thresholds.probability(-1));
  }

  @Test
  void atLeastOneWordStaysOnEitherSide() {
    assertEquals(1, Thresholds.of(Double.MIN_VALUE));
    assertEquals(1, Thresholds.of(0x1p-66));
    assertEquals(-2048, Thresholds.of(Math.nextDown(1.0)));
  }

  @Property
  void ofRoundsToTheNearestWord(@ForAll @LongRange(min = 1, max = (1L << 62) - 1) long numerator) {
    double p = numerator * 0x1p-62;
    if (p == 1) {
      return;
    }
    BigDecimal words = new BigDecimal(p).multiply(new BigDecimal(Epsilon.WORDS));
    BigDecimal error = words.subtract(new BigDecimal(Epsilon.unsigned(Thresholds.of(p)))).abs();

    assertTrue(error.compareTo(new BigDecimal("0.5")) <= 0);
  }

  @Property
  void probabilityRoundsToTheNearestDouble(@ForAll long threshold) {
    BigDecimal exact =
        new BigDecimal(Epsilon.unsigned(threshold)).divide(new BigDecimal(Epsilon.WORDS));

    assertEquals(exact.doubleValue(), Thresholds.probability(threshold));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.5, 1.5, Double.NaN})
  void certaintiesAreRefused(double p) {
    assertThrows(IllegalArgumentException.class, () -> Thresholds.of(p));
  }

  @Test
  void raiseUntilStopsAtTheFirstThresholdItTriesThatIsSafe() {
    assertEquals(100, Thresholds.raiseUntil(1, 100, t -> t >= 100 ? 1 : 2));
    assertEquals(101, Thresholds.raiseUntil(1, 100, t -> t >= 101 ? 1 : 2));
    assertEquals(103, Thresholds.raiseUntil(1, 100, t -> t >= 102 ? 1 : 2));
  }

  @Test
  void raiseUntilGivesUpWhereNoThresholdIsSafe() {
    assertThrows(IllegalArgumentException.class, () -> Thresholds.raiseUntil(1, 1, t -> 2));
  }

  @Property
  void aRaisedThresholdIsSafeAndWithinOneBillionthOfTheClaim(
      @ForAll @IntRange(min = 1, max = 20_000_000) int millionths) {
    double epsilon = millionths * 1e-6;
    BigInteger all = Epsilon.WORDS;
    long start = Thresholds.of(1 / (StrictMath.exp(epsilon) + 1));
    long t =
        Thresholds.raiseUntil(
            epsilon,
            start,
            w -> {
              BigInteger other = Epsilon.unsigned(w);
              BigInteger own = all.subtract(other);
              return Epsilon.ofRatio(own.max(other), own.min(other));
            });
    double exact = Epsilon.ofRatio(all.subtract(Epsilon.unsigned(t)), Epsilon.unsigned(t));

    assertTrue(exact <= epsilon && exact >= epsilon - 1e-9, epsilon + " " + exact);
  }
}
