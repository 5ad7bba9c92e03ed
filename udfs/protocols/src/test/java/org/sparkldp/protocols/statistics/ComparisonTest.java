package org.sparkldp.protocols.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Estimate;

class ComparisonTest {
  private static final double Z = StandardNormal.twoSided(0.95);
  private static final int TRIALS = 4000;

  private static Estimate.Row row(String item, double estimate, double error) {
    return new Estimate.Row(item, estimate, error, estimate - Z * error, estimate + Z * error);
  }

  private static Estimate estimate(long n, Estimate.Row... rows) {
    return new Estimate(n, 0.95, List.of(rows));
  }

  /** Counts whose errors are normal, as those of many people are. */
  private static Estimate drawn(long n, double[] truth, double error, Random random) {
    return new Estimate(
        n,
        0.95,
        IntStream.range(0, truth.length)
            .mapToObj(i -> row("" + i, truth[i] + error * random.nextGaussian(), error))
            .toList());
  }

  @Test
  void sharesOfTwoDaysHaveADifferenceAndARatio() {
    Comparison.ComparisonRow row =
        Comparison.of(
                estimate(1000, row("a", 400, 30)),
                estimate(2000, row("a", 1000, 80)),
                true,
                Comparison.APART,
                0.05)
            .get(0);

    assertEquals(0.4, row.first());
    assertEquals(0.5, row.second());
    assertEquals(0.1, row.difference(), 1e-15);
    assertEquals(0.05, row.standardError(), 1e-15); // the root of .03² + .04²
    assertEquals(0.1 - Z * 0.05, row.lower(), 1e-12);
    assertEquals(0.1 + Z * 0.05, row.upper(), 1e-12);
    assertEquals(1.25, row.ratio());
    for (double end : new double[] {row.ratioLower(), row.ratioUpper()}) { // Fieller's equation
      assertEquals(Z, Math.abs(0.5 - end * 0.4) / Math.hypot(0.04, end * 0.03), 1e-9);
    }
    assertTrue(row.ratioLower() < 1.25 && row.ratioUpper() > 1.25);
    assertTrue(row.differs(), "z = 2");
  }

  /** Of two rows the first has to pass at half the level, and then the second at all of it. */
  @Test
  void rowsAndComparisonsShareALevel() {
    Estimate before = estimate(1, row("a", 0, 1), row("b", 0, 1));
    Estimate after = estimate(1, row("a", 9, 1), row("b", 2.1 * Math.sqrt(2), 1)); // z = 2.1
    for (int comparisons : new int[] {1, 2}) {
      assertEquals(
          List.of(true, comparisons == 1),
          Comparison.of(before, after, false, Comparison.APART, 0.05 / comparisons).stream()
              .map(Comparison.ComparisonRow::differs)
              .toList());
    }
  }

  /** Errors of the same people may be as alike as can be. */
  @Test
  void whereBitsMayBeSharedStandardErrorsAreAdded() {
    Comparison.ComparisonRow row =
        Comparison.of(
                estimate(1000, row("a", 400, 30)),
                estimate(2000, row("a", 1000, 80)),
                true,
                Comparison.UNKNOWN,
                0.05)
            .get(0);

    assertEquals(0.07, row.standardError(), 1e-15);
    assertEquals(0.1 - Z * 0.07, row.lower(), 1e-12);
    assertEquals((0.5 - Z * 0.04) / (0.4 + Z * 0.03), row.ratioLower(), 1e-12);
    assertFalse(row.differs());
  }

  @Test
  void numbersHaveNoRatio_andAreNotDividedByPeople() {
    Comparison.ComparisonRow row =
        Comparison.of(
                estimate(1000, row("mean", -4, 3)),
                estimate(2000, row("mean", 6, 4)),
                false,
                Comparison.APART,
                0.05)
            .get(0);

    assertEquals(10, row.difference());
    assertEquals(5, row.standardError());
    assertTrue(Double.isNaN(row.ratio()) && Double.isNaN(row.ratioUpper()));
  }

  @Test
  void aRatioToWhatMayBeNothingHasNoUpperEnd() {
    Estimate little = estimate(1000, row("a", 20, 30));
    Comparison.ComparisonRow known =
        Comparison.of(little, estimate(1000, row("a", 200, 30)), true, Comparison.APART, 0.05)
            .get(0);
    assertEquals(Double.POSITIVE_INFINITY, known.ratioUpper());
    assertTrue(known.ratioLower() > 1, known.toString());
    Comparison.ComparisonRow both =
        Comparison.of(little, little, true, Comparison.APART, 0.05).get(0);
    assertEquals(0, both.ratioLower());
    Estimate nothing = estimate(1000, row("a", -20, 30));
    assertTrue(
        Double.isNaN(Comparison.of(nothing, little, true, Comparison.APART, 0.05).get(0).ratio()));
  }

  @Test
  void endsAloneAreComparedByEnds() {
    Estimate open = estimate(1000, Estimate.Row.unknown("median", 10, 20, "too few"));
    Estimate known = estimate(1000, row("median", 40, 1 / Z));
    Comparison.ComparisonRow row = Comparison.of(open, known, false, Comparison.APART, 0.05).get(0);
    assertEquals(19, row.lower(), 1e-12);
    assertEquals(31, row.upper(), 1e-12);
    assertTrue(Double.isNaN(row.difference()));
    assertFalse(row.differs());
  }

  @Test
  void otherItemsAreRefused() {
    Estimate a = estimate(1000, row("a", 1, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> Comparison.of(a, estimate(1000, row("b", 1, 1)), true, Comparison.APART, 0.05));
  }

  /**
   * 95 % of the intervals of differences and ratios hold, 4,000 pairs of charts each, fixed seeds:
   * .935 to .965 (4,000 trials show a share to .0034). In the wrong twin, errors shared by both are
   * taken for apart.
   */
  @ParameterizedTest
  @ValueSource(doubles = {1.0, 1.5, 4.0})
  void intervalsHold(double ratio) {
    double[] before = {3000, 800, 100};
    double[] after = {3000 * ratio, 800 * ratio, 100 * ratio};
    Random random = new Random(54);
    int[] differences = new int[3];
    int[] ratios = new int[3];
    int naive = 0;
    int shared = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      Estimate first = drawn(10_000, before, 150, random);
      Estimate second = drawn(20_000, after, 250, random);
      List<Comparison.ComparisonRow> rows =
          Comparison.of(first, second, true, Comparison.APART, 0.05);
      for (int i = 0; i < 3; i++) {
        double difference = after[i] / 20_000 - before[i] / 10_000;
        Comparison.ComparisonRow row = rows.get(i);
        differences[i] += row.lower() <= difference && difference <= row.upper() ? 1 : 0;
        boolean isHeld = row.ratioLower() <= ratio / 2 && ratio / 2 <= row.ratioUpper();
        ratios[i] += isHeld ? 1 : 0;
        double ofSecond = Z * 250 / 20_000 / row.first(); // as if the first were exact
        naive += i == 1 && Math.abs(row.ratio() - ratio / 2) <= ofSecond ? 1 : 0;
      }
      double error = 150 * random.nextGaussian();
      Comparison.ComparisonRow wrong =
          Comparison.of(
                  estimate(10_000, row("a", 3000 + error, 150)),
                  estimate(10_000, row("a", 3000 * ratio - error, 150)),
                  true,
                  Comparison.APART,
                  0.05)
              .get(0);
      double truth = 0.3 * (ratio - 1);
      shared += wrong.lower() <= truth && truth <= wrong.upper() ? 1 : 0;
    }
    for (int i = 0; i < 3; i++) {
      assertEquals(0.95, (double) differences[i] / TRIALS, 0.015, "difference " + i);
      assertTrue(ratios[i] >= 0.935 * TRIALS, "ratio " + i + ": " + ratios[i]);
    }
    assertTrue(naive < 0.93 * TRIALS, "a twin that takes the first for exact: " + naive);
    assertTrue(shared < 0.9 * TRIALS, "a twin that shares bits: " + shared);
  }

  /**
   * At most 5 % of charts on which nothing changed show a change (4,000 charts, fixed seeds), and
   * what changes is found more often than by whiskers that do not overlap. The wrong twin asks each
   * item at 5 %, and is false in most charts of 60 items.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 12, 60})
  void fewChartsShowAChangeThatIsNone(int k) {
    double[] truth = IntStream.range(0, k).mapToDouble(i -> 4000.0 / (1 + i)).toArray();
    double[] changed = truth.clone();
    changed[0] += 900;
    Random random = new Random(k);
    int falsely = 0;
    int each = 0;
    int found = 0;
    int apart = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      Estimate first = drawn(10_000, truth, 150, random);
      List<Comparison.ComparisonRow> same =
          Comparison.of(first, drawn(10_000, truth, 150, random), true, Comparison.APART, 0.05);
      falsely += same.stream().anyMatch(Comparison.ComparisonRow::differs) ? 1 : 0;
      each += same.stream().anyMatch(row -> row.lower() > 0 || row.upper() < 0) ? 1 : 0;
      Estimate second = drawn(10_000, changed, 150, random);
      found += Comparison.of(first, second, true, Comparison.APART, 0.05).get(0).differs() ? 1 : 0;
      apart += first.rows().get(0).upper() < second.rows().get(0).lower() ? 1 : 0;
    }
    assertTrue(falsely <= 0.06 * TRIALS, "false changes: " + falsely);
    assertTrue(k == 1 || each > 3 * falsely, each + " by items alone");
    assertTrue(k > 1 || found > apart, found + " found, " + apart + " whiskers apart");
    assertTrue(found > 0.5 * TRIALS, "found " + found);
  }
}
