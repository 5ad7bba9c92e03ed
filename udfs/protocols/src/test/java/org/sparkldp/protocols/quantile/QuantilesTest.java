package org.sparkldp.protocols.quantile;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.Runs;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Quantiles in rounds: what a person reports, how points move, what the end says. */
class QuantilesTest {
  private static final String SEARCH = "median(epsilon=1.0,lower=0.0,upper=1.0,users=20000)";

  private static QuantileRound round(String spec) {
    return (QuantileRound) Protocols.of(spec);
  }

  /** Squares of uniform numbers: p-quantile p², density 1/(2 √t). */
  private static double skewed(RandomSource source) {
    double unit = People.unit(source);
    return unit * unit;
  }

  /** The next round after this many people of either side at each point. */
  private static QuantileRound next(QuantileRound round, long... cells) {
    return (QuantileRound) round.next(reports(round, cells));
  }

  private static Accumulator<Integer> reports(QuantileRound round, long... cells) {
    Accumulator<Integer> reports = round.newAccumulator();
    for (int i = 0; i < cells.length; i++) {
      reports.add(i, cells[i]);
    }
    return reports;
  }

  private static double[] places(QuantileRound round) {
    double[] places = new double[round.points()];
    Arrays.setAll(places, round::place);
    return places;
  }

  // --- the report ---

  @Test
  void aPersonReportsOnWhichSideOfThePointTheValueIs() {
    QuantileRound round = round(SEARCH);

    assertArrayEquals(new double[] {0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875}, places(round), 0);
    assertEquals(0, round.input(0.375, 2)); // at the point is not above it
    assertEquals(1, round.input(0.376, 2));
  }

  @Test
  void cohortsAndRoundsGetTheirSharesOfPeople() {
    QuantileRound round = round(SEARCH);
    int[] cohorts = new int[7];
    int[] rounds = new int[round.rounds() + 1];
    int people = 70_000;
    SimulationSource source = new SimulationSource(1);
    for (int i = 0; i < people; i++) {
      cohorts[round.cohort(0, source.nextLong())]++;
      rounds[round.roundOf(source.nextLong())]++;
    }

    for (int cohort : cohorts) {
      assertEquals(10_000, cohort, 500);
    }
    for (int r = 1; r <= round.rounds(); r++) {
      double expected = round.allocation().people(round.course().question(), r) / 20_000 * people;
      assertEquals(expected, rounds[r], 5 * Math.sqrt(expected));
    }
    assertEquals(0, rounds[0]);
  }

  // --- how points move ---

  /**
   * Exactly debiased: q and p of people at shares 0 and 1. Seven points at 1/8, …, 7/8, the value
   * surely between 2/8 and 3/8: from there half a cell either way.
   */
  @Test
  void locatingKeepsWhatIsBetweenSurePointsWithHalfACellOnEitherSide() {
    long[] cells = new long[14];
    for (int point = 0; point < 7; point++) {
      cells[2 * point] = point < 2 ? 2689 : 7311; // e/(e + 1) of 10,000
      cells[2 * point + 1] = 10_000 - cells[2 * point];
    }
    QuantileRound second = next(round(SEARCH), cells);

    double[] expected = new double[7];
    Arrays.setAll(expected, i -> 3 / 16.0 + (i + 1) * (1 / 4.0) / 8);
    assertArrayEquals(expected, places(second), 1e-15);
  }

  // --- estimates ---

  /** 5 standard errors of 150 runs: 0.29 of the rmse, 0.089 of the coverage. */
  @Tag("slow")
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "median(epsilon=1.0,lower=0,upper=1,users=20000,law=smooth,step=1e-9) | 0.25",
        "median(epsilon=1.0,lower=-20,upper=300,law=smooth,step=1e-7) | 0.25",
        "median(epsilon=4.0,lower=0,upper=1,users=20000,law=smooth,step=1e-9) | 0.25",
        "quantile(p=0.8,epsilon=2.0,lower=0,upper=1,users=20000,law=smooth,step=1e-9) | 0.64",
      })
  void theSearchFindsTheQuantileWithTheStatedError(String spec, double truth) {
    Runs trials = Runs.of(spec, 20_000, 150, QuantilesTest::skewed);

    assertTrue(trials.answered() >= 148, trials::toString);
    assertEquals(1, trials.rmse(truth) / trials.stated(), 0.3);
    assertTrue(trials.coverage(truth) > 0.95 - 0.089, () -> "" + trials.coverage(truth));
    double off = truth + 3 * trials.stated(); // a wrong truth is noticed
    assertFalse(trials.coverage(off) > 0.95 - 0.089);
    assertTrue(trials.rmse(off) / trials.stated() > 1.3);
  }

  /** Everybody at the median itself: c/(2 f √n); here f = 1, c² = 4.68. */
  @Test
  void theSearchIsNotFarFromWhatAskingEverybodyAtTheMedianWouldGive() {
    Runs trials = Runs.of(SEARCH.replace("20000", "100000"), 100_000, 40, QuantilesTest::skewed);
    double best = Math.sqrt(4.68 / 4 / 100_000);

    assertTrue(trials.rmse(0.25) < 1.7 * best, () -> trials.rmse(0.25) / best + "");
    assertTrue(trials.rmse(0.25) > 0.7 * best);
  }

  /**
   * Half the length of a normal interval from everybody at the median itself is 1.96 c/(2 f √n).
   * One round after the pilot is the wrong twin.
   */
  @ParameterizedTest
  @CsvSource({"4, 4.0, 8", "9, 2.7, 3.7", "10, 2.7, 3.5"})
  void moreLastRoundsMakeTheIntervalShorter(int rounds, double least, double most) {
    int people = 10_000;
    String spec =
        "median(epsilon=4.0,lower=0,upper=1,users=%d,rounds=%d)".formatted(people, rounds);
    Runs trials = Runs.of(spec, people, 100, QuantilesTest::skewed);
    double length = length(trials, people, 4);

    assertTrue(length > least && length < most, () -> "" + length);
    assertTrue(trials.coverage(0.25) > 0.85); // 0.95 less 5 standard errors
  }

  /** The mean length of intervals over that of the normal interval. */
  private static double length(Runs trials, int people, double epsilon) {
    double ideal = 2 * 1.96 / Math.tanh(epsilon / 2) / 2 / Math.sqrt(people);
    return trials.rows().stream()
        .mapToDouble(row -> (row.upper() - row.lower()) / ideal)
        .average()
        .orElseThrow();
  }

  /** The lengths on the page of quantiles. */
  @Tag("long")
  @ParameterizedTest
  @CsvSource({"4, 3.5, 12", "8, 2.8, 4.4", "9, 2.8, 4.2", "10, 2.8, 4"})
  void intervalsAreAsLongAsThePageSays(int rounds, double least, double most) {
    for (double epsilon : new double[] {1, 4}) {
      for (int people : new int[] {10_000, 100_000, 1_000_000}) {
        String spec =
            "median(epsilon=%s,lower=0,upper=1,users=%d,rounds=%d)"
                .formatted(epsilon, people, rounds);
        int tables = people == 10_000 ? 60 : people == 100_000 ? 24 : 6;
        double length =
            length(Runs.of(spec, people, tables, QuantilesTest::skewed), people, epsilon);
        assertTrue(length > least && length < most, spec + ": " + length);
      }
    }
  }

  /** Every number of the gap has half of the people on either side; the worst are its ends. */
  @ParameterizedTest
  @ValueSource(ints = {8, 10})
  void theIntervalHoldsTheEndsOfAWideGap(int rounds) {
    String spec =
        "median(epsilon=4.0,lower=0,upper=100,outside=clip,users=10000,rounds=" + rounds + ")";
    Runs trials =
        Runs.of(
            spec,
            10_000,
            150,
            source -> {
              double unit = 60 * People.unit(source);
              return unit < 30 ? unit : 40 + unit;
            });

    assertTrue(trials.coverage(30) > 0.95 - 0.089, () -> "" + trials.coverage(30)); // 5 errors
    assertTrue(trials.coverage(70) > 0.95 - 0.089, () -> "" + trials.coverage(70));
    assertFalse(trials.coverage(95) > 0.95 - 0.089); // nine in ten are below it
  }

  /** A range 2,000 times as wide as the values. */
  @Test
  void inARangeThatIsFarTooWideTheSearchFindsTheMedian() {
    String wide = "median(epsilon=1.0,lower=-1000,upper=1000,users=40000)";
    Runs search = Runs.of(wide, 40_000, 20, QuantilesTest::skewed);

    assertTrue(search.rmse(0.25) < 0.05, () -> "" + search.rmse(0.25));
  }

  @ParameterizedTest
  @CsvSource({"0.4, 1.0, lower", "0.0, 0.15, upper"})
  void aQuantileBeyondTheRangeIsSaidToBe(double lower, double upper, String end) {
    String spec =
        "median(epsilon=1.0,lower=" + lower + ",upper=" + upper + ",users=20000,outside=clip)";
    Runs trials = Runs.of(spec, 20_000, 10, QuantilesTest::skewed);

    int noted = 0;
    for (Estimate.Row row : trials.rows()) {
      noted += row.note().contains("beyond") || row.note().contains(end + " end") ? 1 : 0;
      // Of values that are clipped it is the end.
      boolean isEnd = row.estimate() == (end.equals("lower") ? lower : upper);
      assertEquals(!row.note().isEmpty(), Double.isNaN(row.estimate()) || isEnd, row::toString);
    }
    assertTrue(noted >= 9, trials::toString);
  }

  /** Seven in ten at 0.3: a jump, about which only single points say something. */
  @Test
  void aJumpHasAnIntervalThatHoldsIt() {
    Runs trials = Runs.of(SEARCH, 20_000, 20, QuantilesTest::jumping);
    Runs smooth =
        Runs.of(SEARCH.replace(")", ",law=smooth,step=1e-9)"), 20_000, 20, QuantilesTest::jumping);

    assertEquals(1, trials.coverage(0.3), 0.11);
    assertTrue(trials.rmse(0.3) < 0.02, () -> "" + trials.rmse(0.3));
    assertTrue(
        smooth.rows().stream().filter(row -> row.note().contains("not smooth")).count() >= 18,
        smooth::toString);
  }

  private static double jumping(RandomSource source) {
    return People.unit(source) < 0.7 ? 0.3 : People.unit(source);
  }

  private static double rounded(RandomSource source) {
    double sum = 0;
    for (int i = 0; i < 12; i++) {
      sum += People.unit(source); // nearly normal, of variance 1
    }
    return Math.rint(50 + 10 * (sum - 6));
  }

  private static double gapped(RandomSource source) {
    double unit = People.unit(source);
    return unit < 0.5 ? 95 * unit : 100 - 95 * (1 - unit);
  }

  /** 60 runs: 0.95 is five standard errors above 0.81. */
  @Test
  void theIntervalHoldsInAGap() {
    String any = "median(epsilon=1.0,lower=0,upper=100,outside=clip,users=20000)";
    String smooth = any.replace(")", ",law=smooth,step=1e-6)"); // which is not true of it

    assertTrue(Runs.of(any, 20_000, 60, QuantilesTest::gapped).coverage(47.5) > 0.81);
    assertFalse(Runs.of(smooth, 20_000, 60, QuantilesTest::gapped).coverage(47.5) > 0.81);
  }

  /** 200 runs: 0.95 is five standard errors above 0.873. The smooth interval is the wrong twin. */
  @Tag("long")
  @Test
  void theIntervalHoldsForRoundedNumbersAndGaps() {
    String any = "median(epsilon=1.0,lower=0,upper=100,outside=clip,users=50000)";
    String smooth = any.replace(")", ",law=smooth,step=1e-6)"); // which is not true of them
    String unsaid = any.replace(")", ",law=smooth)");

    assertTrue(Runs.of(unsaid, 50_000, 200, QuantilesTest::rounded).coverage(50) > 0.95 - 0.077);
    assertTrue(Runs.of(any, 50_000, 200, QuantilesTest::rounded).coverage(50) > 0.95 - 0.077);
    assertTrue(Runs.of(any, 50_000, 200, QuantilesTest::gapped).coverage(47.5) > 0.95 - 0.077);
    assertFalse(Runs.of(smooth, 50_000, 200, QuantilesTest::rounded).coverage(50) > 0.95 - 0.077);
    assertFalse(Runs.of(smooth, 50_000, 200, QuantilesTest::gapped).coverage(47.5) > 0.95 - 0.077);
  }

  /** Three in five are at the range's lower end: that is the median, and no NaN. */
  @Test
  void anEndThatIsTheQuantileIsTheAnswer() {
    String spec = "median(epsilon=1.0,lower=0,upper=100,outside=clip,users=20000)";
    for (int side : new int[] {0, 100}) {
      Runs trials =
          Runs.of(
              spec,
              20_000,
              20,
              source -> People.unit(source) < 0.6 ? side : 100 * People.unit(source));
      for (Estimate.Row row : trials.rows()) {
        assertEquals(side, row.estimate(), 1, row::toString);
        assertTrue(row.lower() <= side && side <= row.upper(), row::toString);
        assertTrue(row.note().contains("end of the range"), row::toString);
      }
    }
  }

  /** Whoever asks for the median of a gap gets a value in it, and is told so. */
  @Test
  void aMedianInAGapIsOneOfItsValues() {
    String spec = "median(epsilon=1.0,lower=0,upper=100,outside=clip,users=20000)";
    Runs trials =
        Runs.of(
            spec,
            20_000,
            20,
            source ->
                People.unit(source) < 0.5
                    ? 30 * People.unit(source)
                    : 100 - 30 * People.unit(source));
    long inside =
        trials.rows().stream().filter(r -> r.estimate() > 25 && r.estimate() < 75).count();
    assertTrue(inside >= 19, trials::toString);
    assertTrue(
        trials.rows().stream().noneMatch(row -> row.note().contains("lower end")),
        trials::toString);
  }

  /** A step of 4 % of the people is found exactly; so is a constant, also at the range's end. */
  @Test
  void wholeNumbersAreFoundExactlyWhereThePeopleSuffice() {
    String spec = "median(epsilon=1.0,lower=0,upper=100,outside=clip,step=1,users=200000)";
    for (Estimate.Row row : Runs.of(spec, 200_000, 10, QuantilesTest::rounded).rows()) {
      assertEquals(50, row.estimate(), row::toString);
      assertEquals(50, row.lower(), 1, row::toString);
      assertEquals(50, row.upper(), 1, row::toString);
    }
    for (double constant : new double[] {0, 1, 63, 100}) {
      Estimate.Row row = Runs.of(spec, 200_000, 1, source -> constant).rows().get(0);
      assertEquals(constant, row.estimate(), row::toString);
      assertEquals(constant, row.lower(), row::toString);
      assertEquals(constant, row.upper(), row::toString);
    }
  }

  /** 0.3/0.1 is below 3, 3 * 0.1 above 0.3, and 0.3 * 1000 steps lie between. */
  @ParameterizedTest
  @CsvSource({
    "0, 0.3, 0.1, 0.2",
    "0, 0.3, 0.1, 0.3",
    "0, 0.7, 0.1, 0.7",
    "0, 19.99, 0.01, 19.99",
    "-0.3, 0.3, 0.1, -0.3",
    "-0.3, 0.3, 0.1, 0",
    "1000000, 1000000.3, 0.1, 1000000.3"
  })
  void decimalStepsReachTheEndsOfTheRange(double lower, double upper, double step, double all) {
    String spec =
        "median(epsilon=1.0,lower=%s,upper=%s,outside=clip,step=%s,users=200000)"
            .formatted(lower, upper, step);
    Estimate.Row row = Runs.of(spec, 200_000, 1, source -> all).rows().get(0);
    assertEquals(all, row.estimate(), 1e-9, row::toString);
    assertEquals(all, row.lower(), 1e-9, row::toString);
    assertEquals(all, row.upper(), 1e-9, row::toString);
    assertTrue(row.lower() >= lower && row.upper() <= upper, row::toString);
  }

  /**
   * Between two multiples is what lies there, and the last multiple is not the end of the range.
   */
  @Test
  void valuesAreMultiplesInTheRange() {
    QuantileQuestion question =
        ((QuantileRound) Protocols.of("median(epsilon=1,lower=0.05,upper=0.37,step=0.1)"))
            .course()
            .question();
    assertEquals(0.1, question.possible(0.05, Math::floor), 1e-15);
    assertEquals(0.3, question.possible(0.37, Math::ceil), 1e-15);
    assertEquals(0.2, question.possible(0.11, Math::ceil), 1e-15);
    assertEquals(0.2, question.possible(0.29, Math::floor), 1e-15);
  }

  @Test
  void aPilotWithAPointThatNobodyWasAskedAboutIsAnswered() {
    QuantileRound first =
        (QuantileRound) Protocols.of("median(epsilon=1,lower=0,upper=1,users=2000,rounds=3)");
    Accumulator<Integer> reports = first.newAccumulator();
    reports.add(0, 40);
    reports.add(3, 300);
    reports.add(4, 300);
    QuantileRound second = (QuantileRound) first.next(reports);
    assertTrue(Double.isFinite(second.place(0)), second.spec()::toString);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, 2.5, Double.NaN, -1, 99})
  void aStateMustBeOfARoundToCome(double round) {
    QuantileRound first =
        (QuantileRound) Protocols.of("median(epsilon=1,lower=0,upper=1,users=200000)");
    Accumulator<Integer> reports = first.newAccumulator();
    for (int cell = 0; cell < 14; cell++) {
      reports.add(cell, 1000);
    }
    RoundState state = RoundState.decode(Attached.of(RoundWalk.next(first, reports)));
    double[] numbers = state.numbers();
    numbers[0] = round;
    RoundState forged = new RoundState(state.accumulators(), numbers);
    assertThrows(
        IllegalArgumentException.class,
        () -> Protocols.of(first.firstSpec().with("state", forged.fingerprint()), forged.encode()));
  }

  /** Usual are 1.4 times what asking everybody at the quantile itself would give. */
  @Test
  void aFarQuantileIsAnsweredByAMillionPeople() {
    Runs trials =
        Runs.of(
            "quantile(p=0.01,epsilon=1.0,lower=0,upper=100,outside=clip,users=1000000)",
            1_000_000,
            8,
            source -> {
              double unit = People.unit(source);
              return 50 + 5 * Math.log(unit / (1 - unit));
            });
    double truth = 50 + 5 * Math.log(0.01 / 0.99);
    double t = 0.5 + (0.01 - 0.5) / Math.sqrt(4.68);
    double best = Math.sqrt(4.68 * t * (1 - t) / 1e6) * 5 / (0.01 * 0.99);

    assertEquals(1, trials.coverage(truth));
    assertTrue(trials.rmse(truth) < 3 * best, () -> trials.rmse(truth) / best + "");
  }

  /** Where the last round contradicts the earlier ones, nothing small is said. */
  @Test
  void contradictingPointsNeverGiveASmallError() {
    QuantileRound round = round(SEARCH.replace(")", ",rounds=3,law=smooth,step=1e-9)"));
    long[] uniform = new long[14];
    for (int point = 0; point < 7; point++) {
      uniform[2 * point] = 2689 + Math.round(4622 * (point + 1) / 8.0);
      uniform[2 * point + 1] = 10_000 - uniform[2 * point];
    }
    QuantileRound pilot = next(round, uniform);
    QuantileRound last = next(pilot, uniform);
    for (long below : new long[] {2689, 7311}) { // everybody above both points, or below both
      Estimate.Row row =
          last.estimate(reports(last, below, 10_000 - below, below, 10_000 - below)).rows().get(0);

      assertTrue(row.standardError() >= (last.place(1) - last.place(0)) / 2, row::toString);
      assertTrue(row.note().contains("not smooth"), row::toString);
    }
  }

  @Test
  void roundsOnTheWayGiveAnInterval() {
    QuantileRound search = round(SEARCH);
    double[] values = new double[4000];
    Arrays.setAll(values, i -> (i + 0.5) / 4000);
    Estimate.Row row =
        search.estimate(People.reports(search, values, new SimulationSource(1))).rows().get(0);

    assertTrue(Double.isNaN(row.estimate()));
    assertTrue(row.lower() < 0.5 && row.upper() > 0.5 && row.upper() - row.lower() < 0.8);
    assertTrue(row.note().contains("only narrows"));
  }

  // --- refusals ---

  @Test
  void tooFewReportsOfARoundAreRefusedByTheNext() {
    QuantileRound search = round(SEARCH);
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> search.next(reports(search, 20, 30)));

    assertTrue(refusal.getMessage().contains("reports of round 1 must be at least"));
  }

  @Test
  void whoAsksRealPeopleKnowsHowManyItTakes() {
    assertTrue(round(SEARCH).usersNeeded() < 5_000);
    assertTrue(round(SEARCH.replace(")", ",rounds=40)")).usersNeeded() > 5_000);
  }

  @Test
  void theLastRoundHasNoNext() {
    QuantileRound round = round(SEARCH.replace(")", ",rounds=3)"));
    long[] cells = new long[14];
    Arrays.fill(cells, 500);
    QuantileRound last = next(next(round, cells), cells);

    assertThrows(IllegalArgumentException.class, () -> last.next(last.newAccumulator()));
  }

  @Test
  void valuesOutsideAreRefusedWithoutBeingShownOrClipped() {
    QuantileProtocol<?> refusing = (QuantileProtocol<?>) Protocols.of(SEARCH);
    QuantileProtocol<?> clipping =
        (QuantileProtocol<?>) Protocols.of(ProtocolSpec.parse(SEARCH).with("outside", "clip"));
    for (double value : new double[] {1.625, -0.625, Double.NaN, Double.NEGATIVE_INFINITY}) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> refusing.input(value, 0));
      assertFalse(refusal.getMessage().contains("0.625"));
      assertFalse(refusal.getMessage().contains("1.625"));
      assertFalse(refusing.accepts(value));
      assertEquals(Double.isFinite(value), clipping.accepts(value));
    }
    assertEquals(clipping.input(1, 0), clipping.input(1.625, 0));
    assertEquals(clipping.input(0, 0), clipping.input(-0.625, 0));
  }
}
