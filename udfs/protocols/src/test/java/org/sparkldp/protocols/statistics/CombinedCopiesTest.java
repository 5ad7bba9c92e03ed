package org.sparkldp.protocols.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Answers of several synthetic tables as one. */
class CombinedCopiesTest {
  private static final double[] VARIANCES = {0.1, 0.2, 0.3};

  @Test
  void theRuleForWhollySyntheticData() {
    CombinedCopies of = CombinedCopies.of(new double[] {1, 2, 3}, VARIANCES, 1);
    assertEquals(2, of.estimate(), 1e-12);
    assertEquals(Math.sqrt(4.0 / 3 - 0.2), of.standardError(), 1e-12);
    // Student's, with 2 (1 - 0.2/(4/3))^2 = 1.445 degrees of freedom.
    assertEquals(6.9, (of.upper() - of.estimate()) / of.standardError(), 0.6);
  }

  /** Where copies hardly differ, no less than the chance of people and of all rows. */
  @Test
  void theErrorIsAtLeastThatOfTheRows() {
    CombinedCopies of = CombinedCopies.of(new double[] {2, 2, 2}, VARIANCES, 0.5);
    assertEquals(Math.sqrt((0.5 + 1.0 / 3) * 0.2), of.standardError(), 1e-12);
    assertEquals(1.96 * of.standardError(), of.upper() - 2, 1e-3);
  }

  /** Fits that are off by noise of variance 1, and copies' rows by another .25. */
  @Test
  void intervalsHoldTheTruth() {
    SplittableRandom random = new SplittableRandom(1);
    int held = 0;
    int heldByHalf = 0;
    int trials = 2_000;
    for (int trial = 0; trial < trials; trial++) {
      double fit = random.nextGaussian();
      double[] estimates = new double[20];
      double[] variances = new double[20];
      for (int i = 0; i < 20; i++) {
        estimates[i] = fit + random.nextGaussian() + 0.5 * random.nextGaussian();
        variances[i] = 0.25;
      }
      CombinedCopies of = CombinedCopies.of(estimates, variances, 0.1);
      held += Math.abs(of.estimate()) <= of.upper() - of.estimate() ? 1 : 0;
      heldByHalf += 2 * Math.abs(of.estimate()) <= of.upper() - of.estimate() ? 1 : 0;
    }
    assertTrue(held >= 0.93 * trials && held <= 0.97 * trials, held + " of " + trials);
    assertTrue(heldByHalf < 0.8 * trials, heldByHalf + " of " + trials);
  }

  @Test
  void refusesWhatItCannotCombine() {
    double[] two = {1, 2};
    assertThrows(IllegalArgumentException.class, () -> CombinedCopies.of(new double[1], two, 1));
    assertThrows(
        IllegalArgumentException.class, () -> CombinedCopies.of(two, new double[] {1, -1}, 1));
    assertThrows(IllegalArgumentException.class, () -> CombinedCopies.of(two, two, 0));
    // What SQL gives for a copy of one row: it is not left out in silence.
    double[] none = {1, Double.NaN};
    assertThrows(IllegalArgumentException.class, () -> CombinedCopies.of(two, none, 1));
    assertThrows(IllegalArgumentException.class, () -> CombinedCopies.of(none, two, 1));
  }
}
