package org.sparkldp.protocols.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.random.SimulationSource;

/** The whole law of the practical Gaussian protocols' reports, in integers, cohort by cohort. */
class GaussianLawsTest {

  @SuppressWarnings("unchecked") // reports are cells
  private static GaussianProtocol<Integer> of(Protocol<?, ?> protocol) {
    return (GaussianProtocol<Integer>) protocol;
  }

  /** The round after one in which a thousand people of each cohort gave the answer of 0. */
  private static GaussianProtocol<Integer> second(String spec) {
    GaussianProtocol<Integer> first = of(Protocols.of(spec));
    Accumulator<Integer> reports = first.newAccumulator();
    SimulationSource source = new SimulationSource(1);
    for (int cohort = 0; cohort < first.cohorts(); cohort++) {
      reports.add(first.report(first.input(0, cohort), cohort, source), 1000);
    }
    return of(RoundWalk.next(first, reports));
  }

  private static Map<Integer, Fraction> law(
      GaussianProtocol<Integer> protocol, long input, int cohort, Tampering tampering) {
    Map<Integer, Fraction> law = new HashMap<>();
    int[] report = new int[1];
    EnumeratingSource.walk(
        source -> report[0] = protocol.report(input, cohort, tampering.of(source)),
        weight -> law.merge(report[0], weight, Fraction::plus));
    return law;
  }

  /** The largest loss over all cohorts. */
  private static double epsilon(GaussianProtocol<Integer> protocol, Tampering tampering) {
    Set<Integer> seen = new HashSet<>();
    double largest = 0;
    for (int cohort = 0; cohort < protocol.cohorts(); cohort++) {
      List<Map<Integer, Fraction>> laws = new ArrayList<>();
      for (long input = 0; input < protocol.inputs(cohort); input++) {
        Map<Integer, Fraction> law = law(protocol, input, cohort, tampering);
        Fraction sum = law.values().stream().reduce(Fraction.ZERO, Fraction::plus);
        assertEquals(sum.numerator(), sum.denominator());
        laws.add(law);
      }
      for (int report : laws.get(0).keySet()) {
        assertTrue(seen.add(report), "a report shows its cohort");
        for (Map<Integer, Fraction> one : laws) {
          for (Map<Integer, Fraction> other : laws) {
            Fraction a = one.get(report);
            Fraction b = other.get(report);
            largest = Math.max(largest, a.compareTo(b) > 0 ? a.logRatio(b) : b.logRatio(a));
          }
        }
      }
    }
    assertEquals(protocol.newAccumulator().width(), seen.size(), "every cell is a report");
    return largest;
  }

  private static final String TAIL = ",range=20.0,center=-3.0,dither=0,strata=2)";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(epsilon=0.5,sigma=2.0" + TAIL,
        "gaussian(epsilon=1.0,sigma=2.0" + TAIL,
        "gaussian(epsilon=4.0,sigma_min=1.0,sigma_max=4.0" + TAIL,
        "gaussian-1round(epsilon=1.0,sigma=2.0" + TAIL,
        "gaussian-robust(epsilon=1.0,sigma=2.0" + TAIL,
        "gaussian-1round(epsilon=6.0,sigma_min=1.0,sigma_max=4.0" + TAIL,
        // So wide that there are coarse cells too.
        "gaussian-1round(epsilon=1.0,sigma=1.0,range=100000.0,dither=0)",
      })
  void theExactEpsilonIsThatOfTheWholeLaw(String spec) {
    GaussianProtocol<Integer> protocol = of(Protocols.of(spec));
    double exact = protocol.guarantee().exactEpsilon();

    assertTrue(exact <= protocol.guarantee().epsilon());
    assertTrue(exact > protocol.guarantee().epsilon() - 1e-9);
    assertEquals(exact, epsilon(protocol, Tampering.NONE), 4 * Math.ulp(exact));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(epsilon=1.0,sigma=2.0" + TAIL,
        "gaussian(epsilon=4.0,sigma=2.0" + TAIL,
        "gaussian(epsilon=1.0,sigma_min=1.0,sigma_max=4.0" + TAIL,
        "gaussian(epsilon=4.0,sigma_min=1.0,sigma_max=4.0" + TAIL,
        "gaussian-robust(epsilon=1.0,sigma=2.0" + TAIL,
      })
  void soIsTheSecondRounds(String spec) {
    GaussianProtocol<Integer> protocol = second(spec);
    double exact = protocol.guarantee().exactEpsilon();

    assertTrue(exact <= protocol.guarantee().epsilon());
    assertEquals(exact, epsilon(protocol, Tampering.NONE), 4 * Math.ulp(exact));
  }

  /** Inputs that are compared, at most; the first two are as far apart as any. */
  private static final int COMPARED = 300;

  /** The largest loss over inputs of some cohorts: a dithered value has hundreds or thousands. */
  private static double dithered(GaussianProtocol<Integer> protocol, Tampering tampering) {
    double largest = 0;
    for (int cohort = 0; cohort < protocol.cohorts(); cohort += 1 + protocol.cohorts() / 4) {
      Map<Integer, Fraction> most = new HashMap<>();
      Map<Integer, Fraction> least = new HashMap<>();
      long step = 1 + protocol.inputs(cohort) / COMPARED;
      for (long input = 0; input < protocol.inputs(cohort); input += input == 0 ? 1 : step) {
        Map<Integer, Fraction> law = law(protocol, input, cohort, tampering);
        Fraction sum = law.values().stream().reduce(Fraction.ZERO, Fraction::plus);
        assertEquals(sum.numerator(), sum.denominator());
        law.forEach((report, p) -> most.merge(report, p, (a, b) -> a.compareTo(b) > 0 ? a : b));
        law.forEach((report, p) -> least.merge(report, p, (a, b) -> a.compareTo(b) < 0 ? a : b));
      }
      for (int report : most.keySet()) {
        largest = Math.max(largest, most.get(report).logRatio(least.get(report)));
      }
    }
    return largest;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian(epsilon=1.0,sigma=2.0,range=20.0,step=2.0)",
        "gaussian(epsilon=4.0,sigma=2.0,range=20.0,step=4.0)",
        "gaussian-1round(epsilon=1.0,sigma=2.0,range=20.0,step=4.0)",
        "gaussian-robust(epsilon=1.0,sigma=2.0,range=20.0,step=4.0)",
        "gaussian(epsilon=1.0,sigma=2.0,range=20.0)",
        "gaussian-1round(epsilon=4.0,sigma=2.0,range=20.0,dither=1)",
      })
  void ditherAddsNothing(String spec) {
    GaussianProtocol<Integer> protocol = of(Protocols.of(spec));
    double exact = protocol.guarantee().exactEpsilon();

    assertTrue(exact <= protocol.guarantee().epsilon());
    assertTrue(dithered(protocol, Tampering.NONE) <= exact + 4 * Math.ulp(exact));
  }

  @Test
  void whereCellsAreWiderThanAStepItTakesNothingAway() {
    String spec = "gaussian(epsilon=1.0,sigma=2.0,range=20.0,step=2.0)";
    GaussianProtocol<Integer> protocol = of(Protocols.of(spec));
    double exact = protocol.guarantee().exactEpsilon();

    assertEquals(exact, dithered(protocol, Tampering.NONE), 4 * Math.ulp(exact));
    assertTrue(dithered(protocol, new Tampering(0.02)) > 1.001);
  }

  @Test
  void soDoesTheSecondRoundsNormalNoise() {
    GaussianProtocol<Integer> protocol = second("gaussian(epsilon=1.0,sigma=2.0,range=20.0)");
    double exact = protocol.guarantee().exactEpsilon();

    assertEquals(exact, dithered(protocol, Tampering.NONE), 4 * Math.ulp(exact));
    assertTrue(dithered(protocol, new Tampering(0.02)) > 1.001);
  }

  @Test
  void aTruthReportedMoreOftenWouldBeCaught() {
    String spec = "gaussian(epsilon=1.0,sigma=2.0" + TAIL;

    assertTrue(epsilon(of(Protocols.of(spec)), new Tampering(0.02)) > 1.001);
    assertTrue(epsilon(second(spec), new Tampering(0.02)) > 1.001);
  }

  @Test
  void aReportSpeaksForTheInputWhoseAnswerItShows() {
    GaussianProtocol<Integer> protocol = of(Protocols.of("gaussian(epsilon=1.0,sigma=2.0" + TAIL));
    int cohort = protocol.cohorts() - 1;
    int last = protocol.newAccumulator().width() - 1;
    long own = protocol.inputs(cohort) - 1;

    assertEquals(1, protocol.contrast(last, own, 0, cohort));
    assertEquals(-1, protocol.contrast(last, 0, own, cohort));
    assertEquals(0, protocol.contrast(last, own, own, cohort));
  }
}
