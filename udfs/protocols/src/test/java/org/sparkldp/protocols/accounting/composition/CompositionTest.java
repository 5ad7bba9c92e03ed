package org.sparkldp.protocols.accounting.composition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.release.GaussianCalibration;

class CompositionTest {
  private static final double TINY = Math.exp(-32);

  /** Dwork and Roth, 2014, Example 3.7: 10,000 databases, epsilon 1 except with e^-32. */
  @Test
  void tenThousandDatabasesOfALifetimeCostOneInAll() {
    double each = 1.0 / 801;
    assertTrue(Composition.optimal(10_000, each, TINY) <= 1);
    double advanced = advanced(10_000, each, TINY);
    assertTrue(advanced > 1 && advanced < 1.01, "the book rounds a little: " + advanced);
    assertEquals(12.48, 10_000 * each, 0.01); // by basic composition
  }

  /**
   * US Census Bureau, 2021, the privacy-loss budget of the redistricting data: rho 2.56 for
   * persons, at delta 1e-10, is epsilon 17.14.
   */
  @Test
  void theCensusOf2020IsAsItsBureauSays() {
    assertEquals(17.14, Composition.concentrated(2.56, 1e-10), 0.05);
  }

  @Test
  void concentratedBoundsLieBetweenTheExactGaussianAndBunAndSteinke() {
    Random random = new Random(1);
    for (int i = 0; i < 500; i++) {
      double rho = Math.exp(-9 + 12 * random.nextDouble());
      double delta = Math.exp(-2 - 30 * random.nextDouble());
      double bound = Composition.concentrated(rho, delta);
      double simple = rho + 2 * Math.sqrt(rho * Math.log(1 / delta));
      assertTrue(bound <= simple * (1 + 1e-8), bound + " against " + simple);
      double exact = GaussianCalibration.epsilon(1 / Math.sqrt(2 * rho), delta, 1);
      assertTrue(bound >= exact, "rho " + rho + ", delta " + delta + ": " + bound + " < " + exact);
    }
    // A wrong twin, as often seen: rho alone, without what delta takes.
    assertTrue(0.5 < GaussianCalibration.epsilon(1, 1e-6, 1));
  }

  @Test
  void theOptimumOfOneIsRandomizedResponseItself() {
    for (double epsilon : new double[] {0.1, 1, 4}) {
      assertEquals(epsilon, Composition.optimal(1, epsilon, 0), 1e-8);
      assertEquals(
          Math.tanh(epsilon / 2), Composition.optimalDelta(1, epsilon, 0), 1e-8); // total variation
    }
  }

  @Test
  void theOptimumOfTwoIsWhatItsFourOutcomesSay() {
    double epsilon = 0.7;
    double truth = Math.exp(epsilon) / (1 + Math.exp(epsilon));
    for (double total : new double[] {0, 0.3, 0.69, 0.71, 1.2, 1.39}) {
      double both = truth * truth - Math.exp(total) * (1 - truth) * (1 - truth);
      double mixed = truth * (1 - truth) * (1 - Math.exp(total));
      double exact = Math.max(0, both) + 2 * Math.max(0, mixed);
      assertEquals(exact, Composition.optimalDelta(2, epsilon, total), 1e-8);
    }
  }

  @Test
  void theOptimumIsAtMostEveryOtherBoundAndAtLeastWhatSimulationShows() {
    Random random = new Random(2);
    for (int i = 0; i < 200; i++) {
      long k = 1L + random.nextInt(400);
      double epsilon = Math.exp(-5 + 5 * random.nextDouble());
      double delta = Math.exp(-3 - 25 * random.nextDouble());
      double optimal = Composition.optimal(k, epsilon, delta);
      assertTrue(optimal <= k * epsilon * (1 + 1e-8));
      assertTrue(optimal <= advanced(k, epsilon, delta) * (1 + 1e-8));
      assertTrue(optimal <= Composition.concentrated(k * epsilon * epsilon / 2, delta) + 1e-8);
      // Right at the bound: a hundredth less is not enough for randomized response.
      if (optimal > 1e-3 && optimal < k * epsilon * 0.99) {
        assertTrue(Composition.optimalDelta(k, epsilon, optimal * 0.99) > delta);
      }
    }
  }

  @Test
  void sumsAreOfGrainsAndHaveNoDrift() {
    long tenth = Tally.epsilonGrains(0.1);
    assertEquals(100_000_000_000L, tenth);
    assertEquals(100_000_000_001L, Tally.epsilonGrains(Math.nextUp(0.1)));
    Tally all = Tally.NONE;
    for (int i = 0; i < 1000; i++) {
      all = all.plus(Tally.of(tenth, 0, 0));
    }
    assertEquals(1000 * tenth, all.epsilonGrains());
    assertEquals(1000 * tenth, all.epsilonGrains(0));
    assertEquals(1000 * tenth, Tally.of(tenth, 0, 0).times(1000).epsilonGrains());
    double doubles = 0;
    for (int i = 0; i < 1000; i++) {
      doubles += 0.1; // the wrong twin
    }
    assertTrue(doubles < 100);
    assertTrue(Tally.epsilon(all.epsilonGrains()) >= 100);
  }

  @Test
  void grainsAreRoundedUpwardsAndStopAtTheLargest() {
    assertEquals(1, Tally.epsilonGrains(1e-30));
    assertEquals(1, Tally.deltaGrains(1e-300));
    assertEquals(0, Tally.deltaGrains(0));
    assertEquals(0, Tally.NONE.times(7).epsilonGrains(1));
    assertTrue(
        Tally.of(20_000_000_000L, 0, 0).times(300).epsilonGrains(Tally.deltaGrains(1e-6)) > 0);
    assertEquals(1_000_000_000_000L, Tally.epsilonGrains(1.0));
    assertEquals(Long.MAX_VALUE, Tally.epsilonGrains(1e300));
    Tally dear = Tally.of(Long.MAX_VALUE / 2, 0, 0).times(5);
    assertEquals(Long.MAX_VALUE, dear.epsilonGrains());
    assertEquals(Long.MAX_VALUE, dear.plus(dear).epsilonGrains());
    for (long grains : new long[] {1, 3, 999_999_999_999L, 123_456_789_012_345_678L}) {
      assertTrue(Tally.epsilonGrains(Tally.epsilon(grains)) >= grains);
    }
  }

  @Test
  void peopleInOneRoundSpendTheDearestAndNotTheSum() {
    Tally first = Tally.of(Tally.epsilonGrains(1.0), 0, 0);
    Tally second = Tally.of(Tally.epsilonGrains(0.5), 0, 0);
    assertEquals(Tally.epsilonGrains(1.0), first.max(second).epsilonGrains());
    assertEquals(Tally.epsilonGrains(1.5), first.plus(second).epsilonGrains());
  }

  @Test
  void gaussianNoiseComposesByRhoAndOtherReportsBesideIt() {
    double sigma = GaussianCalibration.sigma(1.0, 1e-8, 1);
    Tally one =
        Tally.of(Tally.epsilonGrains(1.0), Tally.deltaGrains(1e-8), 1 / (2 * sigma * sigma));
    Tally all = one.times(30);
    double together = Tally.epsilon(all.epsilonGrains(Tally.deltaGrains(1e-6)));
    double exact = GaussianCalibration.epsilon(sigma / Math.sqrt(30), 1e-6, 1);
    assertTrue(together >= exact, together + " must not be below the exact " + exact);
    assertTrue(together < 1.1 * exact, together + " must be near the exact " + exact);
    assertEquals(Long.MAX_VALUE, all.epsilonGrains(0), "no Gaussian noise is pure");
    Tally mixed = all.plus(Tally.of(Tally.epsilonGrains(2.0), 0, 0));
    double withPure = Tally.epsilon(mixed.epsilonGrains(Tally.deltaGrains(1e-6)));
    assertTrue(withPure <= together + 2 + 1e-9 && withPure > together);
  }

  @Test
  void aReportWithADeltaAndWithoutRhoIsNeverPure() {
    Tally report = Tally.of(Tally.epsilonGrains(1.0), Tally.deltaGrains(1e-6), 0);
    assertEquals(Long.MAX_VALUE, report.epsilonGrains(Tally.deltaGrains(1e-7)));
    assertEquals(Tally.epsilonGrains(1.0), report.epsilonGrains(Tally.deltaGrains(1e-6)));
    assertThrows(IllegalArgumentException.class, () -> Tally.of(-1, 0, 0));
  }

  private static double advanced(long k, double epsilon, double delta) {
    return Composition.advanced(k * epsilon * Math.tanh(epsilon / 2), k * epsilon * epsilon, delta);
  }
}
