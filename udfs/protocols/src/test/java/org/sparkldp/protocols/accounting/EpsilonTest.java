package org.sparkldp.protocols.accounting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.BigRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EpsilonTest {
  private static final MathContext DIGITS = new MathContext(60);
  private static final BigDecimal TWO = BigDecimal.valueOf(2);
  private static final BigDecimal LN_2 =
      new BigDecimal("0.693147180559945309417232121458176568075500134360255254120680009493393622");

  /** ln(x) to 50 digits and more: powers of two out, then 2 artanh((x − 1)/(x + 1)). */
  private static BigDecimal ln(BigInteger larger, BigInteger smaller) {
    int halvings = larger.bitLength() - smaller.bitLength();
    BigDecimal x =
        new BigDecimal(larger).divide(new BigDecimal(smaller.shiftLeft(halvings)), DIGITS);
    BigDecimal t = x.subtract(BigDecimal.ONE).divide(x.add(BigDecimal.ONE), DIGITS);
    BigDecimal square = t.multiply(t, DIGITS);
    BigDecimal sum = BigDecimal.ZERO;
    BigDecimal power = t;
    for (int odd = 1; power.abs().compareTo(new BigDecimal("1e-65")) > 0; odd += 2) {
      sum = sum.add(power.divide(BigDecimal.valueOf(odd), DIGITS), DIGITS);
      power = power.multiply(square, DIGITS);
    }
    return sum.multiply(TWO).add(LN_2.multiply(BigDecimal.valueOf(halvings)));
  }

  private static void assertJustAbove(BigInteger larger, BigInteger smaller) {
    double epsilon = Epsilon.ofRatio(larger, smaller);
    BigDecimal exact = ln(larger, smaller);
    assertTrue(new BigDecimal(epsilon).compareTo(exact) >= 0, larger + " / " + smaller);
    double slack = new BigDecimal(epsilon).subtract(exact).doubleValue();
    assertTrue(slack <= 5 * Math.ulp(epsilon), larger + " / " + smaller + ": " + slack);
  }

  @Property
  void ofRatioIsNeverBelowTheLogarithmAndAtMostAFewUnitsAbove(
      @ForAll @BigRange(min = "1", max = "340282366920938463463374607431768211456") BigInteger a,
      @ForAll @BigRange(min = "1", max = "340282366920938463463374607431768211456") BigInteger b) {
    if (!a.equals(b)) {
      assertJustAbove(a.max(b), a.min(b));
    }
  }

  @Property
  void ratiosNextToOneKeepTheirDigits(
      @ForAll @BigRange(min = "1000000000", max = "18446744073709551616") BigInteger smaller,
      @ForAll @IntRange(min = 1, max = 1000) int excess) {
    assertJustAbove(smaller.add(BigInteger.valueOf(excess)), smaller);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1000, 1023, 1024, 1025, 5000})
  void ratiosBeyondTheRangeOfDoublesAreTaken(int bits) {
    assertJustAbove(BigInteger.ONE.shiftLeft(bits).add(BigInteger.TEN), BigInteger.ONE);
    assertJustAbove(BigInteger.TEN.pow(400).shiftLeft(bits), BigInteger.TEN.pow(400));
  }

  /** Thresholds are raised until this number fits the claim, so it is part of every report. */
  @Test
  void ofRatioIsTwoStepsAboveTheLogarithmOfARatioThatIsADouble() {
    for (int ratio : new int[] {2, 3, 8, 1000}) {
      assertEquals(
          Math.nextUp(Math.nextUp(StrictMath.log(ratio))),
          Epsilon.ofRatio(BigInteger.valueOf(5L * ratio), BigInteger.valueOf(5)));
    }
    assertEquals(
        Math.nextUp(Math.nextUp(StrictMath.log1p(0.25))),
        Epsilon.ofRatio(BigInteger.valueOf(5), BigInteger.valueOf(4)));
  }

  @Test
  void equalProbabilitiesLoseNothingAndImpossibleOnesEverything() {
    assertEquals(0, Epsilon.ofRatio(BigInteger.TEN, BigInteger.TEN));
    assertEquals(0, Epsilon.ofRatio(BigInteger.ZERO, BigInteger.ZERO));
    assertEquals(Double.POSITIVE_INFINITY, Epsilon.ofRatio(BigInteger.ONE, BigInteger.ZERO));
  }

  @Test
  void thresholdsAreReadUnsigned() {
    assertEquals(
        Epsilon.ofRatio(BigInteger.ONE.shiftLeft(63), BigInteger.ONE),
        Epsilon.ofRatio(Long.MIN_VALUE, 1L));
    assertEquals(Epsilon.WORDS.subtract(BigInteger.ONE), Epsilon.unsigned(-1L));
  }

  @Test
  void aRatioTheWrongWayRoundIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Epsilon.ofRatio(1L, 2L));
    assertThrows(
        IllegalArgumentException.class,
        () -> Epsilon.ofRatio(BigInteger.ONE, BigInteger.ONE.negate()));
  }

  @Property
  void addIsNeverBelowTheSum(
      @ForAll @IntRange(max = 2_000_000_000) int a, @ForAll @IntRange(max = 2_000_000_000) int b) {
    double x = a / 1e8;
    double y = b / 3e8;
    double sum = Epsilon.add(x, y);

    assertTrue(new BigDecimal(sum).compareTo(new BigDecimal(x).add(new BigDecimal(y))) >= 0);
    assertTrue(sum - (x + y) <= Math.ulp(sum));
  }

  @Test
  void addingNothingChangesNothing() {
    assertEquals(0.1, Epsilon.add(0.1, 0));
    assertEquals(0.1, Epsilon.add(0, 0.1));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1, 20})
  void epsilonsInRangeAreAccepted(double epsilon) {
    assertEquals(epsilon, Epsilon.require(epsilon));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, 0, 9.99e-7, 20.000001, Double.NaN, Double.POSITIVE_INFINITY, -0.0})
  void otherEpsilonsAreRefused(double epsilon) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Epsilon.require(epsilon));
    assertTrue(refusal.getMessage().contains("Provided value: " + epsilon));
  }

  @Test
  void ofQuotient_isNeverBelowTheQuotientAndTheNextDoubleAtMost() {
    BigInteger[] numbers = {
      BigInteger.ONE, BigInteger.valueOf(7), BigInteger.valueOf(Long.MAX_VALUE).pow(2)
    };
    for (BigInteger numerator : numbers) {
      for (BigInteger denominator : numbers) {
        BigDecimal found = new BigDecimal(Epsilon.ofQuotient(numerator, denominator));
        BigDecimal below = new BigDecimal(Math.nextDown(found.doubleValue()));
        BigDecimal exact = new BigDecimal(numerator);
        assertTrue(found.multiply(new BigDecimal(denominator)).compareTo(exact) >= 0);
        assertTrue(below.multiply(new BigDecimal(denominator)).compareTo(exact) < 0);
      }
    }
    assertEquals(0, Epsilon.ofQuotient(BigInteger.ZERO, BigInteger.TEN));
    assertEquals(0.5, Epsilon.ofQuotient(BigInteger.ONE, BigInteger.TWO));
  }
}
