package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.GaussianQuestion;

class LevelHistogramsTest {
  /** So many people that psi and tau are next to nothing. */
  private static final double EVERYBODY = 1e16;

  private static final double EPSILON = 1;
  private static final double BETA = 0.05;

  private static GaussianQuestion question(
      double sigmaMin, double sigmaMax, double center, double range) {
    return new GaussianQuestion(EPSILON, sigmaMin, sigmaMax, center, range, OptionalInt.empty(), 1);
  }

  /** What round one would say without chance, of people at each level. */
  private static LevelHistograms exact(Levels levels, double people, double mean, double sigma) {
    double[] k = new double[levels.count()];
    Arrays.fill(k, people);
    double[][] histograms = new double[k.length][];
    double[] law = new double[3 * Levels.ANSWERS];
    for (int level = 0; level < k.length; level++) {
      levels.cells(level).law(mean, sigma, law);
      histograms[level] = Arrays.stream(law, 0, Levels.ANSWERS).map(p -> p * people).toArray();
    }
    return new LevelHistograms(levels, EPSILON, BETA, k, histograms);
  }

  /** The largest |EstMean − mean| over means all over the range, in sigmas. */
  private static double worst(double sigma, double center, double range, double shift) {
    Levels levels = Levels.of(question(sigma, sigma, center, range));
    double worst = 0;
    for (int i = 0; i <= 20_000; i++) {
      double mean = center - range + 2 * range * i / 20_000;
      double found = exact(levels, EVERYBODY, mean + shift, sigma).mean();
      worst = Math.max(worst, Math.abs(found - mean) / sigma);
    }
    return worst;
  }

  @ParameterizedTest
  @CsvSource({
    "1, 0, 1000", // negative means too
    "2.3, 1024, 1024",
    "0.999, -12345.6, 777",
    "1.999, 3, 40",
    "1e-9, 0, 1e-6",
    "1e12, 1e14, 1e15",
    "5, 0, 1", // a range below sigma
  })
  void withoutNoiseRoundOneFindsEveryMeanToWithinTwoSigma(
      double sigma, double center, double range) {
    double worst = worst(sigma, center, range, 0);

    assertTrue(worst <= 2, "worst " + worst);
  }

  @Test
  void aHistogramOneCellOffWouldBeCaught() {
    assertTrue(worst(1, 0, 1000, 3) > 2);
  }

  @Test
  void levelsReachFromBelowSigmaToTheWholeRange() {
    Levels levels = Levels.of(question(2.3, 2.3, 1000, 1000));

    assertEquals(new Levels(0, 1, 11), levels);
    assertEquals(11, levels.count());
    assertEquals(2, levels.width(0));
    assertEquals(2048, levels.width(10));
    // 777.7 is in cell 388 of width 2, and in cell 3 of width 256.
    assertEquals(388 % 4, levels.cells(0).answer(777.7));
    assertEquals(3, levels.cells(7).answer(777.7));
    assertEquals(3, levels.cells(0).answer(-0.1));
  }

  @Test
  void theLargestSigmaFitsIntoTheHighestLevel() {
    assertEquals(new Levels(-5, -1, 7), Levels.of(question(0.7, 100, 0, 5)));
  }

  /** Smallest and largest EstVar over sigma, without noise. */
  private static double[] ratios(double shareOfSigma) {
    Levels levels = Levels.of(question(1, 16, 0, 1000));
    double[] ratios = {Double.POSITIVE_INFINITY, 0};
    for (int i = 0; i <= 400; i++) {
      double sigma = 2 * Math.pow(2, i / 400.0); // of one octave; the next are alike
      for (int j = 0; j < 64; j++) {
        double mean = 8.0 * sigma * j / 64;
        double ratio = exact(levels, EVERYBODY, mean, shareOfSigma * sigma).sigma() / sigma;
        ratios[0] = Math.min(ratios[0], ratio);
        ratios[1] = Math.max(ratios[1], ratio);
      }
    }
    return ratios;
  }

  @Test
  void withoutNoiseSigmaIsFoundToWithinAFactor() {
    double[] ratios = ratios(1);

    // 2 Φ(−w) = 0.03 and Φ(−w/2) = 0.03 at the levels just passed.
    assertEquals(1.08, ratios[0], 0.02);
    assertEquals(3.76, ratios[1], 0.05);
  }

  @Test
  void aSigmaOffByAQuarterWouldBeCaught() {
    double[] ratios = ratios(1.25);

    assertFalse(Math.abs(ratios[0] - 1.08) < 0.02);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 128000", "1, 39000", "2, 14000"})
  void aThousandSigmasTakeTheseMany(double epsilon, double people) {
    Levels levels = new Levels(0, 0, 11);
    double needed = LevelHistograms.peopleNeeded(epsilon, BETA, 12);

    assertEquals(people, 2 * 12 * needed, 0.03 * people);
    PublishedQuestion question =
        PublishedQuestions.of(new GaussianQuestion(epsilon, 1, 1, 0, 2000, OptionalInt.empty(), 1));
    double toAsk = LevelHistograms.usersNeeded(question, levels) / 24.0;
    assertTrue(toAsk - 4 * Math.sqrt(toAsk) >= needed - 1e-6, "four standard deviations");
  }

  @Test
  void tooFewPeopleAreRemarkedUpon() {
    Levels levels = Levels.of(question(1, 1, 0, 1000));
    double needed = LevelHistograms.peopleNeeded(EPSILON, BETA, levels.count());

    assertEquals("", exact(levels, needed + 1, 0, 1).note());
    assertTrue(exact(levels, needed - 1, 0, 1).note().contains("too few"));
    // They are too few indeed: a cell with all values is not seen to be one.
    assertTrue(Math.abs(exact(levels, needed / 5, 300, 1).mean() - 300) > 100);
    assertTrue(Math.abs(exact(levels, needed + 1, 300, 1).mean() - 300) <= 2);
  }

  @Test
  void aLevelThatNobodyAnsweredEndsTheSearch() {
    LevelHistograms nobody = exact(Levels.of(question(1, 1, 0, 1000)), 0, 0, 1);

    assertTrue(Double.isFinite(nobody.mean()));
    assertTrue(nobody.note().contains("too few"));
  }

  @Test
  void answersThatContradictEachOtherStillGiveANumber() {
    // The top level says the lower half; its halves are said to hold nobody, their neighbour all.
    Levels levels = new Levels(0, 0, 2);
    double[] k = {1e9, 1e9, 1e9};
    double[][] contradiction = {{0, 0, 0, 1e9}, {0, 0, 0, 1e9}, {1e9, 0, 0, 0}};
    LevelHistograms histograms = new LevelHistograms(levels, EPSILON, BETA, k, contradiction);
    double[][] outside = {{0, 0, 1e9, 0}, {0, 0, 1e9, 0}, {0, 0, 5e8, 5e8}};

    assertEquals(0, histograms.mean());
    assertEquals(0, new LevelHistograms(levels, EPSILON, BETA, k, outside).mean());
  }

  @Test
  void countsAreDebiased() {
    KaryResponse response = KaryResponse.of(Math.log(3), 4); // p = 1/2, q = 1/6
    Levels levels = new Levels(0, 0, 0);
    PublishedQuestion question =
        PublishedQuestions.of(
            new GaussianQuestion(Math.log(3), 1, 1, 0, 1, OptionalInt.empty(), 1));
    // 600 people of answer 1 and 600 of answer 2: (200, 400, 400, 200) on average.
    LevelHistograms histograms =
        LevelHistograms.of(levels, question, response, new long[] {200, 400, 400, 200});

    assertEquals(1200, histograms.people());
    assertEquals(0, histograms.histogram(0)[0], 1e-6);
    assertEquals(600, histograms.histogram(0)[1], 1e-6);
  }

  @Test
  void undebiasedCountsWouldBeCaught() {
    // At epsilon 1 a full cell is reported by half of its people: less than the 52 % that are
    // asked.
    Levels levels = Levels.of(question(1, 1, 0, 1000));
    double[] k = new double[levels.count()];
    Arrays.fill(k, EVERYBODY);
    KaryResponse response = KaryResponse.of(EPSILON, 4);
    double[][] raw = new double[k.length][Levels.ANSWERS];
    for (int level = 0; level < k.length; level++) {
      double[] law = new double[3 * Levels.ANSWERS];
      levels.cells(level).law(300, 1, law);
      for (int a = 0; a < Levels.ANSWERS; a++) {
        raw[level][a] = EVERYBODY * (response.q() + law[a] * (response.p() - response.q()));
      }
    }

    double found = new LevelHistograms(levels, EPSILON, BETA, k, raw).mean();

    assertThrows(AssertionError.class, () -> assertEquals(300, found, 2));
  }
}
