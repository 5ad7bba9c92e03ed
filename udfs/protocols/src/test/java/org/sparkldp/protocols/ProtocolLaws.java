package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.frequency.PureOracle;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * What holds for every protocol there is, whatever it asks. A module's test names the module's
 * package and pages, and no protocol: each example of each declaration, and each spec in the
 * module's {@code golden.txt}, is held to all laws. A spec that is added to that file is held to
 * them too.
 */
public abstract class ProtocolLaws extends PrivacyLaws {

  /**
   * @param catalogue the protocols
   * @param home the package of golden.txt and refused.txt
   * @param pages the folder of the protocols' pages
   */
  protected ProtocolLaws(Catalogue catalogue, String home, Path pages) {
    this(catalogue, home, pages, Set.of());
  }

  /**
   * @param elsewhere names of protocols that other tests hold to these laws
   */
  protected ProtocolLaws(Catalogue catalogue, String home, Path pages, Set<String> elsewhere) {
    super(catalogue, home, pages, elsewhere);
  }

  // Estimates.

  @ParameterizedTest
  @MethodSource("protocols")
  void anEstimateHoldsItsIntervalsAndLeavesTheSumAsItIs(Protocol<Object, Object> protocol) {
    Accumulator<Object> sum = sum(protocol, reports(protocol, 6));
    byte[] before = sum.toBytes();
    Estimate narrow = protocol.estimate(sum, 0.5);
    Estimate usual = protocol.estimate(sum);
    Estimate wide = protocol.estimate(sum, 0.99);

    assertArrayEquals(before, sum.toBytes());
    assertEquals(0.95, usual.confidence());
    assertEquals(REPORTS, usual.n());
    assertFalse(usual.rows().isEmpty());
    for (int i = 0; i < usual.rows().size(); i++) {
      Estimate.Row row = usual.rows().get(i);
      assertEquals(row.item(), wide.rows().get(i).item());
      assertFalse(row.item().isBlank());
      assertTrue(!(row.standardError() < 0), row.toString());
      assertTrue(!(row.lower() > row.estimate() || row.upper() < row.estimate()), row.toString());
      assertTrue(!(row.lower() < wide.rows().get(i).lower()), row.toString());
      assertTrue(!(row.upper() > wide.rows().get(i).upper()), row.toString());
      assertTrue(!(row.lower() > narrow.rows().get(i).lower()), row.toString());
      assertTrue(!(row.upper() < narrow.rows().get(i).upper()), row.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aProtocolEstimatesItsOwnReportsAndSomeOnly(Protocol<Object, Object> protocol) {
    Protocol<Object, Object> other = with(protocol.spec(), "1.5");
    Accumulator<Object> foreign = sum(other, reports(other, 7));
    Accumulator<Object> own = sum(protocol, reports(protocol, 7));

    assertThrows(IllegalArgumentException.class, () -> protocol.estimate(foreign));
    assertThrows(IllegalArgumentException.class, () -> own.merge(foreign));
    assertThrows(
        IllegalArgumentException.class,
        () -> Protocols.readAccumulator(foreign.toBytes(), protocol));
    assertThrows(
        IllegalArgumentException.class, () -> own.merge(protocol.newAccumulator("another plan")));
    assertThrows(
        IllegalArgumentException.class, () -> protocol.estimate(protocol.newAccumulator("plan")));
    for (double confidence : new double[] {0, 1, -0.5, 2, Double.NaN}) {
      assertThrows(IllegalArgumentException.class, () -> protocol.estimate(own, confidence));
    }
  }

  // Truth.

  private static final long PEOPLE = 1L << 40;

  /** Grids of 2^20 steps move an answer by 2e-6. */
  private static final double TOLERANCE = 3e-6;

  /** A report of somebody who is in the first cohort, so that no coin is spent on that. */
  private static Object report(
      Protocol<Object, Object> protocol, Object value, RandomSource source) {
    return (Object) protocol instanceof NumberProtocol<?> numbers
        ? numbers.report(numbers.input((double) value, 0), 0, source)
        : protocol.randomizer().randomize(value, source);
  }

  /**
   * Where each report comes exactly as often as its law says, the estimates are the truth, and the
   * standard errors are those of the stated variances. No statistics: an estimator or a variance
   * that is off by a millionth fails, as the estimator for another epsilon shows.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void expectedReportsGiveTheTruthAndItsErrors(Protocol<Object, Object> protocol) {
    double claim = protocol.guarantee().epsilon();
    Protocol<Object, Object> wrong = with(protocol.spec(), Double.toString(claim / 1.01));
    double largest = 0;
    for (Object value : values(protocol)) {
      Optional<Predicted.Expected> truth = expected(protocol, value);
      Optional<Law<Object>> law =
          truth.isEmpty() || Audited.cohorts(protocol).size() > 1
              ? Optional.empty()
              : Law.within(MOST_RUNS, source -> report(protocol, value, source));
      if (law.isEmpty()) {
        return; // simulated in the protocol's own test
      }
      Accumulator<Object> sum = expected(protocol, law.get());
      double[] answers = truth.get().answers();
      double[] variances = truth.get().variances();
      Estimate estimate = protocol.estimate(sum, 0.9);
      double[] found = estimate.estimates();
      double scale = Math.max(1, Arrays.stream(answers).map(Math::abs).max().orElseThrow());

      assertEquals(answers.length, found.length);
      assertEquals(1, sum.n() / (double) PEOPLE, 1e-9);
      for (int i = 0; i < answers.length; i++) {
        Estimate.Row row = estimate.rows().get(i);
        assertEquals(answers[i], found[i], TOLERANCE * scale, protocol + " " + i);
        assertEquals(
            1, row.standardError() * row.standardError() / variances[i], 1e-5, protocol + " " + i);
        // Both halves of the interval: 90 % of a normal law is within 1.645 of its errors.
        assertTrue(row.lower() < found[i] && found[i] < row.upper());
        assertEquals(
            2 * 1.6448536, (row.upper() - row.lower()) / row.standardError(), 1e-3, protocol + "");
      }
      if (!accepts(wrong, law.get())) {
        largest = Double.POSITIVE_INFINITY; // it is not even misread
        continue;
      }
      double[] off = wrong.estimate(expected(wrong, law.get()), 0.9).estimates();
      for (int i = 0; i < answers.length; i++) {
        largest = Math.max(largest, Math.abs(off[i] - answers[i]) / scale);
      }
    }
    // Above, lies are so rare that the estimators of any epsilon agree.
    assertTrue(
        claim > 10 || largest > TOLERANCE, protocol + " by the estimator of another " + largest);
  }

  @SuppressWarnings("unchecked") // of its own value
  private static Optional<Predicted.Expected> expected(
      Protocol<Object, Object> protocol, Object value) {
    return protocol
        .facet(Predicted.class)
        .map(known -> ((Predicted<Object>) known).expected(List.of(value), PEOPLE));
  }

  private static boolean accepts(Protocol<Object, Object> protocol, Law<Object> law) {
    Accumulator<Object> gate = protocol.newAccumulator();
    boolean[] all = {true};
    law.forEach((report, p) -> all[0] &= gate.accepts(report));
    return all[0];
  }

  private static Accumulator<Object> expected(Protocol<Object, Object> protocol, Law<Object> law) {
    Accumulator<Object> sum = protocol.newAccumulator();
    law.forEach((report, p) -> sum.add(report, Math.round(p * PEOPLE)));
    return sum;
  }

  /** Domains of which one is odd and one no power: a design may be right at one size alone. */
  private static final int[] SIZES = {7, 16, 27};

  /** Their coins are too many to enumerate, but all items are alike to them. */
  private static final Set<String> NOT_ENUMERATED = Set.of("sue", "oue", "subset", "the");

  /** A pure oracle supports every item that is not the person's own with one probability. */
  @Test
  void aPureOracleSupportsAllOtherItemsAlike() {
    for (int k : SIZES) {
      oracleNames()
          .map(name -> name + "(epsilon=1,k=" + k + ")")
          .filter(spec -> WANTED.matcher(spec).lookingAt())
          .map(Protocols::of)
          .filter(PureOracle.class::isInstance)
          .map(oracle -> (PureOracle<?>) oracle)
          .forEach(
              oracle ->
                  assertTrue(
                      assertPure(oracle) || NOT_ENUMERATED.contains(oracle.spec().name()),
                      oracle + " cannot be enumerated"));
    }
  }

  /** That p and q are those of all pairs of items; false where reports cannot be enumerated. */
  static <R> boolean assertPure(PureOracle<R> oracle) {
    for (int own = 0; own < oracle.k(); own++) {
      int item = own;
      Optional<Law<R>> law = Law.within(MOST_RUNS, source -> oracle.report(item, source));
      if (law.isEmpty()) {
        return false;
      }
      double[] support = new double[oracle.k()];
      law.get()
          .forEach(
              (report, p) -> {
                for (int v = 0; v < support.length; v++) {
                  support[v] += oracle.supports(report, v) ? p : 0;
                }
              });
      for (int v = 0; v < support.length; v++) {
        double said = v == own ? oracle.support().p() : oracle.support().q();
        assertEquals(
            said,
            support[v],
            1e-9,
            oracle + " must support item " + v + " of a person with " + own + " as it says");
      }
    }
    return true;
  }

  /**
   * Oracles of 256 items, at an epsilon where errors are large, and at one where they are small.
   */
  Stream<FrequencyOracle<?>> oracles() {
    return oracleNames()
        .flatMap(name -> Stream.of(1, 4).map(e -> name + "(epsilon=" + e + ",k=256)"))
        .filter(spec -> WANTED.matcher(spec).lookingAt())
        .map(Protocols::of)
        .filter(FrequencyOracle.class::isInstance)
        .map(protocol -> (FrequencyOracle<?>) protocol);
  }

  /** What is made of an epsilon and a number of items alone. */
  private Stream<String> oracleNames() {
    return declarations()
        .filter(
            declaration ->
                declaration.parameters().stream()
                    .filter(Parameter::isRequired)
                    .map(Parameter::name)
                    .toList()
                    .equals(List.of("epsilon", "k")))
        .map(Declaration::name);
  }

  /** Simulated, for the intervals' coverage; the reports of another epsilon are the wrong twin. */
  @Tag("slow")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("oracles")
  void estimatesErrAndIntervalsCoverAsTheyClaim(FrequencyOracle<?> oracle) {
    twice(oracle);
  }

  private static <R> void twice(FrequencyOracle<R> oracle) {
    @SuppressWarnings("unchecked") // the same parameters, and so the same kind of report
    FrequencyOracle<R> twin =
        (FrequencyOracle<R>)
            (Object) with(oracle.spec(), Double.toString(oracle.guarantee().epsilon() / 2));
    assertErrors(oracle, twin);
  }

  /** Of many items: of one oracle's reports the errors are as claimed, of its twin's not. */
  public static <R> void assertErrors(FrequencyOracle<R> oracle, FrequencyOracle<R> twin) {
    long[] people = People.zipf(oracle.k(), 20_000);
    double[] variances = oracle.variances(people);
    Trials wrong = Trials.of(twin, oracle, people, 40, 3);

    assertErrors(Trials.of(oracle, oracle, people, 40, 3), variances);
    assertThrows(AssertionError.class, () -> assertErrors(wrong, variances));
  }

  private static void assertErrors(Trials trials, double[] variances) {
    trials.assertUnbiased(variances);
    trials.assertTotalVariance(0.08, variances);
    trials.assertCoverage();
  }

  // Rounds.

  @ParameterizedTest
  @MethodSource("protocols")
  void aFirstRoundIsTheQuestionAndEveryWordHasOneRound(Protocol<Object, Object> protocol) {
    if (RoundWalk.round(protocol) == 0) {
      return;
    }
    InRounds first = RoundWalk.at(protocol);
    Set<Integer> seen = new HashSet<>();
    RandomSource source = new SimulationSource(11);
    seen.add(first.roundOf(0));
    seen.add(first.roundOf(-1));
    for (int i = 0; i < 50_000; i++) {
      seen.add(first.roundOf(source.nextLong()));
    }
    Protocol<Object, Object> other = with(protocol.spec(), "1.5");
    Accumulator<Object> foreign = sum(other, reports(other, 7));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> first.next(foreign));

    assertEquals(1, first.round());
    assertEquals(protocol.spec(), first.firstSpec());
    assertTrue(first.rounds() >= 2);
    assertTrue(seen.stream().allMatch(round -> round >= 1 && round <= first.rounds()));
    assertTrue(first.rounds() > 60 || seen.size() == first.rounds());
    assertEquals(protocol, Protocols.of(protocol.spec(), first.attachment()));
    assertFalse(protocol.spec().arguments().containsKey(InRounds.STATE.name()));
    assertTrue(refusal.getMessage().contains("their own protocol"), refusal.getMessage());
  }

  /** Rounds that are gone through. */
  private static final int WALKED = 4;

  /** A machine that has neither the first round nor its reports makes the next of its state. */
  @Tag("slow")
  @ParameterizedTest
  @MethodSource("protocols")
  void laterRoundsAreMadeAnewOfTheirSpecAndTheirOwnStateOnly(Protocol<Object, Object> protocol) {
    Protocol<Object, Object> now = protocol;
    for (int i = 1; i < WALKED && RoundWalk.round(now) > 0; i++) {
      Protocol<Object, Object> round = now;
      InRounds at = RoundWalk.at(round);
      Accumulator<Object> reports = many(round, 1);
      assertThrows(IllegalArgumentException.class, () -> at.next(round.newAccumulator()));
      if (at.round() == at.rounds()) {
        assertThrows(IllegalArgumentException.class, () -> at.next(reports));
        return;
      }
      Protocol<Object, Object> next;
      try {
        next = RoundWalk.next(round, reports);
      } catch (IllegalArgumentException tooFewReports) {
        return;
      }
      assertMadeAnew(protocol, next);
      byte[] other = Attached.of(at.next(many(round, 2)));
      if (!Arrays.equals(other, Attached.of(next))) {
        assertThrows(IllegalArgumentException.class, () -> create(next.spec(), other));
      }
      Accumulator<Object> later = many(next, 3);
      assertThrows(IllegalArgumentException.class, () -> later.merge(reports));
      assertThrows(IllegalArgumentException.class, () -> RoundWalk.next(next, reports));
      now = next;
    }
  }

  /** Reports enough for the next round. */
  private static Accumulator<Object> many(Protocol<Object, Object> round, long seed) {
    Accumulator<Object> sum = round.newAccumulator("plan");
    reports(round, seed).forEach(report -> sum.add(report, 500));
    return sum;
  }

  /** Past the protocols that this machine has made already. */
  private static Protocol<?, ?> create(ProtocolSpec spec, byte[] attachment) {
    return Protocols.declaration(spec).make(spec, attachment);
  }

  private static void assertMadeAnew(
      Protocol<Object, Object> first, Protocol<Object, Object> round) {
    byte[] attachment = Attached.of(round);
    Protocol<?, ?> made = create(round.spec(), attachment);
    InRounds again = RoundWalk.at(made);
    Accumulator<Object> sum = many(round, 4);
    assertEquals(round, made);
    assertEquals(RoundWalk.round(round), again.round());
    assertEquals(first.spec(), again.firstSpec());
    assertEquals(RoundWalk.at(round).roundOf(-5), again.roundOf(-5));
    assertArrayEquals(attachment, again.attachment());
    assertEquals(round.estimate(sum), Protocols.estimate(made, sum, 0.95));

    for (int i = 0; i < attachment.length; i += 1 + attachment.length / 8) {
      byte[] damaged = attachment.clone();
      damaged[i] ^= 1;
      assertThrows(
          IllegalArgumentException.class, () -> create(round.spec(), damaged), "byte " + i);
    }
    assertThrows(IllegalArgumentException.class, () -> create(round.spec(), new byte[0]));
    RoundState state = RoundState.decode(attachment);
    List<byte[]> reports = state.accumulators();
    double[] numbers = state.numbers();
    for (RoundState wrong :
        List.of(
            new RoundState(List.of(), numbers, state.attachment()),
            new RoundState(
                Stream.concat(reports.stream(), reports.stream()).toList(),
                numbers,
                state.attachment()),
            new RoundState(
                reports, Arrays.copyOf(numbers, numbers.length + 1), state.attachment()))) {
      ProtocolSpec named = first.spec().with("state", wrong.fingerprint());
      assertThrows(IllegalArgumentException.class, () -> create(named, wrong.encode()));
    }
    ProtocolSpec other = with(first.spec(), "1.5").spec().with("state", state.fingerprint());
    assertThrows(IllegalArgumentException.class, () -> create(other, attachment));
  }

  // Numbers.

  Stream<NumberProtocol<?>> numbers() {
    return Stream.concat(
            wanted(),
            wanted()
                .filter(spec -> Protocols.of(spec) instanceof RangeProtocol<?>)
                .filter(spec -> spec.contains("lower") && !spec.contains("outside"))
                .map(spec -> spec.replace(")", ",outside=clip)")))
        .map(spec -> (Protocol<?, ?>) of(spec))
        .filter(NumberProtocol.class::isInstance)
        .map(protocol -> (NumberProtocol<?>) protocol);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("numbers")
  void everyWordHasACohortAndEveryCohortInputs(NumberProtocol<?> numbers) {
    assertTrue(numbers.cohorts() >= numbers.strata() && numbers.strata() >= 1);
    Set<Integer> seen = new HashSet<>();
    RandomSource source = new SimulationSource(10);
    for (int stratum = 0; stratum < numbers.strata(); stratum++) {
      assertEquals(numbers.cohort(stratum, 0), numbers.cohort(stratum, 0));
      seen.add(numbers.cohort(stratum, 0));
      seen.add(numbers.cohort(stratum, -1));
      for (int i = 0; i < 20_000; i++) {
        seen.add(numbers.cohort(stratum, source.nextLong()));
      }
    }
    for (int cohort : seen) {
      assertTrue(cohort >= 0 && cohort < numbers.cohorts());
      long last = numbers.inputs(cohort) - 1;
      assertTrue(last >= 1);
      assertTrue(numbers.accepts(0.7));
      for (double value : new double[] {-1, -0.3, 0, 0.7, 1}) {
        if (numbers.accepts(value)) {
          assertTrue(numbers.input(value, cohort) >= 0 && numbers.input(value, cohort) <= last);
        }
      }
      numbers.report(0, cohort, source);
      numbers.report(last, cohort, source);
    }
    if (numbers.cohorts() < 1000) {
      assertEquals(numbers.cohorts(), seen.size());
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("numbers")
  void theEndsOfARangeAreItsLeastAndLargestInput(NumberProtocol<?> numbers) {
    if (!(numbers instanceof RangeProtocol<?> range)) {
      return;
    }
    double lower = range.lower();
    double upper = range.upper();
    if (numbers.spec().arguments().containsKey("lower")) {
      assertEquals(Double.parseDouble(numbers.spec().arguments().get("lower")), lower);
      assertEquals(Double.parseDouble(numbers.spec().arguments().get("upper")), upper);
    }
    boolean isClipping = numbers.spec().arguments().containsKey("outside");
    int cohort = numbers.cohorts() - 1;
    long last = numbers.inputs(cohort) - 1;

    assertEquals(0, numbers.input(lower, cohort));
    assertEquals(last, numbers.input(upper, cohort));
    long before = 0;
    for (int step = 0; step <= 64; step++) { // the grid keeps the order of numbers
      long input = numbers.input(lower + step * ((upper - lower) / 64), cohort);
      assertTrue(input >= before);
      before = input;
    }
    if (last > 1) { // a grid, of which the middle is the middle
      assertEquals(last / 2.0, numbers.input((lower + upper) / 2, cohort), 1);
    }
    for (double beyond : new double[] {Math.nextDown(lower), Math.nextUp(upper), -1e300, 1e300}) {
      assertEquals(isClipping, numbers.accepts(beyond));
      if (isClipping) {
        assertEquals(beyond < 0 ? 0 : last, numbers.input(beyond, cohort));
      } else {
        assertThrows(IllegalArgumentException.class, () -> numbers.input(beyond, cohort));
      }
    }
    assertTrue(numbers.accepts(lower) && numbers.accepts(upper));
    for (double none : new double[] {Double.NaN, 1 / 0.0, -1 / 0.0}) {
      assertFalse(numbers.accepts(none));
      assertThrows(IllegalArgumentException.class, () -> numbers.input(none, cohort));
    }
  }
}
