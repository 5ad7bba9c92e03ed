package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.statistics.StandardNormal;

class PureEstimatorTest {

  @Property
  void whatIsExpectedIsEstimatedExactly(
      @ForAll @IntRange(min = 1, max = 100) int n, @ForAll @IntRange(max = 100) int count) {
    // 100 n reports, so that expected supports are whole numbers.
    PureEstimator estimator = new PureEstimator(0.75, 0.25);
    long c = Math.min(count, n);
    long supports = 75 * c + 25 * (n - c);

    Estimate.Row row = estimator.estimate(100L * n, new long[] {supports}, 0.95).rows().get(0);

    assertEquals(100 * c, row.estimate(), 1e-6);
    assertEquals(estimator.variance(100 * c, 100 * n), square(row.standardError()), 1e-6);
  }

  @Test
  void theVarianceIsThatOfTwoBinomials() {
    double p = 0.7;
    double q = 0.2;
    double expected = (30 * p * (1 - p) + 70 * q * (1 - q)) / ((p - q) * (p - q));

    assertEquals(expected, new PureEstimator(p, q).variance(30, 100), 1e-9);
    assertEquals(expected, new PureEstimator(p, q).variances(new long[] {30, 70})[0], 1e-9);
  }

  @Property
  void theIntervalIsAllCountsThatTheEstimateDoesNotContradict(
      @ForAll @IntRange(max = 1000) int supports,
      @ForAll @IntRange(min = 5, max = 95) int high,
      @ForAll @IntRange(max = 90) int low) {
    double p = Math.max(high, low + 5) / 100.0;
    double q = Math.min(low, high - 5) / 100.0;
    PureEstimator estimator = new PureEstimator(p, q);
    Estimate.Row row = estimator.estimate(1000, new long[] {supports}, 0.9).rows().get(0);
    double z = StandardNormal.ofInterval(1, 0.9);

    // Where supports vary little, it is extended to the exact one.
    double changing = p * (1 - p) - q * (1 - q);
    double least = Math.min(possible(row.lower()) * changing, possible(row.upper()) * changing);
    Assume.that(1000 * q * (1 - q) + least >= 25);
    assertTrue(row.lower() <= row.estimate() && row.estimate() <= row.upper());
    for (double end : new double[] {row.lower(), row.upper()}) {
      double distance = square(row.estimate() - end);
      double allowed = z * z * estimator.variance(end, 1000);
      assertEquals(distance, allowed, 1e-6 * (1 + allowed));
    }
  }

  @Test
  void supportsAndEstimatesAreEachOthersInverse() {
    PureEstimator estimator = new PureEstimator(0.7, 0.2);
    assertEquals((17 - 100 * 0.2) / 0.5, estimator.estimate(17, 100), 1e-12);
    assertEquals(17, estimator.supports(estimator.estimate(17, 100), 100));
    assertEquals(estimator.variance(1, 9) - estimator.variance(0, 9), estimator.slope(), 1e-12);
  }

  @Test
  void theIntervalHoldsItsLevelWhereTheSymmetricOneDoesNot() {
    // q = 0.002, 1,000 people, nobody holds the item: supports are Poisson(2).
    PureEstimator estimator = new PureEstimator(0.5, 0.002);
    double score = 0;
    double symmetric = 0;
    double probability = Math.pow(0.998, 1000);
    for (int supports = 0; supports <= 40; supports++) {
      Estimate.Row row = estimator.estimate(1000, new long[] {supports}, 0.95).rows().get(0);
      score += row.lower() <= 0 && 0 <= row.upper() ? probability : 0;
      symmetric += Math.abs(row.estimate()) <= 1.959964 * row.standardError() ? probability : 0;
      probability *= (1000.0 - supports) / (supports + 1) * (0.002 / 0.998);
    }

    assertTrue(score >= 0.935, "score " + score);
    assertTrue(symmetric < 0.9, "symmetric " + symmetric);
  }

  /** grr(epsilon=8,k=1024) and one of 20,000 items: n q is 0.07, and 1. */
  @ParameterizedTest
  @CsvSource({
    "0.7444, 0.00024984, 300, 0.999",
    "0.7444, 0.00024984, 300, 0.95",
    "0.5, 0.001, 1000, 0.99",
    "0.9, 0.004, 1000, 0.95"
  })
  void theIntervalHoldsItsLevelWhereHardlyAnyReportSupportsAnItem(
      double p, double q, int n, double confidence) {
    PureEstimator estimator = new PureEstimator(p, q);
    for (int people : new int[] {0, 1, 2, 3, 5, 8, 13, 40}) {
      double[] law = supports(people, p, n - people, q, 80);
      double coverage = 0;
      for (int supports = 0; supports < law.length; supports++) {
        Estimate.Row row = estimator.estimate(n, new long[] {supports}, confidence).rows().get(0);
        coverage += row.lower() <= people && people <= row.upper() ? law[supports] : 0;
        ExactCounts test = exact(estimator, n, confidence);
        double atMost = Arrays.stream(law, 0, supports + 1).sum();
        assertEquals(atMost, 1 - test.atLeast(supports + 1, people, 0), 1e-12);
      }
      assertTrue(coverage >= confidence - 1e-9, people + " people: " + coverage);
    }
  }

  /** Where nearly every report is true, chances of fewer are too small for a double. */
  @Test
  void theExactIntervalIsNarrowWhereReportsAreNearlyCertain() {
    double q = 1 / (Math.exp(20) + 2);
    PureEstimator estimator = new PureEstimator(1 - 2 * q, q);
    for (long supports = 1; supports <= 64; supports++) {
      Estimate.Row row = estimator.estimate(300, new long[] {supports}, 0.95).rows().get(0);
      assertEquals(supports, row.lower(), 0.01);
      assertEquals(supports, row.upper(), 0.01);
    }
  }

  /** The bounds are found by doubling; here each count is tried. */
  @Test
  void theExactTestAcceptsWhatItsTailsDoNotReject() {
    PureEstimator estimator = new PureEstimator(0.75, 0.05);
    for (int n = 1; n <= 70; n++) {
      ExactCounts test = exact(estimator, n, 0.95);
      for (int supports = 0; supports <= Math.min(n, 64); supports++) {
        int least = 0;
        while (supports > 0 && least < n && test.atLeast(supports, least, 0) <= 0.025) {
          least++;
        }
        int most = n;
        while (most >= 0 && 1 - test.atLeast(supports + 1, most, 0) <= 0.025) {
          most--;
        }
        assertEquals(
            new ExactCounts.HolderRange(least, Math.max(least, most)),
            test.counts(supports, 0),
            supports + " of " + n);
      }
    }
  }

  /** As in an accumulator that somebody made up. */
  @Test
  void fewerSupportsThanNoneAreEstimatedWithoutTheExactTest() {
    PureEstimator estimator = new PureEstimator(0.5, 0.25);

    Estimate.Row row = estimator.estimate(10, new long[] {-3}, 0.95).rows().get(0);

    assertEquals((-3 - 2.5) / 0.25, row.estimate(), 1e-12);
  }

  /**
   * Nearly no report supports an item, or nearly all of its people's do, or both: every number of
   * supports is enumerated. The score interval alone is the wrong twin.
   */
  @ParameterizedTest
  @CsvSource({
    "'grr(epsilon=%s,k=8)'",
    "'grr(epsilon=%s,k=1024)'",
    "'subset(epsilon=%s,k=16)'",
    "'pgr(epsilon=%s,k=128)'",
    "'sue(epsilon=%s,k=64)'",
    "'olh(epsilon=%s,k=64)'"
  })
  void everyRowsIntervalHoldsItsLevel(String spec) {
    double worst = 1;
    double twin = 1;
    for (int epsilon : new int[] {1, 4, 8, 12, 14}) {
      PureEstimator of =
          ((PureOracle<?>) Protocols.of(String.format(Locale.ROOT, spec, epsilon))).support();
      for (int n : new int[] {20, 33, 300}) {
        Estimate estimate = of.estimate(n, LongStream.rangeClosed(0, n).toArray(), 0.95);
        for (int people : new int[] {0, 2, 5, 11, n / 5, n / 2 + 4, n - 3, n}) {
          double[] law = supports(people, of.p(), n - people, of.q(), n + 1);
          double holds = 0;
          double scoreHolds = 0;
          for (int supports = 0; supports <= n; supports++) {
            Estimate.Row row = estimate.rows().get(supports);
            holds += row.lower() <= people && people <= row.upper() ? law[supports] : 0;
            Estimate.Row score =
                PureEstimator.row(
                    "", row.estimate(), of.variance(row.estimate(), n), of.slope(), 1.96);
            scoreHolds += score.lower() <= people && people <= score.upper() ? law[supports] : 0;
          }
          worst = Math.min(worst, holds);
          twin = Math.min(twin, scoreHolds);
        }
      }
    }
    assertTrue(worst >= 0.935, "" + worst);
    assertTrue(twin < 0.91, "" + twin);
  }

  /** The score interval alone is the wrong twin: two supports by chance are beyond it. */
  @Test
  void theScoreIntervalAloneFailsThere() {
    double p = 0.7444;
    double q = 0.00024984;
    double coverage = 0;
    double[] law = supports(0, p, 300, q, 20);
    for (int supports = 0; supports < law.length; supports++) {
      double x = (supports - 300 * q) / (p - q);
      Estimate.Row row =
          PureEstimator.row(
              "0",
              x,
              new PureEstimator(p, q).variance(x, 300),
              (1 - p - q) / (p - q),
              StandardNormal.twoSided(0.999));
      coverage += row.lower() <= 0 ? law[supports] : 0;
    }

    assertTrue(coverage < 0.95, "" + coverage);
  }

  private static long possible(double count) {
    return Math.round(Math.max(0, Math.min(1000, count)));
  }

  private static ExactCounts exact(PureEstimator of, int n, double confidence) {
    return new ExactCounts(
        new ExactCounts.Reporter(of.p(), 0), new ExactCounts.Reporter(of.q(), 0), n, confidence);
  }

  /** The law of supports, by adding one person after the other. */
  private static double[] supports(int holders, double p, int others, double q, int most) {
    double[] law = new double[most];
    law[0] = 1;
    for (int person = 0; person < holders + others; person++) {
      double chance = person < holders ? p : q;
      for (int i = most - 1; i >= 0; i--) {
        law[i] = law[i] * (1 - chance) + (i == 0 ? 0 : law[i - 1] * chance);
      }
    }
    return law;
  }

  @Property
  void noEstimateHasANegativeVariance(@ForAll @IntRange(max = 1000) int supports) {
    for (PureEstimator estimator :
        new PureEstimator[] {
          new PureEstimator(1, 0), new PureEstimator(0.5, 0.001), new PureEstimator(0.999, 0.5)
        }) {
      Estimate.Row row = estimator.estimate(1000, new long[] {supports}, 0.95).rows().get(0);
      assertTrue(row.standardError() >= 0 && row.lower() <= row.upper());
    }
  }

  @Test
  void moreConfidenceMeansAWiderInterval() {
    PureEstimator estimator = new PureEstimator(0.75, 0.25);
    Estimate.Row narrow = estimator.estimate(100, new long[] {40}, 0.5).rows().get(0);
    Estimate.Row wide = estimator.estimate(100, new long[] {40}, 0.999).rows().get(0);

    assertTrue(wide.lower() < narrow.lower() && narrow.upper() < wide.upper());
    assertEquals(1.959963984540054, StandardNormal.ofInterval(1, 0.95), 1e-12);
  }

  @Test
  void nothingIsSaidWithoutReports() {
    PureEstimator estimator = new PureEstimator(0.75, 0.25);

    assertThrows(IllegalArgumentException.class, () -> estimator.estimate(0, new long[] {0}, 0.95));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -1, 2, Double.NaN})
  void aConfidenceThatIsNotAProbabilityIsRefused(double confidence) {
    PureEstimator estimator = new PureEstimator(0.75, 0.25);

    assertThrows(
        IllegalArgumentException.class, () -> estimator.estimate(1, new long[] {0}, confidence));
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.5", "0.2, 0.4", "1.1, 0.5", "0.5, -0.1", "NaN, 0.1", "0.5, NaN"})
  void supportProbabilitiesOutOfOrderAreRefused(double p, double q) {
    assertThrows(IllegalArgumentException.class, () -> new PureEstimator(p, q));
  }

  private static double square(double x) {
    return x * x;
  }

  /** It is an end of it, out of which neither rounding nor a variance below 0 moves it. */
  @Test
  void anEstimateWithoutVarianceIsInItsInterval() {
    for (int i = 1; i <= 1000; i++) {
      Estimate.Row row = PureEstimator.row("item", i / 3.0, -1e-9, i / 7.0, 1.96);
      assertEquals(0, row.standardError());
      assertTrue(row.lower() <= row.estimate() && row.estimate() <= row.upper(), row::toString);
    }
  }
}
