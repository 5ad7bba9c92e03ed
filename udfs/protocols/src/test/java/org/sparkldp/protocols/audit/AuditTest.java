package org.sparkldp.protocols.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.frequency.CellOracle;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.rappor.Rappor;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The audit finds what protocols leak, and finds those that leak too much. */
class AuditTest {
  private static final double[] EPSILONS = {0.5, 1, 2, 4};
  private static final long SAMPLES = 50_000;

  /** What a spec needs besides epsilon and k for its whole law to cost what it claims. */
  private static List<String> variants(ProtocolProvider provider) {
    return switch (provider.name()) {
      case "rr" -> List.of("");
      case "grr", "blh", "olh" -> List.of(",k=2", ",k=7");
      case "subset" -> List.of(",k=2", ",k=5", ",k=10");
      // The permanent stage alone; with 4 bits the joint law, with 64 bit by bit.
      case "rappor" -> List.of(",k=3,bits=4,cohorts=3,irr_p=0,irr_q=1", ",k=4,irr_p=0,irr_q=1");
      // With 5 items the joint law, with 70 bit by bit or over more than one block.
      default ->
          provider.parameters().contains(Parameter.K)
              ? List.of(",k=2", ",k=5", ",k=70")
              : List.of();
    };
  }

  /** Every oracle there is, so that a new one is audited at once. */
  static Stream<FrequencyOracle<?>> oracles() {
    List<FrequencyOracle<?>> oracles = new ArrayList<>();
    for (ProtocolProvider provider : Protocols.providers()) {
      for (double epsilon : EPSILONS) {
        for (String variant : variants(provider)) {
          if (Protocols.of(provider.name() + "(epsilon=" + epsilon + variant + ")")
              instanceof FrequencyOracle<?> oracle) {
            oracles.add(oracle);
          }
        }
      }
    }
    return oracles.stream();
  }

  @Test
  void noOracleIsLeftOut() {
    assertTrue(oracles().map(oracle -> oracle.spec().name()).distinct().count() >= 10);
  }

  @ParameterizedTest
  @MethodSource("oracles")
  void theExactEpsilonIsTheClaimOrJustBelow(FrequencyOracle<?> oracle) {
    Audit.Result found = Audit.run(oracle, 0, 0);
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
    Audit.Result found = Audit.run(oracle, new Tampering(0.02), 0, 0);

    assertTrue(found.isAboveClaim());
    assertTrue(found.exact().getAsDouble() > found.claimed() * 1.001);
  }

  /** As above, where an attack on 100,000 reports takes a moment. */
  static Stream<FrequencyOracle<?>> quickOracles() {
    return oracles().filter(o -> o.k() <= 7 && o.reportType().bytes() <= 8);
  }

  @ParameterizedTest
  @MethodSource("quickOracles")
  void theSampledBoundIsBelowTheExactEpsilonAndNotFar(FrequencyOracle<?> oracle) {
    Audit.Result found = Audit.run(oracle, SAMPLES, 1);

    assertTrue(found.lowerBound() <= found.exact().getAsDouble(), found.toString());
    // Most show 0.85 of it. Where hadamard has blocks, what speaks against item 1 counts as
    // speaking for item 0, and the event shows ln((e^epsilon + 1)/2) at most.
    assertTrue(found.lowerBound() >= 0.65 * found.claimed(), found.toString());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4})
  void seededHashesAreAttackedOnly(double epsilon) {
    String spec = "olh(epsilon=" + epsilon + ",k=5,hash=seeded)";
    FrequencyOracle<?> oracle = (FrequencyOracle<?>) Protocols.of(spec);
    Audit.Result found = Audit.run(oracle, SAMPLES, 1);

    assertTrue(found.exact().isEmpty());
    assertEquals(0, found.items());
    assertFalse(found.isAboveClaim());
    assertTrue(found.lowerBound() >= 0.7 * epsilon, found.toString());
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4})
  void thePapersHistogramEncodingCostsLessThanItClaims(double epsilon) {
    String spec = "the(epsilon=" + epsilon + ",k=5,calibration=paper)";
    FrequencyOracle<?> oracle = (FrequencyOracle<?>) Protocols.of(spec);
    double exact = Audit.run(oracle, 0, 0).exact().getAsDouble();

    assertTrue(exact < 0.95 * epsilon);
    assertEquals(oracle.guarantee().exactEpsilon(), exact, 1e-12);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rappor(epsilon=1,k=3,bits=4,cohorts=2)", "rappor(epsilon=4,k=4)"})
  void oneReportOfRapporCostsItsReportEpsilon(String spec) {
    Rappor oracle = (Rappor) Protocols.of(spec);

    assertEquals(oracle.reportEpsilon(), Audit.run(oracle, 0, 0).exact().getAsDouble(), 1e-12);
  }

  @Test
  void itemsBeyondTheBudgetAreNotCompared() {
    // 16 runs for each item of grr; the third item begins within the budget, the fourth does not.
    FrequencyOracle<?> oracle = (FrequencyOracle<?>) Protocols.of("grr(epsilon=1,k=16)");
    Audit.Result found = Audit.run(oracle, Tampering.NONE, 0, 0, 40);

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
    Audit.Result found = Audit.run(oracle, Tampering.NONE, 0, 0, 1);

    assertEquals(2, found.items());
    assertEquals(oracle.guarantee().exactEpsilon(), found.exact().getAsDouble(), 1e-12);
  }

  // Oracles that leak.

  /** Of {@code k} items; what it does with its coins is the test's. */
  private static final class Leaky extends CellOracle {
    private final Coins coins;

    interface Coins {
      int report(int item, RandomSource source);
    }

    Leaky(double claim, int k, Coins coins) {
      super(
          ProtocolSpec.named("leaky").with("epsilon", claim).with("k", k),
          Guarantee.pure(claim, claim),
          k,
          k);
      this.coins = coins;
    }

    @Override
    public int randomize(int item, RandomSource source) {
      requireItem(item);
      return coins.report(item, source);
    }

    @Override
    public Estimate estimate(Accumulator<Integer> reports, double confidence) {
      return new PureEstimator(0.75, 0.25).estimate(reports.n(), reports.counts(), confidence);
    }

    @Override
    public double[] variances(long[] counts) {
      return new PureEstimator(0.75, 0.25).variances(counts);
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
  void oneItemThatIsToldAsItIsLeaksWithoutLimit() {
    Leaky.Coins coins = (v, s) -> v == 2 ? 2 : s.keepOrOther(v, 3, QUARTER);
    Audit.Result found = leak(1, 3, coins);

    assertEquals(Double.POSITIVE_INFINITY, found.exact().getAsDouble());
    assertTrue(found.isAboveClaim());
    // The attack looks at items 0 and 1 only, which are safe.
    assertTrue(Audit.run(new Leaky(1, 3, coins), SAMPLES, 1).lowerBound() < 1);
  }

  @Test
  void aReportThatOnlyOneItemCanGiveLeaksWithoutLimit() {
    Leaky.Coins coins = (v, s) -> v == 0 && s.bernoulli(1) ? 0 : 1; // once in 2^64
    Audit.Result found = leak(1, 2, coins);

    assertEquals(Double.POSITIVE_INFINITY, found.exact().getAsDouble());
  }

  @Test
  void aReportThatNoItemCanGiveLeaksNothing() {
    // The coin never falls so, but enumeration walks there, with weight 0.
    Audit.Result found = leak(1, 2, (v, s) -> s.bernoulli(0) ? v : 0);

    assertEquals(0, found.exact().getAsDouble());
  }

  @Test
  void coinsThatDecideAboutOtherCoinsAreWalkedThrough() {
    // Report 0 with 1/2, else keep: P[own] = (1/2)(3/4) = 3/8 at 1 against 1/8, at 0 7/8 : 5/8.
    Audit.Result found = leak(2, 2, (v, s) -> s.bernoulli(1L << 63) ? 0 : keep(v, s));

    assertEquals(Math.log(3), found.exact().getAsDouble(), 1e-15);
    assertEquals(2, found.items());
  }

  private static int keep(int value, RandomSource source) {
    return source.keepOrOther(value, 2, QUARTER);
  }

  @Test
  void aWeightWhoseLowDigitsTellOfTheChoiceIsRefused() {
    Leaky.Coins coins = (v, s) -> s.keepOrOtherWithUniform(v, 2, QUARTER + 1, 3) >>> 3;

    assertThrows(IllegalArgumentException.class, () -> leak(2, 2, coins));
  }

  @Test
  void rawWordsCannotBeEnumeratedButAttacked() {
    // The value whenever a word is even: epsilon is ln 3 in truth.
    Leaky.Coins coins = (v, s) -> (s.nextLong() & 1) == 0 ? v : s.uniform(2);
    Audit.Result honest = Audit.run(new Leaky(1.2, 2, coins), SAMPLES, 1);
    Audit.Result dishonest = Audit.run(new Leaky(1, 2, coins), SAMPLES, 1);

    assertTrue(honest.exact().isEmpty());
    assertFalse(honest.isAboveClaim());
    assertTrue(dishonest.isAboveClaim());
  }

  @Test
  void theAttackCatchesRawValuesToo() {
    Audit.Result found = Audit.run(new Leaky(4, 2, (v, s) -> v), SAMPLES, 1);

    assertTrue(found.lowerBound() > 8, found.toString()); // ln(50,000 / ln(2e6))
  }

  private static Audit.Result leak(double claim, int k, Leaky.Coins coins) {
    return Audit.run(new Leaky(claim, k, coins), 0, 0);
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
