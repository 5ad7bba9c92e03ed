package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.audit.Tampering;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** No report costs more than the claim: by enumeration of all coins, and by the audit. */
abstract class PrivacyLaws extends ReportLaws {

  PrivacyLaws(Catalogue catalogue, String home, Path pages, Set<String> elsewhere) {
    super(catalogue, home, pages, elsewhere);
  }

  // Guarantees.

  @ParameterizedTest
  @MethodSource("protocols")
  void theExactEpsilonIsAtMostTheClaim(Protocol<Object, Object> protocol) {
    Guarantee guarantee = protocol.guarantee();

    double claim = Double.parseDouble(protocol.spec().arguments().get("epsilon"));
    assertEquals(claim, guarantee.epsilon());
    assertTrue(guarantee.exactEpsilon() <= claim);
    assertTrue(guarantee.exactEpsilon() > 0.4 * claim, "not wasted either");
  }

  /** Runs of a randomizer after which its law is taken to be too large for a test. */
  static final int MOST_RUNS = 1 << 14;

  private static final int MOST_COHORTS = 80;
  private static final int MOST_INPUTS = 40;

  /** Of cohorts with more inputs than that: dithered values, of which GaussianLawsTest has more. */
  private static final int SOME_COHORTS = 16;

  private static final int SOME_INPUTS = 8; // the first two lie as far apart as any

  private static boolean isLarge(Audited.Cohort<?> cohort) {
    return cohort.inputs() > MOST_INPUTS;
  }

  /** The laws of a cohort's reports, input by input; none where they are too large. */
  static List<Law<Object>> laws(Audited.Cohort<Object> cohort, UnaryOperator<RandomSource> coins) {
    List<Law<Object>> laws = new ArrayList<>();
    long inputs = isLarge(cohort) ? SOME_INPUTS : cohort.inputs();
    for (long input = 0; input < inputs; input++) {
      long own = input;
      Optional<Law<Object>> law =
          Law.within(MOST_RUNS, source -> cohort.report(own, coins.apply(source)));
      if (law.isEmpty()) {
        return List.of();
      }
      laws.add(law.get());
    }
    return laws;
  }

  /** The largest loss over the cohorts; negative where a law is too large. */
  static double epsilonByEnumeration(
      Protocol<Object, Object> protocol, UnaryOperator<RandomSource> coins) {
    double worst = -1;
    List<Audited.Cohort<Object>> all = Audited.cohorts(protocol);
    boolean isLarge = all.stream().anyMatch(PrivacyLaws::isLarge);
    for (Audited.Cohort<Object> cohort :
        all.stream().limit(isLarge ? SOME_COHORTS : MOST_COHORTS).toList()) {
      List<Law<Object>> laws = laws(cohort, coins);
      if (laws.isEmpty()) {
        return -1;
      }
      laws.forEach(law -> assertTrue(law.sumsToOne()));
      // Of a lifetime, all reports of a person are one.
      if ((Object) protocol instanceof CellProtocol cells
          && protocol.facet(ForLife.class).isEmpty()) {
        laws.forEach(law -> assertEquals(cells.cells(), law.size()));
      }
      worst = Math.max(worst, Law.epsilon(laws));
    }
    return worst;
  }

  /**
   * The randomizer is run through every outcome of its coins. Coins that are a little off cost
   * more; otherwise enumeration would see nothing.
   */
  @ParameterizedTest
  @MethodSource("protocols")
  void theExactEpsilonIsThatOfTheWholeLaw(Protocol<Object, Object> protocol) {
    double found = epsilonByEnumeration(protocol, UnaryOperator.identity());
    if (found < 0) {
      return; // sampled by the audit
    }
    double exact = protocol.guarantee().exactEpsilon();

    assertTrue(found <= exact + 4 * Math.ulp(exact), found + " above " + exact);
    if (Audited.cohorts(protocol).stream().noneMatch(PrivacyLaws::isLarge)) {
      assertEquals(exact, found, 4 * Math.ulp(exact));
      Audit.AuditResult audited = Audit.run(protocol, 0, 1);
      assertEquals(found, audited.exact().getAsDouble(), 4 * Math.ulp(exact));
      assertFalse(audited.isAboveClaim());
      double leaking = Audit.run(protocol, new Tampering(0.02), 0, 1).exact().getAsDouble();
      assertTrue(leaking > 1.001 * found);
    }
    assertTrue(epsilonByEnumeration(protocol, new Tampering(0.02)::of) > 1.001 * found);
  }

  /** So that none is sampled only, because it declares no example that is small enough. */
  @Test
  void everyOracleHasAnExampleThatIsEnumerated() {
    declarations()
        .filter(declaration -> !elsewhere.contains(declaration.name()))
        .map(Declaration::examples)
        .filter(examples -> Protocols.of(examples.get(0)) instanceof FrequencyOracle<?>)
        .forEach(
            examples ->
                assertTrue(
                    examples.stream()
                        .map(ProtocolLaws::of)
                        .anyMatch(one -> epsilonByEnumeration(one, UnaryOperator.identity()) > 0),
                    examples.toString()));
  }

  // Contrasts, by which audits choose the reports to look at.

  private static final int CONTRASTED = 3000;

  /** Of inputs that lie far apart; of a few, for both ends may mean the same. */
  @ParameterizedTest
  @MethodSource("protocols")
  void reportsSpeakForTheirOwnValueOnTheWhole(Protocol<Object, Object> protocol) {
    List<Audited.Cohort<Object>> cohorts = Audited.cohorts(protocol);
    Audited.Cohort<Object> cohort = cohorts.get(cohorts.size() - 1);
    double best = 0;
    for (long other = 1; other < Math.min(4, cohort.inputs()); other++) {
      RandomSource source = new SimulationSource(9);
      double own = 0;
      double squares = 0;
      for (int i = 0; i < CONTRASTED; i++) {
        long input = i % 2 == 0 ? 0 : other;
        long opposite = other - input;
        Object report = cohort.report(input, source);
        double forward = cohort.contrast(report, input, opposite);
        double tolerance = 1e-9 * Math.abs(forward);
        assertEquals(forward, -cohort.contrast(report, opposite, input), tolerance);
        assertEquals(0, cohort.contrast(report, input, input), tolerance);
        own += forward;
        squares += forward * forward;
      }
      best = Math.max(best, own / Math.sqrt(squares + Double.MIN_NORMAL));
    }
    assertTrue(best > 3, "own over its deviation: " + best);
  }
}
