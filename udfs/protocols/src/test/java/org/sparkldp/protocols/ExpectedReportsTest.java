package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Where each report comes exactly as often as its law says, which is found by running the
 * randomizer through every outcome of its coins, the estimates are the truth and the standard
 * errors are those of the stated variances. No statistics: an estimator or a variance that is off
 * by a millionth fails.
 */
class ExpectedReportsTest {
  private static final double PEOPLE = 0x1p40; // and grids of 2^20 steps move an answer by 2e-6

  /** All that are small enough, and some with other parameters. */
  static Stream<String> items() {
    return Stream.concat(
        Examples.ofSmallOracles(),
        Stream.of(
            "rr(epsilon=0.7)",
            "oue(epsilon=2,k=3)",
            "the(epsilon=1,k=3,theta=0.7)",
            "blh(epsilon=1,k=5)",
            "olh(epsilon=1,k=7,g=3)",
            "olh(epsilon=2,k=5,g=4)",
            "hadamard(epsilon=1,k=5)",
            "hadamard(epsilon=2,k=7,blocks=2)",
            "subset(epsilon=1,k=5)",
            "subset(epsilon=1,k=7,size=3)",
            "rappor(epsilon=2,k=3,bits=5,hashes=2,cohorts=3)"));
  }

  @ParameterizedTest
  @MethodSource("items")
  void ofItems(String spec) {
    ItemProtocol<?> protocol = (ItemProtocol<?>) Protocols.of(spec);
    for (int item = 0; item < protocol.k(); item++) {
      int held = item;
      long[] counts = new long[protocol.k()];
      counts[item] = (long) PEOPLE;
      check(
          protocol,
          source -> report(protocol, held, source),
          protocol.answers(counts),
          protocol.variances(counts));
    }
  }

  private static <R> Object report(ItemProtocol<R> protocol, int item, RandomSource source) {
    return protocol.randomizer().randomize(item, source);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "duchi(epsilon=1,lower=-1,upper=2)",
        "duchi(epsilon=4,lower=-1,upper=2)",
        "density(epsilon=1,lower=-1,upper=2,terms=5,points=8)",
        "density(epsilon=2,lower=-1,upper=2,terms=3,points=5,mechanism=published)"
      })
  void ofNumbers(String spec) {
    RangeProtocol<?> protocol = (RangeProtocol<?>) Protocols.of(spec);
    for (double value : new double[] {-1, -0.7, 0.2, 0.5, 1.3, 2}) {
      double[] one = {value};
      check(
          protocol,
          source -> protocol.report(protocol.input(value, 0), 0, source),
          protocol.answers(one),
          Arrays.stream(protocol.variances(one)).map(v -> v / PEOPLE).toArray());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hypercube(epsilon=1,d=3,radius=2)",
        "hypercube(epsilon=1,d=4,radius=2,variant=best)",
        "one-coordinate(epsilon=1,d=3,radius=2)"
      })
  void ofVectors(String spec) {
    BallProtocol<?> protocol = (BallProtocol<?>) Protocols.of(spec);
    for (double scale : new double[] {-1, -0.25, 0, 0.5, 1}) {
      double[] value = new double[protocol.d()];
      Arrays.setAll(value, j -> 2 * scale / (1 + j));
      check(
          protocol,
          source -> protocol.report(protocol.input(value), source),
          value,
          Arrays.stream(protocol.variances(new double[][] {value})).map(v -> v / PEOPLE).toArray());
    }
  }

  @SuppressWarnings("unchecked") // reports are the protocol's own
  private static void check(
      Protocol<?, ?> any,
      Function<RandomSource, Object> report,
      double[] answers,
      double[] variances) {
    Protocol<?, Object> protocol = (Protocol<?, Object>) any;
    Accumulator<Object> sum = protocol.newAccumulator();
    Law.of(report).forEach((r, p) -> sum.add(r, Math.round(p * PEOPLE)));
    Estimate estimate = protocol.estimate(sum, 0.9);
    double[] found = estimate.estimates();
    double largest = Arrays.stream(answers).map(Math::abs).max().orElseThrow();

    assertEquals(answers.length, found.length);
    assertEquals(1, sum.n() / PEOPLE, 1e-9);
    for (int i = 0; i < answers.length; i++) {
      Estimate.Row row = estimate.rows().get(i);
      assertEquals(answers[i], found[i], 3e-6 * Math.max(1, largest), any + " " + i);
      assertEquals(
          1, row.standardError() * row.standardError() / variances[i], 1e-5, any + " " + i);
      // Both halves of the interval: 90 % of a normal law is within 1.645 of its errors.
      assertTrue(row.lower() < found[i] && found[i] < row.upper());
      assertEquals(
          2 * 1.6448536, (row.upper() - row.lower()) / row.standardError(), 1e-3, any + " " + i);
    }
  }
}
