package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.audit.Tampering;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * The whole law of the published Gaussian protocols' finite reports, in integers, cohort by cohort;
 * where noise has no bounds, in {@code GridNoiseTest}.
 */
class PublishedGaussianLawsTest {

  @SuppressWarnings("unchecked") // all protocols here are of numbers
  private static NumberProtocol<Object> of(Protocol<?, ?> protocol) {
    return (NumberProtocol<Object>) protocol;
  }

  /** The round that follows some reports, one of each cohort. */
  private static NumberProtocol<Object> second(String spec) {
    NumberProtocol<Object> first = of(Protocols.of(spec));
    var reports = first.newAccumulator();
    RandomSource source = new SimulationSource(1);
    for (int cohort = 0; cohort < first.cohorts(); cohort++) {
      reports.add(first.report(0, cohort, source), 1000);
    }
    return of(RoundWalk.next(first, reports));
  }

  private static Law<Object> law(
      NumberProtocol<Object> protocol, long input, int cohort, Tampering tampering) {
    return Law.of(source -> protocol.report(input, cohort, tampering.of(source)));
  }

  private static Map<Object, Double> probabilities(Law<Object> law) {
    Map<Object, Double> probabilities = new HashMap<>();
    law.forEach(
        (report, probability) ->
            probabilities.put(
                report instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : report, probability));
    return probabilities;
  }

  /** The largest loss over all cohorts whose reports are finitely many. */
  private static double epsilon(NumberProtocol<Object> protocol, Tampering tampering) {
    Set<Object> seen = new HashSet<>();
    double largest = 0;
    for (int cohort = 0; cohort < protocol.cohorts(); cohort++) {
      if (protocol.inputs(cohort) > 1000) {
        continue; // noise without bounds
      }
      List<Law<Object>> laws = new ArrayList<>();
      for (long input = 0; input < protocol.inputs(cohort); input++) {
        Law<Object> law = law(protocol, input, cohort, tampering);
        assertTrue(law.sumsToOne());
        laws.add(law);
      }
      for (Object report : probabilities(laws.get(0)).keySet()) {
        assertTrue(seen.add(report), "a report shows its cohort");
      }
      largest = Math.max(largest, Law.epsilon(laws));
    }
    return largest;
  }

  private static final String RANGE = ",range=20.0,center=-3.0,users=100000";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kv-gaussian(epsilon=0.5,sigma=2.0" + RANGE + ")",
        "kv-gaussian(epsilon=8,sigma=2.0" + RANGE + ",strata=3)",
        "kv-gaussian-1round(epsilon=1,sigma=2.0" + RANGE + ",strata=2)",
        "uv-gaussian(epsilon=1,sigma_min=1.0,sigma_max=9.0" + RANGE + ")",
        "grs-known(epsilon=1,sigma=9.0" + RANGE + ")",
        "grs-unknown(epsilon=1,sigma_min=1.0,sigma_max=9.0" + RANGE + ")",
      })
  void theExactEpsilonOfRoundOneIsThatOfTheWholeLaw(String spec) {
    NumberProtocol<Object> protocol = of(Protocols.of(spec));
    double exact = protocol.guarantee().exactEpsilon();

    assertEquals(exact, epsilon(protocol, Tampering.NONE), 4 * Math.ulp(exact));
    assertTrue(exact <= protocol.guarantee().epsilon());
    assertTrue(epsilon(protocol, new Tampering(0.01)) > protocol.guarantee().epsilon());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kv-gaussian(epsilon=0.5,sigma=2.0" + RANGE + ",strata=2)",
        "grs-unknown(epsilon=1,sigma_min=1.0,sigma_max=9.0" + RANGE + ")",
      })
  void soIsThatOfRoundTwo(String spec) {
    NumberProtocol<Object> protocol = second(spec);
    double exact = protocol.guarantee().exactEpsilon();

    assertEquals(exact, epsilon(protocol, Tampering.NONE), 4 * Math.ulp(exact));
    assertTrue(epsilon(protocol, new Tampering(0.01)) > protocol.guarantee().epsilon());
  }

  @Test
  void theAnswersOfTheOneRoundProtocolForUnknownSigmaCostNoMoreThanItsNumbers() {
    NumberProtocol<Object> protocol =
        of(Protocols.of("uv-gaussian-1round(epsilon=1,sigma_min=1.0,sigma_max=9.0" + RANGE + ")"));

    double answers = epsilon(protocol, Tampering.NONE);

    assertEquals(1, answers, 1e-9);
    assertTrue(answers <= protocol.guarantee().exactEpsilon());
    int ofNumbers = protocol.cohorts() - 1;
    assertFalse(Law.isFinite(source -> protocol.report(0, ofNumbers, source)));
    assertTrue(Law.isFinite(source -> protocol.report(0, 0, source)));
  }

  @Test
  void theContrastOfAReportIsInTheOrderOfItsLikelihoodRatio() {
    NumberProtocol<Object> protocol =
        of(Protocols.of("kv-gaussian(epsilon=1,sigma=2.0" + RANGE + ")"));
    Map<Object, Double> zero = probabilities(law(protocol, 0, 2, Tampering.NONE));
    Map<Object, Double> one = probabilities(law(protocol, 1, 2, Tampering.NONE));

    for (Object report : zero.keySet()) {
      double contrast = protocol.contrast(report, 0, 1, 2);
      double ratio = Math.log(zero.get(report) / one.get(report));
      assertEquals(Math.abs(ratio) < 1e-12 ? 0 : Math.signum(ratio), contrast);
    }
  }
}
