package org.sparkldp.protocols.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Examples;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.rappor.Rappor;

/** The whole law of a report, in integers: every outcome of every coin is walked through. */
class FrequencyLawsTest {

  /** Probabilities by report, over one denominator. */
  private static <R> Map<Object, Fraction> law(Protocol<Integer, R> protocol, int item) {
    Map<Object, Fraction> law = new HashMap<>();
    Object[] report = new Object[1];
    EnumeratingSource.walk(
        source -> report[0] = key(protocol.randomizer().randomize(item, source)),
        weight -> law.merge(report[0], weight, Fraction::plus));
    return law;
  }

  private static Object key(Object report) {
    return report instanceof byte[] bytes ? Arrays.toString(bytes) : report;
  }

  private static boolean isOne(Fraction sum) {
    return sum.numerator().equals(sum.denominator());
  }

  /** The largest log-ratio between the laws of any two items. */
  private static double epsilon(List<Map<Object, Fraction>> laws) {
    double largest = 0;
    for (Map<Object, Fraction> one : laws) {
      for (Map<Object, Fraction> other : laws) {
        for (Map.Entry<Object, Fraction> outcome : one.entrySet()) {
          Fraction a = outcome.getValue();
          Fraction b = other.getOrDefault(outcome.getKey(), Fraction.ZERO);
          BigInteger left = a.numerator().multiply(b.denominator());
          BigInteger right = b.numerator().multiply(a.denominator());
          largest = Math.max(largest, Epsilon.ofRatio(left.max(right), left.min(right)));
        }
      }
    }
    return largest;
  }

  @SuppressWarnings("unchecked") // frequency oracles take item indices
  private static List<Map<Object, Fraction>> laws(String spec) {
    FrequencyOracle<Object> oracle = (FrequencyOracle<Object>) Protocols.of(spec);
    return IntStream.range(0, oracle.k()).mapToObj(v -> law(oracle, v)).toList();
  }

  /** All that are small enough, and some with other parameters. */
  static Stream<String> specs() {
    return Stream.concat(
        Examples.ofSmallOracles(),
        Stream.of(
            "rr(epsilon=0.5)",
            "rr(epsilon=20)",
            "grr(epsilon=1,k=2)",
            "grr(epsilon=1,k=7)",
            "grr(epsilon=8,k=40)",
            "sue(epsilon=1,k=2)",
            "sue(epsilon=4,k=5)",
            "oue(epsilon=0.5,k=4)",
            "oue(epsilon=10,k=6)",
            "the(epsilon=1,k=4,theta=0.6)",
            // The permanent stage alone: what all reports of one value together reveal.
            "rappor(epsilon=1,k=2,bits=4,cohorts=2,irr_p=0,irr_q=1)",
            "rappor(epsilon=2,k=3,bits=4,hashes=2,cohorts=3,irr_p=0,irr_q=1)"));
  }

  @ParameterizedTest
  @MethodSource("specs")
  void theExactEpsilonIsThatOfTheWholeLaw(String spec) {
    List<Map<Object, Fraction>> laws = laws(spec);

    for (Map<Object, Fraction> law : laws) {
      assertTrue(isOne(law.values().stream().reduce(Fraction.ZERO, Fraction::plus)));
    }
    double exact = Protocols.of(spec).guarantee().exactEpsilon();
    assertEquals(exact, epsilon(laws), 4 * Math.ulp(exact));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rappor(epsilon=1,k=2,bits=4,cohorts=2)",
        "rappor(epsilon=2,k=3,bits=4,hashes=2,cohorts=3)",
        "rappor(epsilon=4,k=2,bits=3,cohorts=3,irr_p=0.1,irr_q=0.8)",
      })
  void oneRapporReportCostsItsReportEpsilon(String spec) {
    Rappor protocol = (Rappor) Protocols.of(spec);
    double whole = epsilon(laws(spec));

    assertEquals(protocol.reportEpsilon(), whole, 4 * Math.ulp(whole));
    assertTrue(whole < protocol.guarantee().exactEpsilon());
  }

  @Test
  void keepingTheTrueBitOnceMoreWouldBeCaught() {
    // The classic slip of unary encoders: the own bit keeps what the coin of another's bit gave.
    List<Map<Object, Fraction>> broken = List.of(slip(0), slip(1));

    assertTrue(epsilon(broken) > 1.001);
  }

  private static Map<Object, Fraction> slip(int item) {
    long p = 1L << 63;
    long q = Math.round(0x1p62 / (Math.exp(1) + 1)) << 2;
    Map<Object, Fraction> law = new HashMap<>();
    long[] bits = new long[1];
    EnumeratingSource.walk(
        source -> {
          source.bernoulliBits(q, 2, bits);
          bits[0] |= source.bernoulli(p) ? 1L << item : 0;
        },
        weight -> law.merge(bits[0], weight, Fraction::plus));
    return law;
  }
}
