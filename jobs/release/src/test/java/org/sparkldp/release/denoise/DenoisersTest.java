package org.sparkldp.release.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;

class DenoisersTest {
  private static final Graph PAIR = Noise.graph(2, new int[] {0, 1});

  @Test
  void fiveDenoisersHaveNames() {
    assertEquals(
        Set.of("bayes", "james-stein", "soft-threshold", "tree-wavelets", "trend-filter"),
        Denoisers.names());
  }

  @Test
  void canonicalSpecsNameAllDefaultsAndReadBack() {
    assertCanonical("bayes(w=2.0)", "bayes(w=2)");
    assertCanonical("james-stein(positive=true,toward=zero)", "james-stein()");
    assertCanonical(
        "james-stein(positive=false,toward=mean)", "james-stein(toward=mean, positive=false)");
    assertCanonical("soft-threshold(rule=universal)", "soft-threshold()");
    assertCanonical("tree-wavelets(trees=8,rule=sure,seed=1)", "tree-wavelets()");
    assertCanonical("trend-filter(order=2)", "trend-filter(order=2)");
    assertCanonical("trend-filter(order=0,lambda=0.5)", "trend-filter(lambda=.5,order=0)");
  }

  private static void assertCanonical(String canonical, String written) {
    assertEquals(canonical, Noise.on(PAIR, written).spec().toString());
    assertEquals(canonical, Noise.on(PAIR, canonical).spec().toString());
  }

  @Test
  void bayesTakesThePosteriorMean() {
    // w²/(w² + sigma²) = 4/5; lost 0.04 · 125, df = 1.6.
    Denoised denoised = Noise.plain("bayes(w=2)").denoise(new double[] {5, 10}, 1);
    assertArrayEquals(new double[] {4, 8}, denoised.values(), 1e-12);
    assertEquals(5 - 2 + 3.2, denoised.risk(), 1e-12);
    assertEquals("", denoised.setting());
  }

  @Test
  void bayesReachesItsRiskUnderItsPrior() {
    SimulationSource source = new SimulationSource(1);
    Denoiser bayes = Noise.plain("bayes(w=2)");
    Noise.Mean error = new Noise.Mean();
    for (int trial = 0; trial < 20_000; trial++) {
      double[] truth = Noise.added(new double[5], 2, source);
      double[] noisy = Noise.added(truth, 3, source);
      error.add(Noise.squaredError(bayes.denoise(noisy, 3).values(), truth));
    }
    assertTrue(error.distance(5 * 4 * 9 / 13.0) < 4.9);
    assertTrue(error.distance(5 * 4.0) > 4.9, "answering 0, of risk d w², is distinguished");
  }

  @Test
  void jamesSteinShrinksTowardsZero() {
    // 1 - 2/25; risk 4 - 2²/25
    Denoised denoised = Noise.plain("james-stein()").denoise(new double[] {3, 4, 0, 0}, 1);
    assertArrayEquals(new double[] {2.76, 3.68, 0, 0}, denoised.values(), 1e-12);
    assertEquals(3.84, denoised.risk(), 1e-12);
    assertEquals("factor = 0.92", denoised.setting());
  }

  @Test
  void jamesSteinShrinksTowardsTheMean() {
    // 1 - 2/10; risk 5 - 2²/10
    Denoised denoised =
        Noise.plain("james-stein(toward=mean)").denoise(new double[] {1, 2, 3, 4, 5}, 1);
    assertArrayEquals(new double[] {1.4, 2.2, 3, 3.8, 4.6}, denoised.values(), 1e-12);
    assertEquals(4.6, denoised.risk(), 1e-12);
  }

  @Test
  void thePositivePartStopsAtTheCentre() {
    double[] small = {1, 0, 0, 0};
    Denoised cut = Noise.plain("james-stein()").denoise(small, 1);
    assertArrayEquals(new double[4], cut.values());
    assertEquals(1 - 4, cut.risk(), 1e-12);
    Denoised plain = Noise.plain("james-stein(positive=false)").denoise(small, 1);
    assertArrayEquals(new double[] {-1, 0, 0, 0}, plain.values(), 1e-12);
    assertEquals(4 - 4, plain.risk(), 1e-12);
  }

  @Test
  void jamesSteinLeavesTooFewNumbersAlone() {
    double[] two = {1, -2};
    assertArrayEquals(two, Noise.plain("james-stein()").denoise(two, 3).values());
    assertEquals(2 * 9, Noise.plain("james-stein()").denoise(two, 3).risk(), 1e-12);
    double[] three = {1, -2, 0};
    assertArrayEquals(
        three, Noise.plain("james-stein(toward=mean)").denoise(three, 3).values(), 1e-12);
    assertEquals(3 * 9, Noise.plain("james-stein(toward=mean)").denoise(three, 3).risk(), 1e-12);
  }

  /** At truth 0 the plain estimator's risk is 2 sigma², for d − (d − 2)² E[1/chi²_d] = 2. */
  @Test
  void jamesSteinBeatsTheNoisyVectorWhateverTheTruth() {
    int d = 10;
    for (double length : new double[] {0, 2, 5, 20}) {
      SimulationSource source = new SimulationSource(3);
      double[] truth = new double[d];
      truth[0] = length;
      Noise.Mean plain = new Noise.Mean();
      Noise.Mean gain = new Noise.Mean();
      for (int trial = 0; trial < 20_000; trial++) {
        double[] noisy = Noise.added(truth, 1, source);
        double before =
            Noise.squaredError(
                Noise.plain("james-stein(positive=false)").denoise(noisy, 1).values(), truth);
        double after =
            Noise.squaredError(Noise.plain("james-stein()").denoise(noisy, 1).values(), truth);
        plain.add(before);
        gain.add(before - after);
      }
      assertTrue(plain.mean() < d - 4.9 * plain.error(), "plain below d sigma² at " + length);
      assertTrue(gain.mean() >= 0, "the positive part never loses at " + length);
      if (length == 0) {
        assertTrue(plain.distance(2) < 4.9);
      }
    }
  }

  @Test
  void softThresholdsByRule() {
    double[] noisy = {0.5, 10, -0.2, 0.1};
    double universal = 2 * Math.sqrt(2 * Math.log(4));
    Denoised denoised = Noise.plain("soft-threshold()").denoise(noisy, 2);
    assertArrayEquals(new double[] {0, 10 - universal, 0, 0}, denoised.values(), 1e-12);
    assertEquals("threshold = 1.67 sigma", denoised.setting());
    // 4 − 2 #{≤ t} + Σ min(y², t²) at t = 0, 0.1, 0.2, 0.5, 10: 4, 2.04, 0.13, −1.45, 96.3
    Denoised sure = Noise.plain("soft-threshold(rule=sure)").denoise(noisy, 1);
    assertArrayEquals(new double[] {0, 9.5, 0, 0}, sure.values(), 1e-12);
    assertEquals(-1.45, sure.risk(), 1e-12);
    assertEquals("threshold = 0.5 sigma by SURE", sure.setting());
  }

  @Test
  void theUniversalThresholdOfOneNumberLeavesItAlone() {
    assertArrayEquals(
        new double[] {3}, Noise.plain("soft-threshold()").denoise(new double[] {3}, 1).values());
  }

  /** Donoho's oracle inequality, Theorem 12. */
  @Test
  void softThresholdingKeepsTheOraclesPromise() {
    SimulationSource source = new SimulationSource(4);
    double[] truth = new double[50];
    truth[3] = 8;
    truth[17] = -2;
    truth[40] = 0.5;
    Noise.Mean error = new Noise.Mean();
    for (int trial = 0; trial < 5000; trial++) {
      double[] noisy = Noise.added(truth, 1, source);
      error.add(
          Noise.squaredError(Noise.plain("soft-threshold()").denoise(noisy, 1).values(), truth));
    }
    double bound = (2 * Math.log(50) + 1) * (1 + 1 + 1 + 0.25);
    assertTrue(error.mean() < bound);
    assertTrue(error.mean() < 25, "half of doing nothing");
  }

  @Test
  void risksAreUnbiased() {
    double[] truth = new double[17];
    for (int i = 0; i < 17; i++) {
      truth[i] = i < 6 ? 3 : i < 12 ? 0 : i - 12;
    }
    for (String spec :
        List.of(
            "bayes(w=2)",
            "james-stein()",
            "james-stein(positive=false)",
            "james-stein(toward=mean)",
            "soft-threshold()",
            "tree-wavelets(trees=1,rule=universal)",
            "tree-wavelets(trees=3,rule=universal)")) {
      assertTrue(bias(spec, truth, 0) < 4.9, spec);
    }
    // The wrong twin forgets that the factor moves too: 2 c sigma²/|y|² of the divergence.
    assertTrue(bias("james-stein()", truth, 1) > 4.9);
  }

  /** How many standard errors the mean of risk − error is from 0. */
  private static double bias(String spec, double[] truth, int wrong) {
    double sigma = 1.5;
    SimulationSource source = new SimulationSource(5);
    Denoiser denoiser = Noise.on(Noise.threeComponents(), spec);
    Noise.Mean excess = new Noise.Mean();
    for (int trial = 0; trial < 20_000; trial++) {
      double[] noisy = Noise.added(truth, sigma, source);
      Denoised denoised = denoiser.denoise(noisy, sigma);
      double forgotten = 2 * 15 * sigma * sigma / Noise.squaredError(noisy, new double[17]);
      excess.add(
          denoised.risk()
              - wrong * 2 * sigma * sigma * forgotten
              - Noise.squaredError(denoised.values(), truth));
    }
    return excess.distance(0);
  }

  @Test
  void denoisersFollowTheUnit() {
    SimulationSource source = new SimulationSource(6);
    double[] noisy = Noise.added(new double[17], 4, source);
    double[] cents = noisy.clone();
    for (int i = 0; i < cents.length; i++) {
      cents[i] *= 128;
    }
    for (String spec :
        List.of(
            "james-stein()",
            "soft-threshold(rule=sure)",
            "tree-wavelets()",
            "trend-filter(order=1)")) {
      Denoiser denoiser = Noise.on(Noise.threeComponents(), spec);
      double[] expected = denoiser.denoise(noisy, 2).values();
      double[] seen = denoiser.denoise(cents, 256).values();
      for (int i = 0; i < seen.length; i++) {
        assertEquals(expected[i], seen[i] / 128, 1e-9, spec);
      }
    }
  }

  @Test
  void whatIsNoDenoiserIsRefused() {
    assertRefused(
        "a denoiser must be one of bayes, james-stein, soft-threshold, tree-wavelets,"
            + " trend-filter. Provided value: kalman.",
        "kalman()");
    assertRefused(
        "bayes needs the parameter w: the prior's standard deviation (above 0). Provided:"
            + " bayes().",
        "bayes()");
    assertRefused("w must be above 0 and finite. Provided value: 0.0.", "bayes(w=0)");
    assertRefused("positive must be true or false. Provided value: 1.", "james-stein(positive=1)");
    assertRefused(
        "toward must be zero or mean. Provided value: median.", "james-stein(toward=median)");
    assertRefused(
        "rule must be universal or sure. Provided value: hard.", "soft-threshold(rule=hard)");
    assertRefused("trees must be at least 1. Provided value: 0.", "tree-wavelets(trees=0)");
    assertRefused("order must be between 0 and 2. Provided value: 5.", "trend-filter(order=5)");
    assertRefused(
        "lambda must be above 0 and finite. Provided value: -1.0. Leave it out to have it chosen.",
        "trend-filter(order=0,lambda=-1)");
    assertRefused(
        "soft-threshold has no parameter order. It takes: rule.", "soft-threshold(order=1)");
  }

  private static void assertRefused(String message, String spec) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Noise.on(PAIR, spec));
    assertEquals(message, refusal.getMessage());
  }

  @Test
  void aMissingGraphIsRefused() {
    for (String spec : List.of("tree-wavelets()", "trend-filter(order=1)")) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> Noise.plain(spec));
      assertEquals(
          spec.substring(0, spec.indexOf('('))
              + " needs a graph. Provided: none; give the edges between the numbers.",
          refusal.getMessage());
    }
  }

  @Test
  void weightsTooFarApartAreRefusedByRandomTrees() {
    Graph graph = Graph.of(3, new int[] {0, 1}, new int[] {1, 2}, new double[] {1, 20_000});
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Noise.on(graph, "tree-wavelets()"));
    assertEquals(
        "random spanning trees need weights within a factor of 10000. Provided: a factor of 20000;"
            + " cut the largest or leave out the smallest.",
        refusal.getMessage());
  }

  @Test
  void wrongVectorsAreRefusedWithoutTheirNumbers() {
    for (String name : Denoisers.names()) {
      String spec =
          switch (name) {
            case "bayes" -> "bayes(w=1)";
            case "trend-filter" -> "trend-filter(order=1)";
            default -> name + "()";
          };
      Denoiser denoiser = Noise.on(PAIR, spec);
      String sigma =
          "sigma, the standard deviation of the noise, must be above 0 and finite: 1e-100 to"
              + " 1e100.";
      assertRefused(sigma, denoiser, new double[] {1, 2}, 0);
      assertRefused(sigma, denoiser, new double[] {1, 2}, -1);
      assertRefused(sigma, denoiser, new double[] {1, 2}, Double.NaN);
      assertRefused(sigma, denoiser, new double[] {1, 2}, Double.POSITIVE_INFINITY);
      assertRefused("a noisy vector must hold at least one number.", denoiser, new double[0], 1);
      String finite = "a noisy vector must hold finite numbers. Number 1 is not finite.";
      assertRefused(finite, denoiser, new double[] {1, Double.NaN}, 1);
      assertRefused(finite, denoiser, new double[] {1, Double.NEGATIVE_INFINITY}, 1);
      assertRefused(
          "a noisy vector must be within 1e8 sigma of 0. Number 0 is not; there is no noise to"
              + " speak of.",
          denoiser,
          new double[] {-2e8, 1},
          1);
      if (spec.startsWith("tree") || spec.startsWith("trend")) {
        assertRefused(
            "a noisy vector must hold one number for each of the graph's 2 nodes. Provided: 3.",
            denoiser,
            new double[] {1, 2, 3},
            1);
      }
    }
  }

  @Test
  void plainJamesSteinRefusesAVectorThatIsItsOwnCentre() {
    assertRefused(
        "the plain James-Stein estimate is not defined where all numbers equal the centre;"
            + " take positive=true.",
        Noise.plain("james-stein(positive=false)"),
        new double[4],
        1);
    assertArrayEquals(
        new double[4], Noise.plain("james-stein()").denoise(new double[4], 1).values());
  }

  private static void assertRefused(
      String message, Denoiser denoiser, double[] noisy, double sigma) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> denoiser.denoise(noisy, sigma));
    assertEquals(message, refusal.getMessage());
  }
}
