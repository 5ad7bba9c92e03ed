package org.sparkldp.protocols.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.likelihood.Likelihood;
import org.sparkldp.protocols.gaussian.likelihood.Questions;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Both practical protocols end to end; exact laws of reports are in {@code GaussianLawsTest} of the
 * audit package.
 */
@Tag("long")
class GaussianTest {
  private static final String KNOWN = "gaussian(epsilon=1.0,sigma=7.0,range=100.0,center=170.0)";
  private static final String UNKNOWN =
      "gaussian(epsilon=1.0,sigma_min=1.0,sigma_max=16.0,range=1000.0)";
  private static final String ONE = "gaussian-1round(epsilon=1.0,sigma=7.0,range=100.0)";

  /** What a row says that it is of. */
  private static final String C = "centre (mean if symmetric)";

  private static AnswerProtocol of(String spec) {
    return (AnswerProtocol) Protocols.of(spec);
  }

  private static AnswerProtocol known(double epsilon, int users) {
    return TwoRoundGaussian.of(
        new GaussianQuestion(epsilon, 1, 1, 0, 500, OptionalInt.of(users), 1));
  }

  private static AnswerProtocol unknown(double epsilon, int users) {
    return TwoRoundGaussian.of(
        new GaussianQuestion(epsilon, 1, 16, 0, 8000, OptionalInt.of(users), 1));
  }

  private static double[] people(int count, double mean, double sigma, long seed) {
    return People.normals(count, mean, sigma, new SimulationSource(seed));
  }

  // What it is for.

  @Test
  void theHeightsOfTwentyThousandPeople() {
    TwoRoundGaussian first = (TwoRoundGaussian) of(KNOWN);
    double[] heights = people(20_000, 171.3, 7, 1);
    SimulationSource coins = new SimulationSource(2);

    TwoRoundGaussian second = RoundWalk.next(first, Trials.reports(first, 0, heights, coins));
    Estimate estimate = second.estimate(Trials.reports(second, 0, heights, coins));

    Estimate.Row row = estimate.rows().get(0);
    assertEquals("centre (mean if normal with this sigma)", row.item());
    assertEquals(20_000, estimate.n());
    assertEquals(0.141, row.standardError(), 0.005); // 7 sqrt(1.09 V/n), V = 7.36
    assertEquals(171.3, row.estimate(), 3 * row.standardError());
    assertEquals("", row.note());
  }

  // Statistics.

  @ParameterizedTest
  @CsvSource({"0.5, 10000, 1.5", "1, 3000, 1.5", "1, 10000, 1.3", "2, 3000, 1.3", "4, 3000, 1.05"})
  void twoRoundsComeCloseToTheLimit(double epsilon, int people, double most) {
    Trials trials = Trials.run(known(epsilon, people), people, 150);

    trials.assertHonest();
    assertTrue(trials.ratio() < most, "ratio " + trials.ratio());
  }

  @ParameterizedTest
  @CsvSource({"1, 20000, 1.7", "2, 10000, 1.7"})
  void soTheyDoWhereSigmaIsNotKnown(double epsilon, int people, double most) {
    Trials trials = Trials.run(unknown(epsilon, people), people, 80);

    trials.assertHonest();
    trials.assertSigmaCoverage();
    assertTrue(trials.ratio() < most, "ratio " + trials.ratio());
  }

  @ParameterizedTest
  @CsvSource({"1, 3000, 2.7", "4, 1000, 1.4"})
  void oneRoundCostsTwiceTheVariance(double epsilon, int people, double most) {
    Trials trials =
        Trials.run(
            OneRoundGaussian.of(
                new GaussianQuestion(epsilon, 1, 1, 0, 500, OptionalInt.of(people), 1)),
            people,
            150);

    trials.assertHonest();
    assertTrue(trials.ratio() < most, "ratio " + trials.ratio());
  }

  @Test
  void oneRoundEstimatesSigmaToo() {
    Trials trials =
        Trials.run(
            OneRoundGaussian.of(new GaussianQuestion(2, 1, 4, 0, 500, OptionalInt.of(5000), 1)),
            5000,
            100);

    trials.assertHonest();
    trials.assertSigmaCoverage();
  }

  @Test
  void decodingWithAWrongSigmaWouldBeCaught() {
    Trials twin =
        Trials.run(
            known(4, 3000),
            3000,
            100,
            (protocol, reports) -> {
              GaussianQuestion wrong =
                  new GaussianQuestion(4, 1.8, 1.8, 0, 500, OptionalInt.of(3000), 1);
              MaximumLikelihood fit = new MaximumLikelihood(wrong, protocol.likelihood(0, reports));
              return new Estimate(reports.n(), 0.95, List.of(fit.mean("mean", 0.95)));
            });

    assertThrows(AssertionError.class, twin::assertHonest);
  }

  @Test
  void forgettingTheNoiseOfTheResponseWouldBeCaught() {
    Trials twin =
        Trials.run(
            OneRoundGaussian.of(new GaussianQuestion(1, 1, 1, 0, 500, OptionalInt.of(3000), 1)),
            3000,
            50,
            (protocol, reports) -> {
              Likelihood deaf = new Likelihood();
              for (Likelihood.Term term : protocol.likelihood(0, reports).terms()) {
                deaf.add(term.channel(), KaryResponse.of(5, term.counts().length), term.counts());
              }
              MaximumLikelihood fit = new MaximumLikelihood(protocol.question(), deaf);
              return new Estimate(reports.n(), 0.95, List.of(fit.mean("mean", 0.95)));
            });

    assertThrows(AssertionError.class, twin::assertHonest);
  }

  @Test
  void errorsStatedTooSmallWouldBeCaught() {
    Trials twin =
        Trials.run(
            known(1, 3000),
            3000,
            150,
            (protocol, reports) -> {
              Estimate.Row row = protocol.estimate(reports).rows().get(0);
              double half = 1.96 * row.standardError() / 1.6;
              return new Estimate(
                  reports.n(),
                  0.95,
                  List.of(
                      new Estimate.Row(
                          "mean",
                          row.estimate(),
                          row.standardError() / 1.6,
                          row.estimate() - half,
                          row.estimate() + half)));
            });

    assertThrows(AssertionError.class, twin::assertHonest);
  }

  // Values that are not the model's.

  private static final String HEIGHTS =
      "gaussian(epsilon=1.0,sigma=7,center=170,range=100,users=10000";

  @Test
  void meansOfWholeNumbersAreHonestWithTheirStep() {
    Trials trials =
        Trials.run(of(HEIGHTS + ",step=1)"), 10_000, 300, People::normal, 1, Trials.to(1));

    trials.assertHonest();
    assertTrue(trials.ratio() < 1.35, "ratio " + trials.ratio());
  }

  @Test
  void withoutTheStepTheyWouldNotBe() {
    Trials twin =
        Trials.run(of(HEIGHTS + ",dither=0)"), 10_000, 300, People::normal, 1, Trials.to(1));

    assertThrows(AssertionError.class, twin::assertHonest);
  }

  /** Nobody need say how numbers were rounded: not the step, and not who prefers which. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(epsilon=1,sigma=7,center=170,range=100,users=30000)",
        "gaussian(epsilon=1,sigma_min=5.6,sigma_max=8.75,center=170,range=100,users=30000)",
        "gaussian-1round(epsilon=1,sigma=7,center=170,range=100,users=30000)",
        "gaussian-robust(epsilon=1,sigma_min=5.6,sigma_max=8.75,center=170,range=100,users=30000)",
      })
  void meansOfHeapedNumbersAreHonest(String spec) {
    Trials.run(of(spec), 30_000, 60, People::normal, 1, GaussianTest::heaped).assertHonest();
  }

  /**
   * A fifth give 10 cm and a third 5 cm: half of the coarsest step, and the default is the twin.
   */
  @Test
  @Tag("long")
  void soAreCoarseHeapsWithDitherOfHalfTheirStep() {
    String spec = "gaussian(epsilon=1,sigma=7,center=170,range=100,users=100000%s)";
    Trials right = coarse(spec.formatted(",dither=0.7"));
    Trials twin = coarse(spec.formatted(""));

    assertTrue(right.coverage() > 0.8, right.toString());
    assertTrue(twin.coverage() < 0.8, twin.toString());
  }

  private static Trials coarse(String spec) {
    return Trials.run(
        of(spec),
        100_000,
        40,
        People::normal,
        1,
        value -> Math.rint(value / coarsest(value)) * coarsest(value));
  }

  private static double coarsest(double value) {
    long person = Math.floorMod((long) (value * 1e6), 20);
    return person < 4 ? 10 : person < 11 ? 5 : 1;
  }

  @Test
  void withoutDitherTheyWouldNotBe() {
    String spec = "gaussian(epsilon=1,sigma=7,center=170,range=100,dither=0,users=30000)";
    Trials twin = Trials.run(of(spec), 30_000, 60, People::normal, 1, GaussianTest::heaped);

    assertThrows(AssertionError.class, twin::assertHonest);
  }

  /** Whole centimetres, and of a fifth of the people multiples of five. */
  private static double heaped(double value) {
    double whole = Math.rint(value);
    return Math.floorMod((long) (value * 1e6), 5) == 0 ? Math.rint(value / 5) * 5 : whole;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(epsilon=1,sigma=1,range=30,step=1,users=30000)",
        "gaussian(epsilon=1,sigma_min=.8,sigma_max=1.25,range=30,step=.5,users=30000)",
        "gaussian-1round(epsilon=1,sigma=1,range=30,step=1,users=30000)",
        "gaussian-robust(epsilon=1,sigma=1,range=30,step=1,users=30000)",
        "gaussian(epsilon=4,sigma=1,range=30,step=1,users=10000)",
      })
  void soAreMeansOfWholeSigmas(String spec) {
    AnswerProtocol protocol = of(spec);
    GaussianQuestion question = protocol.question();
    int users = question.users().getAsInt();

    Trials.run(protocol, users, 60, People::normal, 1, Trials.to(question.step().getAsDouble()))
        .assertHonest();
  }

  private static final String BAND =
      "(epsilon=1,sigma_min=0.8,sigma_max=1.25,range=30,users=100000)";

  /** sigma is 1.1 to 1.7 of what a band says. */
  @Test
  void aBandForSigmaIsHonestWhereSigmaIsNotWhatIsSaid() {
    Trials trials =
        Trials.run(of("gaussian" + BAND), 100_000, 60, People::normal, 1.35, Trials.to(0));

    trials.assertHonest();
  }

  @Test
  void oneNumberForItWouldNotBe() {
    String one = "gaussian(epsilon=1,sigma=1,range=30,users=100000)";
    Trials twin = Trials.run(of(one), 100_000, 60, People::normal, 1.35, Trials.to(0));

    assertThrows(AssertionError.class, twin::assertHonest);
  }

  /** One run in 90 is noted by mistake: more than 16 of 300 in less than 1e-6 of cases. */
  @Test
  void normalValuesAreHardlyEverTakenForOthers() {
    Trials trials = Trials.run(known(1, 5000), 5000, 300);

    assertTrue(trials.noted() <= 16, "noted " + trials.noted());
  }

  @Test
  void reportsThatSpeakAgainstTheModelAreNotedAndWidenTheInterval() {
    Trials trials =
        Trials.run(of("gaussian" + BAND), 100_000, 20, People::exponential, 1, Trials.to(0));

    assertEquals(20, trials.noted());
    assertEquals(1, trials.coverage());
  }

  @Test
  void theCentreOfASymmetricLawNeedsNoNormalLaw() {
    AnswerProtocol robust = of("gaussian-robust" + BAND);

    Trials.run(robust, 100_000, 60, People::laplace, 1, Trials.to(0)).assertHonest();
    Trials.run(robust, 100_000, 60, People::flat, 1, Trials.to(0)).assertHonest();
    Trials.run(robust, 100_000, 60, People::normal, 1.7, Trials.to(0)).assertHonest();
  }

  @Test
  void theMeanOfANormalLawDoes() {
    String one = "gaussian(epsilon=1,sigma=1,range=30,users=100000)";
    Trials twin = Trials.run(of(one), 100_000, 60, People::laplace, 1, Trials.to(0));

    assertThrows(AssertionError.class, twin::assertHonest);
  }

  @Test
  void theCentreOfANormalLawCostsATenth() {
    AnswerProtocol robust = of("gaussian-robust" + BAND);
    Trials trials = Trials.run(robust, 100_000, 100);

    trials.assertHonest();
    assertTrue(trials.ratio() < 1.5, "ratio " + trials.ratio());
  }

  @Test
  void aLawThatIsNotSymmetricIsNoted() {
    AnswerProtocol robust = of("gaussian-robust" + BAND);
    Trials trials = Trials.run(robust, 100_000, 20, People::exponential, 1, Trials.to(0));

    assertTrue(trials.noted() >= 15, "noted " + trials.noted());
  }

  // Wide ranges.

  /** A hundred thousand answers to narrow cells must not drown the few to wide ones. */
  @ParameterizedTest
  @CsvSource({"10", "1000", "4095", "5000", "100000", "1000000"})
  void oneRoundFindsTheMeanInEveryRange(double range) {
    Trials trials =
        Trials.run(
            OneRoundGaussian.of(
                new GaussianQuestion(1, 1, 1, 0, range, OptionalInt.of(100_000), 1)),
            100_000,
            20);

    trials.assertHonest();
  }

  // Where the mean cannot be determined.

  @Test
  void tooFewReportsAreRefused() {
    for (AnswerProtocol protocol : List.of(of(KNOWN), of(UNKNOWN), of(ONE))) {
      for (int count : new int[] {0, 5}) {
        Accumulator<Integer> few =
            Trials.reports(protocol, 0, people(count, 20, 7, 1), new SimulationSource(2));
        IllegalArgumentException refusal =
            assertThrows(IllegalArgumentException.class, () -> protocol.estimate(few));
        assertTrue(refusal.getMessage().contains("Too few users"), refusal.getMessage());
        if (protocol instanceof TwoRoundGaussian first) {
          assertThrows(IllegalArgumentException.class, () -> first.next(few));
        }
      }
    }
  }

  @Test
  void fewReportsLeaveTheLocationAmbiguousAndNeverAWrongNumber() {
    OneRoundGaussian protocol =
        OneRoundGaussian.of(new GaussianQuestion(1, 1, 1, 0, 500, OptionalInt.of(150), 1));
    SimulationSource coins = new SimulationSource(3);
    int ambiguous = 0;
    for (int run = 0; run < 100; run++) {
      double mean = 10 * run - 495;
      double[] values = People.normals(150, mean, 1, coins);
      Estimate.Row row =
          protocol.estimate(Trials.reports(protocol, 0, values, coins)).rows().get(0);
      if (Double.isNaN(row.estimate())) {
        ambiguous++;
        assertTrue(row.note().startsWith("location ambiguous"), row.note());
        assertTrue(row.lower() < row.upper());
      } else {
        assertEquals(mean, row.estimate(), 6 * row.standardError());
      }
    }
    assertTrue(ambiguous > 80, "ambiguous " + ambiguous);
  }

  @ParameterizedTest
  @ValueSource(doubles = {75, -120, 1e7})
  void aMeanOutsideTheRangeIsNotEstimated(double mean) {
    double[] values = people(10_000, mean, 1, 1);
    SimulationSource coins = new SimulationSource(2);
    TwoRoundGaussian first =
        (TwoRoundGaussian) of("gaussian(epsilon=1,sigma=1,range=50,users=10000)");
    TwoRoundGaussian second = RoundWalk.next(first, Trials.reports(first, 0, values, coins));
    AnswerProtocol one = of("gaussian-1round(epsilon=1,sigma=1,range=50,users=10000)");

    for (Estimate estimate :
        List.of(
            second.estimate(Trials.reports(second, 0, values, coins)),
            one.estimate(Trials.reports(one, 0, values, coins)))) {
      assertTrue(Double.isNaN(estimate.rows().get(0).estimate()), estimate.toString());
      assertTrue(estimate.rows().get(0).note().contains("range"), estimate.toString());
    }
  }

  // Strata.

  @Test
  void eachStratumHasItsMeanAndSigma() {
    TwoRoundGaussian first =
        (TwoRoundGaussian)
            of("gaussian(epsilon=2,sigma_min=1,sigma_max=8,range=100,users=8000,strata=3)");
    double[][] strata = {people(8000, 20, 2, 1), {}, people(8000, -77, 5, 2)};
    SimulationSource coins = new SimulationSource(3);
    AnswerProtocol last = RoundWalk.next(first, reports(first, strata, coins));
    Estimate estimate = last.estimate(reports(last, strata, coins));

    assertEquals(
        List.of("0 " + C, "0 sigma", "1 " + C, "1 sigma", "2 " + C, "2 sigma"),
        estimate.rows().stream().map(Estimate.Row::item).toList());
    assertEquals(16_000, estimate.n());
    double[] truths = {20, 2, Double.NaN, Double.NaN, -77, 5};
    for (int row = 0; row < 6; row++) {
      Estimate.Row found = estimate.rows().get(row);
      assertEquals(row / 2, last.stratumOf(row));
      assertEquals(row % 2 == 0 ? C : "sigma", last.quantity(row));
      if (row / 2 != 1) {
        assertEquals(truths[row], found.estimate(), 4 * found.standardError(), found.item());
      }
    }
    Estimate.Row empty = estimate.rows().get(2);
    assertTrue(Double.isNaN(empty.estimate()));
    assertEquals(-100, empty.lower());
    assertEquals(100, empty.upper());
    assertTrue(empty.note().contains("too few users"), empty.note());
    assertEquals(8, estimate.rows().get(3).upper());
  }

  private static Accumulator<Integer> reports(
      AnswerProtocol protocol, double[][] strata, SimulationSource coins) {
    Accumulator<Integer> reports = protocol.newAccumulator();
    for (int stratum = 0; stratum < strata.length; stratum++) {
      Trials.addReports(protocol, stratum, strata[stratum], coins, reports);
    }
    return reports;
  }

  @Test
  void cohortsAreTakenByTheirShares() {
    AnswerProtocol protocol = of("gaussian(epsilon=1,sigma=1,range=1e5,strata=2)");
    Questions questions = protocol.questions(1);
    int[] people = new int[protocol.cohorts()];
    int count = 1 << 20;
    for (int i = 0; i < count; i++) {
      people[protocol.cohort(1, i * 0x9e3779b97f4a7c15L)]++;
    }
    int half = protocol.cohorts() / 2;
    assertEquals(count, Arrays.stream(people, half, 2 * half).sum());
    for (int i = 0; i < half; i++) {
      assertEquals(count * questions.share(i), people[half + i], 8, "cohort " + i);
    }
    assertEquals(half, protocol.cohort(1, 0));
    assertEquals(2 * half - 1, protocol.cohort(1, -1));
    assertEquals(0, protocol.cohort(0, 0));
  }

  @Test
  void theFirstRoundIsASmallShareOfThePeople() {
    TwoRoundGaussian first =
        (TwoRoundGaussian) of("gaussian(epsilon=1,sigma=1,range=500,users=100000)");
    int count = 1 << 20;
    int asked = 0;
    for (int i = 0; i < count; i++) {
      asked += first.roundOf(i * 0x9e3779b97f4a7c15L) == 1 ? 1 : 0;
    }
    assertTrue(asked > 0.01 * count && asked < 0.03 * count, "asked " + asked);
    assertEquals(1, first.round());
    assertEquals(2, first.rounds());
    assertEquals(1, first.roundOf(0));
    assertEquals(2, first.roundOf(-1));
  }

  // State.

  private static TwoRoundGaussian second(String spec, String context) {
    TwoRoundGaussian first = (TwoRoundGaussian) of(spec);
    Accumulator<Integer> reports = first.newAccumulator(context);
    Trials.addReports(first, 0, people(20_000, 171, 7, 1), new SimulationSource(2), reports);
    return RoundWalk.next(first, reports);
  }

  /** Made anew, past what {@link Protocols} remembers. */
  private static Protocol<?, ?> anew(ProtocolSpec spec, byte[] attachment) {
    return Protocols.declaration(spec).make(spec, attachment);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian-robust(epsilon=1.0,sigma=7.0,range=100.0,center=170.0,dither=0.3)",
        "gaussian-robust(epsilon=4.0,sigma_min=5.0,sigma_max=9.0,range=300.0,step=1.0,dither=0.0,users=30000"
            + ",strata=2)"
      })
  void soIsAThirdRound(String spec) {
    AnswerProtocol round = of(spec);
    double[] people = people(20_000, 171, 7, 1);
    for (int number = 1; number <= 3; number++) {
      AnswerProtocol again = (AnswerProtocol) anew(round.spec(), Attached.of(round));
      Accumulator<Integer> reports = Trials.reports(round, 0, people, new SimulationSource(number));

      assertEquals(number, RoundWalk.at(again).round());
      assertEquals(round, again);
      assertEquals(ProtocolSpec.parse(spec), RoundWalk.at(again).firstSpec());
      assertArrayEquals(Attached.of(round), Attached.of(again));
      assertEquals(round.estimate(reports), again.estimate(reports));
      Estimate.Row row = again.estimate(reports).rows().get(0);
      assertEquals(171, row.estimate(), 5 * row.standardError());
      if (number < 3) {
        round = RoundWalk.next(round, reports);
      }
    }
    AnswerProtocol last = round;
    Accumulator<Integer> all = Trials.reports(last, 0, people, new SimulationSource(3));
    assertEquals(20_000, last.estimate(all).n());
    assertThrows(IllegalArgumentException.class, () -> RoundWalk.next(last, last.newAccumulator()));
    byte[] attachment = Attached.of(last);
    RoundState state = RoundState.decode(attachment);
    double[] numbers = state.numbers();
    for (double[] wrong :
        List.of(
            new double[0],
            new double[] {numbers.length},
            Arrays.copyOf(numbers, numbers.length - 1),
            Arrays.copyOfRange(numbers, 1, numbers.length))) {
      RoundState broken = new RoundState(state.accumulators(), wrong);
      ProtocolSpec named = RoundWalk.at(last).firstSpec().with("state", broken.fingerprint());
      assertThrows(IllegalArgumentException.class, () -> anew(named, broken.encode()));
    }
  }

  @Test
  void aStateThatDoesNotHoldTheQuestionsIsRefused() {
    TwoRoundGaussian made = second(KNOWN, "");
    RoundState state = RoundState.decode(made.attachment());
    double[] numbers = state.numbers();
    List<RoundState> broken =
        List.of(
            new RoundState(List.of(), numbers),
            new RoundState(state.accumulators(), new double[0]),
            new RoundState(state.accumulators(), new double[] {0}),
            new RoundState(state.accumulators(), new double[] {-1}),
            new RoundState(state.accumulators(), new double[] {1e18}),
            new RoundState(state.accumulators(), new double[] {1, 0.5, 1, 170}),
            new RoundState(state.accumulators(), new double[] {1, 1, 2, 170, 170}),
            new RoundState(state.accumulators(), new double[] {1, 1, 1, Double.NaN}),
            new RoundState(state.accumulators(), Arrays.copyOf(numbers, numbers.length + 1)));
    for (RoundState wrong : broken) {
      ProtocolSpec spec = made.firstSpec().with("state", wrong.fingerprint());
      assertThrows(
          IllegalArgumentException.class,
          () -> anew(spec, wrong.encode()),
          Arrays.toString(wrong.numbers()));
    }
  }

  // Refusals.

  @ParameterizedTest
  @ValueSource(longs = {-4711, 4711})
  void anInputThatIsNoAnswerIsRefusedWithoutBeingShown(long input) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> of(KNOWN).report(input, 0, new SimulationSource(1)));
    assertFalse(refusal.getMessage().contains("4711"), refusal.getMessage());
  }
}
