package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * What fake reports can do to counts. Shifts are compared with all reports there are, at domains
 * small enough to list them.
 */
class LiesTest {
  private static final double ROUNDING = 1e-9;

  /** Small enough that all reports can be listed. */
  static Stream<String> small() {
    return Stream.of(
        "rr(epsilon=1)",
        "grr(epsilon=1,k=5)",
        "sue(epsilon=1,k=5)",
        "oue(epsilon=1,k=5)",
        "olh(epsilon=1,k=5)",
        "hadamard(epsilon=1,k=5)",
        "hadamard(epsilon=1,k=6,blocks=2)",
        "subset(epsilon=1,k=6,size=2)",
        "pgr(epsilon=1,k=5)",
        "loloha(epsilon=1,k=5)");
  }

  private static FrequencyOracle<?> oracle(String spec) {
    return (FrequencyOracle<?>) Protocols.of(spec);
  }

  /** All reports that an accumulator accepts. */
  private static <R> List<R> reports(FrequencyOracle<R> oracle) {
    Accumulator<R> gate = oracle.newAccumulator();
    List<Object> all = new ArrayList<>();
    ReportType type = oracle.reportType();
    if (type.kind() == ReportType.ReportCarrier.CELL) {
      IntStream.range(-3, 5000).forEach(all::add);
    } else {
      long last = 1L << (8 * Math.min(type.bytes(), 3));
      for (long word = 0; word < last; word++) {
        byte[] bytes = new byte[type.bytes()];
        for (int b = 0; b < bytes.length; b++) {
          bytes[b] = (byte) (word >>> (8 * b));
        }
        all.add(bytes);
      }
    }
    List<R> accepted = new ArrayList<>();
    for (Object report : all) {
      @SuppressWarnings("unchecked") // made as the report type says
      R one = (R) report;
      if (gate.accepts(one)) {
        accepted.add(one);
      }
    }
    return accepted;
  }

  private static <R> double[] alone(FrequencyOracle<R> oracle, R report) {
    Accumulator<R> one = oracle.newAccumulator();
    one.add(report);
    return oracle.estimate(one).estimates();
  }

  /** The worst of all reports, against a person who holds the item and one who does not. */
  private static <R> double[] worst(FrequencyOracle<R> oracle) {
    double[] worst = new double[oracle.k()];
    for (R report : reports(oracle)) {
      double[] alone = alone(oracle, report);
      for (int v = 0; v < worst.length; v++) {
        worst[v] = Math.max(worst[v], Math.max(alone[v], 1 - alone[v]));
      }
    }
    return worst;
  }

  @ParameterizedTest
  @MethodSource("small")
  void noReportShiftsMoreThanStatedAndOneShiftsThatMuch(String spec) {
    FrequencyOracle<?> oracle = oracle(spec);

    double[] stated = oracle.shiftPerPercent(100).orElseThrow(); // one report of a hundred

    assertArrayNear(worst(oracle), stated);
    assertArrayNear(stated, Arrays.stream(oracle.shiftPerPercent(1000).get()).map(x -> x / 10));
  }

  private static void assertArrayNear(double[] expected, double[] actual) {
    assertEquals(expected.length, actual.length);
    for (int v = 0; v < expected.length; v++) {
      assertEquals(expected[v], actual[v], ROUNDING * (1 + Math.abs(expected[v])));
    }
  }

  private static void assertArrayNear(double[] expected, DoubleStream actual) {
    assertArrayNear(expected, actual.toArray());
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("small")
  void theMaximalGainAttackGainsWhatTheBestReportDoes(String spec) {
    assertMaximal(oracle(spec), new int[] {1});
    assertMaximal(oracle(spec), new int[] {0, 1});
  }

  private static <R> void assertMaximal(FrequencyOracle<R> oracle, int[] targets) {
    double best =
        reports(oracle).stream()
            .mapToDouble(
                report -> {
                  double[] alone = alone(oracle, report);
                  return Arrays.stream(targets).mapToDouble(v -> alone[v]).sum();
                })
            .max()
            .orElseThrow();
    Poisoning<R> attack =
        oracle.poisoning(Poisoning.PoisoningKind.MAXIMAL_GAIN, targets).orElseThrow();

    assertEquals(best, Arrays.stream(targets).mapToDouble(attack::gain).sum(), ROUNDING * best);
    double[] sent = alone(oracle, attack.report(new SimulationSource(1)));
    assertEquals(best, Arrays.stream(targets).mapToDouble(v -> sent[v]).sum(), ROUNDING * best);
  }

  static Stream<String> all() {
    return Stream.concat(small(), Stream.of("subset(epsilon=1,k=20)", "oue(epsilon=1,k=20)"));
  }

  /** Every kind's mean gain, against the mean of many of its reports. */
  @ParameterizedTest
  @MethodSource("all")
  void gainsAreTheMeansOfWhatReportsAdd(String spec) {
    for (Poisoning.PoisoningKind kind : Poisoning.PoisoningKind.values()) {
      assertGains(oracle(spec), kind);
    }
  }

  private static <R> void assertGains(FrequencyOracle<R> oracle, Poisoning.PoisoningKind kind) {
    int sent = 4000;
    Poisoning<R> attack = oracle.poisoning(kind, new int[] {1, 0}).orElseThrow();
    SimulationSource source = new SimulationSource(7);
    Accumulator<R> reports = oracle.newAccumulator();
    for (int i = 0; i < sent; i++) {
      reports.add(attack.report(source)); // and none is refused
    }
    double[] means = oracle.estimate(reports).estimates();
    double reach = Arrays.stream(oracle.shiftPerPercent(100).orElseThrow()).max().orElseThrow();
    for (int v = 0; v < oracle.k(); v++) {
      // Within 6 standard errors of numbers of size reach at most: false alarms below 1e-8.
      assertEquals(
          attack.gain(v), means[v] / sent, 6 * reach / Math.sqrt(sent), kind + " of item " + v);
    }
  }

  @Test
  void contributionsAddUpToEstimates() {
    all().forEach(spec -> assertAdditive(oracle(spec)));
  }

  private static <R> void assertAdditive(FrequencyOracle<R> oracle) {
    SimulationSource source = new SimulationSource(3);
    Accumulator<R> reports = oracle.newAccumulator();
    double[] sums = new double[oracle.k()];
    for (int i = 0; i < 50; i++) {
      R report = oracle.randomizer().randomize(i % oracle.k(), source);
      reports.add(report);
      for (int v = 0; v < sums.length; v++) {
        sums[v] += oracle.contribution(report, v);
      }
    }
    double[] estimates = oracle.estimate(reports).estimates();
    for (int v = 0; v < sums.length; v++) {
      assertEquals(estimates[v], sums[v], 1e-8 * (1 + Math.abs(sums[v])), oracle + " " + v);
    }
  }

  @Test
  void targetsAreDifferentItems() {
    FrequencyOracle<?> oracle = oracle("grr(epsilon=1,k=5)");
    for (int[] targets : new int[][] {{}, {5}, {-1}, {2, 2}}) {
      assertThrows(
          IllegalArgumentException.class,
          () -> oracle.poisoning(Poisoning.PoisoningKind.INPUT, targets));
    }
    assertThrows(IllegalArgumentException.class, () -> Poisoning.PoisoningKind.of("other"));
  }
}
