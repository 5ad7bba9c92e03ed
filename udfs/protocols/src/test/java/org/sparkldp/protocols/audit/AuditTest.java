package org.sparkldp.protocols.audit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.ValueType;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.frequency.PureOracle;
import org.sparkldp.protocols.random.IntegerWeights;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The audit finds what protocols leak, and finds those that leak too much. */
class AuditTest {
  private static final double[] EPSILONS = {0.5, 1, 2, 4};
  private static final long SAMPLES = 50_000;

  /**
   * Of each kind of report and of coins one; {@code ProtocolLaws} has every protocol audited. With
   * 5 items it is the joint law, with 70 bit by bit or over more than one block.
   */
  static Stream<FrequencyOracle<?>> oracles() {
    return Stream.of(
            "rr(epsilon=E)",
            "grr(epsilon=E,k=7)",
            "olh(epsilon=E,k=7)",
            "hadamard(epsilon=E,k=70)",
            "oue(epsilon=E,k=5)",
            "oue(epsilon=E,k=70)",
            "subset(epsilon=E,k=10)")
        .flatMap(
            spec -> Arrays.stream(EPSILONS).mapToObj(e -> spec.replace("E", Double.toString(e))))
        .map(spec -> (FrequencyOracle<?>) Protocols.of(spec));
  }

  @ParameterizedTest
  @MethodSource("oracles")
  void theExactEpsilonIsTheClaimOrJustBelow(FrequencyOracle<?> oracle) {
    Audit.AuditResult found = Audit.run(oracle, 0, 0);
    double exact = found.exact().getAsDouble();

    assertFalse(found.isAboveClaim());
    assertEquals(oracle.guarantee().epsilon(), found.claimed());
    assertEquals(found.claimed(), exact, 1e-9);
    assertEquals(oracle.guarantee().exactEpsilon(), exact, 1e-12);
    assertEquals(oracle.k(), found.items());
    assertEquals(0, found.lowerBound());
  }

  @ParameterizedTest
  @MethodSource("oracles")
  void coinsTwoPercentOffAreAboveTheClaim(FrequencyOracle<?> oracle) {
    Audit.AuditResult found = Audit.run(oracle, new Tampering(0.02), 0, 0);

    assertTrue(found.isAboveClaim());
    assertTrue(found.exact().getAsDouble() > found.claimed() * 1.001);
  }

  /** As above, where an attack on 100,000 reports takes a moment. */
  static Stream<FrequencyOracle<?>> quickOracles() {
    return oracles().filter(o -> o.k() <= 7 && o.reportType().bytes() <= 8);
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("quickOracles")
  void theSampledBoundIsBelowTheExactEpsilonAndNotFar(FrequencyOracle<?> oracle) {
    Audit.AuditResult found = Audit.run(oracle, SAMPLES, 1);

    assertTrue(found.lowerBound() <= found.exact().getAsDouble(), found.toString());
    // Most show 0.85 of it. Where hadamard has blocks, what speaks against item 1 counts as
    // speaking for item 0, and the event shows ln((e^epsilon + 1)/2) at most.
    assertTrue(found.lowerBound() >= 0.65 * found.claimed(), found.toString());
  }

  @Test
  void itemsBeyondTheBudgetAreNotCompared() {
    // 16 runs for each item of grr; the third item begins within the budget, the fourth does not.
    FrequencyOracle<?> oracle = (FrequencyOracle<?>) Protocols.of("grr(epsilon=1,k=16)");
    Audit.AuditResult found = Audit.run(oracle, Tampering.NONE, 0, 0, 40);

    assertEquals(3, found.items());
    assertEquals(oracle.guarantee().exactEpsilon(), found.exact().getAsDouble(), 1e-12);
    assertEquals(2, Audit.run(oracle, Tampering.NONE, 0, 0, 16).items());
  }

  @Test
  void runsCountAgainstTheBudgetEvenIfTheyEndInOneReport() {
    // Subsets of 2 of 5: with the own item 4 runs, without it 12, which end in 10 reports.
    FrequencyOracle<?> oracle = (FrequencyOracle<?>) Protocols.of("subset(epsilon=1,k=5,size=2)");

    assertEquals(2, Audit.run(oracle, Tampering.NONE, 0, 0, 32).items());
    assertEquals(3, Audit.run(oracle, Tampering.NONE, 0, 0, 33).items());
  }

  @Test
  void anItemBeyondTheBudgetByItselfIsNotEnumerated() {
    FrequencyOracle<?> oracle = (FrequencyOracle<?>) Protocols.of("grr(epsilon=1,k=16)");

    assertTrue(Audit.run(oracle, Tampering.NONE, 0, 0, 15).exact().isEmpty());
  }

  @Test
  void bitByBitTwoItemsAreComparedAtLeast() {
    FrequencyOracle<?> oracle = (FrequencyOracle<?>) Protocols.of("oue(epsilon=1,k=100)");
    Audit.AuditResult found = Audit.run(oracle, Tampering.NONE, 0, 0, 1);

    assertEquals(2, found.items());
    assertEquals(oracle.guarantee().exactEpsilon(), found.exact().getAsDouble(), 1e-12);
  }

  // Oracles that leak.

  /** Of {@code k} items; what it does with its coins is the test's. */
  private static final class Leaky extends PureOracle<Integer> implements CellProtocol {
    private final Coins coins;

    interface Coins {
      int report(int item, RandomSource source);
    }

    Leaky(double claim, int k, Coins coins) {
      super(
          ProtocolSpec.named("leaky").with("epsilon", claim).with("k", k),
          Guarantee.pure(claim, claim),
          k,
          new PureEstimator(0.75, 0.25));
      this.coins = coins;
    }

    @Override
    public int randomize(int item, RandomSource source) {
      requireItem(item);
      return coins.report(item, source);
    }

    @Override
    public int cells() {
      return k();
    }

    @Override
    public boolean supports(Integer report, int item) {
      return report == item;
    }
  }

  private static final long QUARTER = Thresholds.of(0.25);

  @Test
  void aWeightThatIsATrifleShortIsCaught() {
    // A quarter for the other item costs ln 3; the claim leaves room for the logarithm's rounding.
    double claim = Math.log(3) + 1e-15;

    assertFalse(leak(claim, 2, (v, s) -> s.keepOrOther(v, 2, QUARTER)).isAboveClaim());
    assertTrue(leak(claim, 2, (v, s) -> s.keepOrOther(v, 2, QUARTER - (1 << 14))).isAboveClaim());
  }

  @Test
  void aWeightForMoreItemsIsCaught() {
    long five = Thresholds.of(1 / (Math.exp(1) + 4)) + 1000;

    assertFalse(leak(1, 5, (v, s) -> s.keepOrOther(v, 5, five)).isAboveClaim());
    assertEquals(
        Math.log(Math.exp(1) + 2),
        leak(1, 3, (v, s) -> s.keepOrOther(v, 3, five)).exact().getAsDouble(),
        1e-12);
  }

  @Test
  void oneItemThatIsReportedAsItIsLeaksWithoutLimit() {
    Leaky.Coins coins = (v, s) -> v == 2 ? 2 : s.keepOrOther(v, 3, QUARTER);
    Audit.AuditResult found = leak(1, 3, coins);

    assertEquals(Double.POSITIVE_INFINITY, found.exact().getAsDouble());
    assertTrue(found.isAboveClaim());
    // The attack looks at items 0 and 1 only, which are safe.
    assertTrue(Audit.run(new Leaky(1, 3, coins), SAMPLES, 1).lowerBound() < 1);
  }

  @Test
  void aReportThatOnlyOneItemCanGiveLeaksWithoutLimit() {
    Leaky.Coins coins = (v, s) -> v == 0 && s.bernoulli(1) ? 0 : 1; // once in 2^64
    Audit.AuditResult found = leak(1, 2, coins);

    assertEquals(Double.POSITIVE_INFINITY, found.exact().getAsDouble());
  }

  @Test
  void aReportThatNoItemCanGiveLeaksNothing() {
    // The coin never falls so, but enumeration walks there, with weight 0.
    Audit.AuditResult found = leak(1, 2, (v, s) -> s.bernoulli(0) ? v : 0);

    assertEquals(0, found.exact().getAsDouble());
  }

  @Test
  void coinsThatDecideAboutOtherCoinsAreWalkedThrough() {
    // Report 0 with 1/2, else keep: P[own] = (1/2)(3/4) = 3/8 at 1 against 1/8, at 0 7/8 : 5/8.
    Audit.AuditResult found = leak(2, 2, (v, s) -> s.bernoulli(1L << 63) ? 0 : keep(v, s));

    assertEquals(Math.log(3), found.exact().getAsDouble(), 1e-15);
    assertEquals(2, found.items());
  }

  private static int keep(int value, RandomSource source) {
    return source.keepOrOther(value, 2, QUARTER);
  }

  @Test
  void aWeightWhoseLowDigitsShowTheChoiceIsRefused() {
    Leaky.Coins coins = (v, s) -> s.keepOrOtherWithUniform(v, 2, QUARTER + 1, 3) >>> 3;

    assertThrows(IllegalArgumentException.class, () -> leak(2, 2, coins));
  }

  @Test
  void rawWordsCannotBeEnumeratedButAttacked() {
    // The value whenever a word is even: epsilon is ln 3 in truth.
    Leaky.Coins coins = (v, s) -> (s.nextLong() & 1) == 0 ? v : s.uniform(2);
    Audit.AuditResult honest = Audit.run(new Leaky(1.2, 2, coins), SAMPLES, 1);
    Audit.AuditResult dishonest = Audit.run(new Leaky(1, 2, coins), SAMPLES, 1);

    assertTrue(honest.exact().isEmpty());
    assertFalse(honest.isAboveClaim());
    assertTrue(dishonest.isAboveClaim());
  }

  @Test
  void theAttackCatchesRawValuesToo() {
    Audit.AuditResult found = Audit.run(new Leaky(4, 2, (v, s) -> v), SAMPLES, 1);

    assertTrue(found.lowerBound() > 8, found.toString()); // ln(50,000 / ln(2e6))
  }

  private static Audit.AuditResult leak(double claim, int k, Leaky.Coins coins) {
    return Audit.run(new Leaky(claim, k, coins), 0, 0);
  }

  /** Of 32 bits, more than are enumerated together, two and two are flipped by one coin or not. */
  private static Twin<byte[]> pairs(double claim, boolean isShared) {
    long flip = Thresholds.of(1 / (Math.exp(0.5) + 1)) + 4096; // each bit alone costs 1/2
    return new Twin<>(
        isShared ? "sixteen-coins" : "thirty-two-coins",
        claim,
        32,
        ReportType.bits(32),
        0,
        (item, source) -> {
          long[] flips = new long[1];
          source.bernoulliBits(flip, isShared ? 16 : 32, flips);
          long bits = (isShared ? flips[0] | flips[0] << 16 : flips[0]) ^ (1L << item);
          return new byte[] {
            (byte) bits, (byte) (bits >>> 8), (byte) (bits >>> 16), (byte) (bits >>> 24)
          };
        },
        (report, item, other) -> 0);
  }

  @Test
  void bitsThatShareCoinsAreNotTakenForIndependent() {
    Audit.AuditResult honest = Audit.run(pairs(1, false), 20_000, 1);
    Audit.AuditResult shared = Audit.run(pairs(1, true), 20_000, 1);

    assertEquals(1, honest.exact().getAsDouble(), 1e-9);
    assertFalse(honest.isAboveClaim());
    assertTrue(shared.exact().isEmpty());
    assertTrue(shared.isAboveClaim(), "pairs of bits show the item: " + shared);
  }

  /** Every kind of coin is walked with its own probability, and none that is certain. */
  @Test
  void everyKindOfCoinIsWalked() {
    assertEquals(3 / 7.0, Law.of(s -> s.chance(3, 7)).mean(yes -> yes ? 1 : 0), 1e-15);
    assertEquals(1 / 7.0, Law.of(s -> s.chance(1, 7)).mean(yes -> yes ? 1 : 0), 1e-15);
    Law<Boolean> never = Law.of(s -> s.chance(0, 7));
    Law<Boolean> always = Law.of(s -> s.chance(7, 7));
    assertEquals(1, never.size());
    assertEquals(0, never.mean(yes -> yes ? 1 : 0));
    assertEquals(1, always.size());
    assertEquals(1, always.mean(yes -> yes ? 1 : 0));
    IntegerWeights weights =
        new IntegerWeights(List.of(BigInteger.TWO, BigInteger.ONE, BigInteger.valueOf(5)));
    Law<Integer> weighted = Law.of(s -> s.weighted(weights));
    assertTrue(weighted.sumsToOne());
    weighted.forEach((i, p) -> assertEquals(List.of(0.25, 0.125, 0.625).get(i), p, 1e-15));
    Law<Integer> both = Law.of(s -> s.keepOrOtherWithUniform(1, 3, 1L << 62, 2));
    assertTrue(both.sumsToOne());
    both.forEach((i, p) -> assertEquals((i >>> 2 == 1 ? 0.5 : 0.25) / 4, p, 1e-15));
  }

  /** A mutant keeps by so much more often, and tosses all other coins as they are. */
  @Test
  void tamperingRaisesWhatIsKeptAndNothingElse() {
    Tampering tampering = new Tampering(0.2);
    Law<Integer> kept = Law.of(s -> tampering.of(s).keepOrOther(1, 3, QUARTER));
    kept.forEach((i, p) -> assertEquals(i == 1 ? 0.6 : 0.2, p, 1e-12));
    Law<Integer> both = Law.of(s -> tampering.of(s).keepOrOtherWithUniform(1, 3, QUARTER, 2));
    both.forEach((i, p) -> assertEquals((i >>> 2 == 1 ? 0.6 : 0.2) / 4, p, 1e-12));
    assertEquals(
        0.3, Law.of(s -> tampering.of(s).bernoulli(QUARTER)).mean(yes -> yes ? 1 : 0), 1e-12);
    IntegerWeights weights = new IntegerWeights(List.of(BigInteger.TWO, BigInteger.ONE));
    for (int seed = 0; seed < 20; seed++) {
      RandomSource plain = new SimulationSource(seed);
      RandomSource tampered = tampering.of(new SimulationSource(seed));
      assertEquals(plain.nextLong(), tampered.nextLong());
      assertEquals(plain.uniform(1000), tampered.uniform(1000));
      assertEquals(plain.chance(3, 7), tampered.chance(3, 7));
      assertEquals(plain.weighted(weights), tampered.weighted(weights));
    }
  }

  /** Of vectors the corners are asked, those that lie furthest apart first. */
  @Test
  void vectorsAreAuditedAtTheirCorners() {
    VectorProtocol<?> protocol =
        (VectorProtocol<?>) Protocols.of("hypercube(epsilon=1,d=3,radius=1)");
    assertCorners(protocol);
    Audit.AuditResult found = Audit.run(protocol, 20_000, 1);
    assertFalse(found.isAboveClaim());
    assertTrue(found.exact().isPresent() || found.lowerBound() > 0.5, found.toString());
  }

  private static <R> void assertCorners(VectorProtocol<R> protocol) {
    Subject<R> subject = Subject.of(protocol, 0);
    assertEquals(protocol.corners(), subject.items());
    assertTrue(subject.items() >= 4);
    for (int item = 0; item < 4; item++) {
      R report = subject.report(item, new SimulationSource(3));
      R again = protocol.report(protocol.corner(item), new SimulationSource(3));
      assertArrayEquals((byte[]) again, (byte[]) report);
      for (int other = 0; other < 4; other++) {
        assertEquals(
            protocol.contrast(report, protocol.corner(item), protocol.corner(other)),
            subject.contrast(report, item, other));
      }
    }
    R first = subject.report(0, new SimulationSource(4));
    assertEquals(subject.contrast(first, 0, 1), -subject.contrast(first, 1, 0), 1e-12);
  }

  // What the sampled bound is, to the last digit.

  /** What n reports of either item show if all of the one and none of the other are an event. */
  private static double certain(long n, double tail) {
    return Math.log(Math.pow(tail, 1.0 / n) / -Math.expm1(Math.log(tail) / n));
  }

  /** The event of the attack is tested at nearly all of alpha, half of it for either frequency. */
  @Test
  void whatReportsSpeakForIsBoundedAtTheWholeOfAlpha() {
    for (long samples : new long[] {1, 2, 999, 1000, 1001, 20_000}) {
      Audit.AuditResult found = Audit.run(new Leaky(20, 2, (v, s) -> v), samples, 1);

      assertEquals(samples, found.samples());
      assertEquals(
          Math.max(0, certain(samples, (1e-6 - 1e-9) / 2)), found.lowerBound(), 1e-9, "" + samples);
    }
    assertEquals(0, Audit.run(new Leaky(20, 2, (v, s) -> v), 0, 1).samples());
  }

  /** What only the features of reports reveal is tested at its own small share, on new samples. */
  @Test
  void whatOnlyFeaturesRevealIsBoundedAtTheirShareOfAlpha() {
    Twin<Integer> silent =
        new Twin<>("silent", 1, 2, ReportType.cell(), -1, (v, s) -> v, (report, a, b) -> 0);
    Audit.AuditResult found = Audit.run(silent, 20_000, 1);

    assertEquals(certain(20_000, 1e-9 / 2), found.lowerBound(), 1e-9);
    // Below the claim no event of features is looked for.
    Twin<Integer> bold =
        new Twin<>("bold", 20, 2, ReportType.cell(), -1, (v, s) -> v, (report, a, b) -> 0);
    assertEquals(0, Audit.run(bold, 20_000, 1).lowerBound());
  }

  @Test
  void samplingEndsInTimeWithWhatThereIs() {
    Audit.AuditResult found =
        Audit.run(
            new Leaky(20, 2, (v, s) -> v), Tampering.NONE, 1L << 40, 1, Duration.ofMillis(50));

    assertTrue(found.samples() >= 2 && found.samples() < 1L << 40, found.toString());
    for (long samples : new long[] {(1L << 61) - 1, (1L << 62) + 1, Long.MAX_VALUE}) {
      Leaky keep = new Leaky(20, 2, (v, s) -> s.keepOrOther(v, 2, QUARTER));
      Audit.AuditResult many = Audit.run(keep, Tampering.NONE, samples, 1, Duration.ofMillis(20));
      assertTrue(many.samples() >= 2 && many.samples() < 1L << 40, many.toString());
    }
    Audit.AuditResult hurried =
        Audit.run(new Leaky(20, 2, (v, s) -> v), Tampering.NONE, 1000, 1, Duration.ofNanos(1));
    assertEquals(2, hurried.samples());
  }

  /** Enumeration and attack alike, the mutant is known by its excess. */
  @Test
  void tamperedCoinsAreAttackedToo() {
    Leaky keep = new Leaky(Math.log(3) + 1e-9, 2, (v, s) -> s.keepOrOther(v, 2, QUARTER));

    assertFalse(Audit.run(keep, 20_000, 1).isAboveClaim());
    assertTrue(Audit.run(keep, new Tampering(0.2), 20_000, 1).lowerBound() > Math.log(3));
  }

  // Numbers, cohort by cohort.

  /** Reports its input as a word; what it does with its coins is the test's. */
  private static final class Numbers extends NumberProtocol<Long> {
    private final int cohorts;
    private final long inputs;
    private final Draws draws;

    interface Draws {
      long report(long input, int cohort, RandomSource source);
    }

    Numbers(double claim, int cohorts, long inputs, Draws draws) {
      super(
          ProtocolSpec.named("numbers").with("epsilon", claim).with("k", cohorts),
          Guarantee.pure(claim, claim));
      this.cohorts = cohorts;
      this.inputs = inputs;
      this.draws = draws;
    }

    @Override
    public int cohorts() {
      return cohorts;
    }

    @Override
    public int cohort(int stratum, long word) {
      return (int) Long.remainderUnsigned(word, cohorts);
    }

    @Override
    public long inputs(int cohort) {
      return inputs;
    }

    @Override
    public long input(double value, int cohort) {
      return (long) value;
    }

    @Override
    public Long report(long input, int cohort, RandomSource source) {
      assertTrue(input >= 0 && input < inputs && cohort >= 0 && cohort < cohorts);
      return draws.report(input, cohort, source);
    }

    @Override
    public double contrast(Long report, long input, long other, int cohort) {
      return (report == input ? 1 : 0) - (report == other ? 1 : 0);
    }

    @Override
    public ReportType reportType() {
      return ReportType.word();
    }

    @Override
    public Layout<Long> layout() {
      throw new UnsupportedOperationException("an audit makes reports, and asks nothing else");
    }

    @Override
    public Estimate estimate(Accumulator<Long> reports, double confidence) {
      throw new UnsupportedOperationException("an audit makes reports, and asks nothing else");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {2, 3, 4, 5, 6, 7, 10, 12, 100, 1000, 4096, 10_007})
  void everyInputIsLookedAtOnceAndTheEndsFirst(long inputs) {
    Subject<Long> subject = Subject.of(new Numbers(1, 1, inputs, (input, c, s) -> input), 0);
    Set<Long> seen = new HashSet<>();
    for (int item = 0; item < inputs; item++) {
      assertTrue(seen.add(subject.report(item, new SimulationSource(1))));
    }
    assertEquals(inputs, subject.items());
    assertEquals(64, subject.bits());
    assertEquals(0, subject.report(0, new SimulationSource(1)));
    assertEquals(inputs - 1, subject.report(1, new SimulationSource(1)));
    assertEquals(1, subject.contrast(inputs - 1, 1, 0));
    assertEquals(-1, subject.contrast(0L, 1, 0));
  }

  /** The first few lie everywhere between the ends. */
  @Test
  void theFirstInputsAreSpread() {
    long inputs = 1_000_001;
    Subject<Long> subject = Subject.of(new Numbers(1, 1, inputs, (input, c, s) -> input), 0);
    long[] first = new long[30];
    Arrays.setAll(first, item -> subject.report(item, new SimulationSource(1)));
    Arrays.sort(first);
    for (int i = 1; i < first.length; i++) {
      assertTrue(first[i] - first[i - 1] < inputs / 10, "a gap behind " + first[i - 1]);
    }
    assertEquals(
        Integer.MAX_VALUE, Subject.of(new Numbers(1, 1, 1L << 40, (i, c, s) -> i), 0).items());
  }

  private static long keep(long input, RandomSource source) {
    return source.keepOrOther((int) input, 2, QUARTER);
  }

  private static Audit.AuditResult audit(double claim, int cohorts, Numbers.Draws draws) {
    return Audit.run(new Numbers(claim, cohorts, 2, draws), 0, 1);
  }

  @Test
  void theWorstOfAllCohortsCounts() {
    double claim = Math.log(3) + 1e-9;

    for (int cohort = 0; cohort < 3; cohort++) {
      int leaking = cohort;
      assertTrue(audit(claim, 3, (v, c, s) -> c == leaking ? v : keep(v, s)).isAboveClaim());
    }
    Audit.AuditResult honest = audit(claim, 3, (v, c, s) -> keep(v, s));
    assertEquals(Math.log(3), honest.exact().getAsDouble(), 1e-12);
    assertEquals(2, honest.items());
    assertEquals(claim, honest.claimed());
    assertFalse(honest.isAboveClaim());
  }

  /** One that cannot be enumerated leaves it open, unless another refutes the claim. */
  @Test
  void aCohortThatCannotBeEnumeratedIsAttacked() {
    double claim = Math.log(3) + 1e-9;
    Numbers.Draws raw = (v, c, s) -> c == 1 ? (s.nextLong() & 1) == 0 ? v : 0 : keep(v, s);
    Audit.AuditResult open = audit(claim, 3, raw);
    assertTrue(open.exact().isEmpty());
    assertEquals(0, open.items());
    // The attack is on that cohort: input 1 is reported as it is half of the time.
    assertTrue(Audit.run(new Numbers(claim, 3, 2, raw), 20_000, 1).lowerBound() < 1);
    Numbers.Draws naked = (v, c, s) -> c == 1 ? v + (s.nextLong() & 0) : keep(v, s);
    assertTrue(Audit.run(new Numbers(claim, 3, 2, naked), 20_000, 1).isAboveClaim());
    Audit.AuditResult refuted = audit(1, 3, raw);
    assertEquals(Math.log(3), refuted.exact().getAsDouble(), 1e-12);
    assertTrue(refuted.isAboveClaim());
  }

  @Test
  void ofManyCohortsSomeFromEverywhereAreEnumerated() {
    Set<Integer> seen = new HashSet<>();
    audit(
        2,
        1024,
        (v, c, s) -> {
          seen.add(c);
          return keep(v, s);
        });

    assertEquals(256, seen.size());
    assertTrue(seen.containsAll(List.of(0, 4, 512, 1020)), seen.toString());
  }

  @Test
  void onlyWhatCanBeAskedAboutValuesIsAudited() {
    Protocol<String, Integer> texts =
        new Protocol<>() {
          @Override
          public ProtocolSpec spec() {
            return ProtocolSpec.named("texts");
          }

          @Override
          public Guarantee guarantee() {
            return Guarantee.pure(1, 1);
          }

          @Override
          public ValueType valueType() {
            return ValueType.TEXT;
          }

          @Override
          public ReportType reportType() {
            return ReportType.cell();
          }

          @Override
          public Randomizer<String, Integer> randomizer() {
            throw new UnsupportedOperationException(
                "an audit makes reports, and asks nothing else");
          }

          @Override
          public Layout<Integer> layout() {
            throw new UnsupportedOperationException(
                "an audit makes reports, and asks nothing else");
          }

          @Override
          public Estimate estimate(Accumulator<Integer> reports, double confidence) {
            throw new UnsupportedOperationException(
                "an audit makes reports, and asks nothing else");
          }
        };

    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> Audit.run(texts, 0, 1))
            .getMessage()
            .contains("only protocols of items, numbers or vectors"));
  }

  @Test
  void theTableOfAFiniteRandomizerIsItsLaw() {
    double[][] table = OutputTable.of(new Leaky(2, 3, (v, s) -> s.keepOrOther(v, 3, QUARTER)));

    for (int item = 0; item < 3; item++) {
      for (int cell = 0; cell < 3; cell++) {
        assertEquals(item == cell ? 0.5 : 0.25, table[item][cell], 1e-15);
      }
    }
    double[][] never = OutputTable.of(new Leaky(2, 3, (v, s) -> v));
    assertEquals(1, never[2][2]);
    assertEquals(0, never[2][1]);
    assertTrue(
        assertThrows(
                IllegalArgumentException.class,
                () -> OutputTable.of(new Leaky(2, 3, (v, s) -> (int) (s.nextLong() & 1))))
            .getMessage()
            .contains("finitely many outcomes"));
  }

  // Parts.

  /** Two-sided 95 % limits, tabulated in textbooks to four places. */
  @ParameterizedTest
  @CsvSource({
    "0, 10, 0, 0.3085",
    "1, 10, 0.0025, 0.4450",
    "3, 10, 0.0667, 0.6525",
    "5, 10, 0.1871, 0.8129",
    "10, 10, 0.6915, 1",
    "1, 20, 0.0013, 0.2487",
    "10, 20, 0.2720, 0.7280",
    "0, 100, 0, 0.0362",
  })
  void clopperPearsonIsAsTabulated(long hits, long samples, double lower, double upper) {
    assertEquals(lower, Attack.lower(hits, samples, 0.025), 5e-5);
    assertEquals(upper, Attack.upper(hits, samples, 0.025), 5e-5);
  }

  @Test
  void clopperPearsonHoldsInTheFarTailToo() {
    // Closed forms where all or none hit.
    assertEquals(Math.pow(5e-7, 1e-5), Attack.lower(100_000, 100_000, 5e-7), 1e-12);
    assertEquals(-Math.expm1(Math.log(5e-7) * 1e-5), Attack.upper(0, 100_000, 5e-7), 1e-12);
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.01, 1.01, Double.NaN})
  void anExcessOutsideZeroToOneIsRefused(double excess) {
    assertThrows(IllegalArgumentException.class, () -> new Tampering(excess));
  }
}
