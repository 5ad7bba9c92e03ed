package org.sparkldp.protocols.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.Information;
import org.sparkldp.protocols.gaussian.likelihood.ModeSearch;
import org.sparkldp.protocols.gaussian.likelihood.PeriodicCells;
import org.sparkldp.protocols.gaussian.likelihood.Questions;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Who is asked which question, to the word, and which questions there cannot be. */
class QuestionsTest {
  private static final Channel SIDE = new Cuts(0.5);

  private static Questions questions(double... shares) {
    return new Questions(Collections.nCopies(shares.length, SIDE), shares);
  }

  /** Question i for words in [2^64 s, 2^64 t), s and t the sums of shares before and with it. */
  @Test
  void wordsAreDealtOutByTheSumsOfShares() {
    double[] shares = {0.25, 0.5, 0.125, 0.125};
    Questions questions = questions(shares);
    BigDecimal from = BigDecimal.ZERO;
    for (int i = 0; i < shares.length; i++) {
      BigDecimal to = from.add(new BigDecimal(shares[i]));
      assertEquals(i, questions.choose(word(from)));
      assertEquals(i, questions.choose(word(to) - 1));
      assertEquals(shares[i], questions.share(i));
      from = to;
    }
    assertEquals(4, questions.channels().size());
    assertEquals(0, questions(1).choose(-1));
  }

  private static long word(BigDecimal share) {
    return share.multiply(new BigDecimal(2).pow(64)).toBigInteger().longValue();
  }

  @Test
  void onlySharesAboveZeroThatSumToOneAreTaken() {
    questions(0.3, 0.7);
    questions(0.5, 0.5 - 9e-10); // rounding
    for (double[] shares :
        new double[][] {
          {},
          {0, 1},
          {1, 0},
          {0.5, 0, 0.5},
          {-0.5, 1.5},
          {0.5, 0.6},
          {0.5, 0.4},
          {1.5, -0.5},
          {0.5, 0.5 - 2e-9},
          {0.5, Double.NaN},
          {1, 1e-10}
        }) {
      assertThrows(
          IllegalArgumentException.class, () -> questions(shares), () -> Arrays.toString(shares));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new Questions(List.of(SIDE), new double[] {0.5, 0.5}));
    assertThrows(
        IllegalArgumentException.class, () -> new Questions(List.of(SIDE, SIDE), new double[] {1}));
  }

  @Test
  void equalCutsAreOneQuestion() {
    assertEquals(new Cuts(1, 2), new Cuts(1, 2));
    assertEquals(new Cuts(1, 2).hashCode(), new Cuts(1, 2).hashCode());
    assertNotEquals(new Cuts(1, 2), new Cuts(1, 3));
    assertNotEquals(new Cuts(1, 2).hashCode(), new Cuts(1, 3).hashCode());
    assertEquals("cuts [1.0, 2.0]", new Cuts(1, 2).toString());
    assertThrows(IllegalArgumentException.class, () -> new Cuts(1, 1));
    assertThrows(IllegalArgumentException.class, () -> new Cuts());
  }

  /** Both series of periodic cells give one law, at the period where one takes over. */
  @Test
  void bothSeriesAgreeWhereOneTakesOver() {
    PeriodicCells cells = new PeriodicCells(4, 2.5, 0.3);
    for (double sigma : new double[] {0.999, 1, 1.001}) {
      double[] byCell = new double[12];
      double[] byFrequency = new double[12];
      double[] law = new double[12];
      cells.byCell(1.1, sigma, byCell);
      cells.byFrequency(1.1, sigma, byFrequency);
      cells.law(1.1, sigma, law);
      for (int i = 0; i < 12; i++) {
        assertEquals(byCell[i], byFrequency[i], 1e-12);
      }
      assertTrue(Arrays.equals(law, sigma <= 1 ? byCell : byFrequency), "sigma " + sigma);
    }
  }

  // --- what may be asked ---

  private static GaussianQuestion question(
      double least, double most, double center, double range, int users, int strata) {
    return new GaussianQuestion(1, least, most, center, range, OptionalInt.of(users), strata);
  }

  @Test
  void questionsAreTakenUpToTheirLimits() {
    double reach = 0x1p52 - 16; // of center and range together, in sigmas, is too far
    question(1, 1, 0, 1, 1, 1);
    question(1, 1, 0, 1, 1, GaussianQuestion.MAX_STRATA);
    question(1, 1, -1e10, Math.nextDown(reach) - 1e10, 1, 1);
    question(0.5, 2, 0, 1e-300, 1, 1);
    for (Runnable bad :
        List.<Runnable>of(
            () -> question(1, 1, 0, 1, 0, 1),
            () -> question(1, 1, 0, 1, 1, 0),
            () -> question(1, 1, 0, 1, 1, GaussianQuestion.MAX_STRATA + 1),
            () -> question(1, 1, 0, reach, 1, 1),
            () -> question(1, 1, 1e10, reach - 1e10, 1, 1),
            () -> question(1, 1, Double.NaN, 1, 1, 1),
            () -> question(2, 1, 0, 1, 1, 1),
            () -> question(0, 1, 0, 1, 1, 1),
            () -> question(1, Double.POSITIVE_INFINITY, 0, 1, 1, 1),
            () -> question(1, 1, 0, 0, 1, 1),
            () -> question(1, 1, 0, -1, 1, 1))) {
      assertThrows(IllegalArgumentException.class, bad::run);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gaussian(epsilon=1,range=1) | neither",
        "gaussian(epsilon=1,range=1,sigma_min=1) | one bound",
        "gaussian(epsilon=1,range=1,sigma_max=1) | one bound",
        "gaussian(epsilon=1,range=1,sigma=1,sigma_min=1) | sigma and bounds",
        "gaussian(epsilon=1,range=1,sigma=1,sigma_max=1) | sigma and bounds",
        "gaussian(epsilon=1,range=1,sigma=1,sigma_min=1,sigma_max=1) | sigma and bounds",
      })
  void eitherSigmaOrBothBoundsAreGiven(String spec, String provided) {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    GaussianQuestion.of(
                        Parameters.of(ProtocolSpec.parse(spec), GaussianQuestion.parameters())))
            .getMessage();

    assertTrue(message.startsWith("either sigma, or both sigma_min and sigma_max"), message);
    assertTrue(message.endsWith("Provided: " + provided + "."), message);
  }

  @Test
  void theSpecNamesWhatIsNotTheDefault() {
    assertEquals(
        "g(epsilon=1.0,sigma=2.0,range=3.0,users=9)",
        question(2, 2, 0, 3, 9, 1).spec("g").toString());
    assertEquals(
        "g(epsilon=1.0,sigma_min=1.0,sigma_max=2.0,range=3.0,center=-4.0,users=9,strata=2)",
        question(1, 2, -4, 3, 9, 2).spec("g").toString());
    assertEquals(-7, question(1, 2, -4, 3, 9, 2).lower());
    assertEquals(-1, question(1, 2, -4, 3, 9, 2).upper());
    assertTrue(question(2, 2, 0, 3, 9, 1).isSigmaKnown());
  }

  // --- the rounds ---

  private static TwoRoundGaussian first(GaussianQuestion question) {
    return TwoRoundGaussian.of(question);
  }

  /** The first round's share is a whole number of 2^-20, and at most two fifths. */
  @Test
  void wordsDealPeopleToRoundsByTheFirstOnesShare() {
    for (GaussianQuestion question :
        List.of(question(1, 1, 0, 10, 100_000, 1), question(1, 8, 0, 1000, 300, 1))) {
      double share = FirstRound.of(question).share();
      TwoRoundGaussian round = first(question);
      long edge = Thresholds.of(share);

      assertEquals(Math.rint(share * 0x1p20), share * 0x1p20);
      assertTrue(share > 0 && share <= 0.4 + 0x1p-20, "share " + share);
      assertEquals(1, round.roundOf(0));
      assertEquals(1, round.roundOf(edge - 1));
      assertEquals(2, round.roundOf(edge));
      assertEquals(2, round.roundOf(-1));
      assertEquals(2, round.rounds());
      assertEquals(1, round.round());
    }
  }

  @Test
  void onlyAnAnswerOfTheCohortsQuestionIsReported() {
    TwoRoundGaussian round = first(question(1, 1, 0, 10, 10_000, 2));
    for (int cohort = 0; cohort < round.cohorts(); cohort++) {
      int of = cohort;
      long answers = round.inputs(cohort);
      round.report(0, cohort, new SimulationSource(1));
      round.report(answers - 1, cohort, new SimulationSource(1));
      for (long input : new long[] {-1, answers, answers + 1, 1L << 32}) {
        assertThrows(
            IllegalArgumentException.class, () -> round.report(input, of, new SimulationSource(1)));
      }
    }
  }

  /** Of all numbers of answers and widths those with most information of the mean. */
  @Test
  void theBestCellsAreBetterThanAllOthers() {
    // An epsilon that nobody has asked for yet, for what is found is kept.
    double epsilon = 1.5 + System.nanoTime() % 1_000_000 * 1e-12;
    Vernier.BestCells best = Vernier.best(epsilon);
    double most = Information.ofCells(best.answers(), best.width(), epsilon).mean();
    int better = 0;
    for (int m = 2; m <= 8; m++) {
      for (double width = 0.5; width < 6.05; width += 0.1) {
        better += Information.ofCells(m, width, epsilon).mean() > most * (1 + 1e-9) ? 1 : 0;
      }
    }
    assertEquals(0, better);
    assertTrue(best.width() > 0.45 && best.width() < 6.05);
  }

  /** All widths' cells come in pairs half a cell apart, and shares are those of what is asked. */
  @Test
  void cellsOfManyWidthsAreAskedInPairsHalfACellApart() {
    GaussianQuestion question = question(1, 2, 5, 100, 10_000, 1);
    Vernier vernier = new Vernier(question, 1, 2);
    Questions questions = vernier.questions(4000);
    Vernier.BestCells best = Vernier.best(1);
    double sum = 0;
    for (int i = 0; i < questions.channels().size(); i += 2) {
      PeriodicCells one = (PeriodicCells) questions.channels().get(i);
      PeriodicCells other = (PeriodicCells) questions.channels().get(i + 1);
      assertEquals(best.answers(), one.answers());
      assertEquals(one.width(), other.width());
      assertTrue(one.width() > best.width() && one.width() < 4 * best.width());
      // Half a cell apart: an edge of the one is the middle of the other's cell.
      for (double x = 3; x < 7; x += 0.37) {
        assertEquals(one.answer(x), other.answer(x + one.width() / 2));
      }
      sum += questions.share(i) + questions.share(i + 1);
    }
    assertEquals(1, sum, 1e-9);
    assertEquals(64, questions.channels().size()); // 32 widths, for 12 an octave are fewer
    assertTrue(vernier.need() > vernier.fewest() && vernier.fewest() > 0);
    assertTrue(vernier.information().mean() > 0);
  }

  /** Where the range is wide, cells of doubling widths find the neighbourhood, and take a part. */
  @Test
  void aWideRangeIsCoveredByCoarseCells() {
    GaussianQuestion narrow = question(1, 1, 0, 100, 10_000, 1);
    GaussianQuestion wide = question(1, 1, 0, 1e7, 10_000, 1);
    Vernier near = new Vernier(narrow, 1, 2);
    Vernier far = new Vernier(wide, 1, 2);
    int fine = near.questions(4000).channels().size();
    Questions questions = far.questions(1e6);
    int coarse = questions.channels().size() - fine;
    double width = ModeSearch.REACH / 8;
    for (int i = fine; i < fine + coarse; i += 2) {
      PeriodicCells cells = (PeriodicCells) questions.channels().get(i);
      assertEquals(2, cells.answers());
      assertEquals(width, cells.width());
      assertEquals(questions.share(fine), questions.share(i));
      width *= 2;
    }
    assertTrue(width >= 2e7 && width < 4e7, "up to the range: " + width);
    assertTrue(far.need() > near.need());
    double part = questions.share(fine) * coarse;
    assertTrue(part > 0 && part < 0.5, "part " + part);
    // Of many answers a smaller part is for finding the neighbourhood.
    assertEquals(part / 2, far.questions(2e6).share(fine) * coarse, 1e-9);
  }
}
