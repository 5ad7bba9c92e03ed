package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Alarm;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * What fake reports can do to counts, how it is seen and mended. Shifts are compared with all
 * reports there are, at domains small enough to list them.
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
        "rappor(epsilon=1,k=3,bits=4,hashes=1,cohorts=2)",
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
    if (type.kind() == ReportType.Kind.CELL) {
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

  private static void assertArrayNear(double[] expected, java.util.stream.DoubleStream actual) {
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
    Poisoning<R> attack = oracle.poisoning(Poisoning.Kind.MAXIMAL_GAIN, targets).orElseThrow();

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
    for (Poisoning.Kind kind : Poisoning.Kind.values()) {
      assertGains(oracle(spec), kind);
    }
  }

  private static <R> void assertGains(FrequencyOracle<R> oracle, Poisoning.Kind kind) {
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
          IllegalArgumentException.class, () -> oracle.poisoning(Poisoning.Kind.INPUT, targets));
    }
    assertThrows(IllegalArgumentException.class, () -> Poisoning.Kind.of("other"));
  }

  /** Protocols whose reports have more laws than people have values. */
  static Stream<String> withAlarm() {
    return Stream.of(
        "sue(epsilon=1,k=64)",
        "oue(epsilon=1,k=64)",
        "olh(epsilon=1,k=64)",
        "hadamard(epsilon=1,k=64)",
        "subset(epsilon=1,k=64)",
        "pgr(epsilon=1,k=64)",
        "rappor(epsilon=1,k=64)");
  }

  /** A trial: what the alarm found, and the targets' mean shift before and after the repair. */
  private record Outcome(boolean raised, double chance, double before, double after) {}

  private static final int[] TARGETS = {3, 9, 17, 20, 28, 33, 41, 47, 52, 60};

  private static <R> Outcome trial(
      FrequencyOracle<R> oracle, int people, int fakes, Poisoning.Kind kind, long seed) {
    SimulationSource source = new SimulationSource(seed);
    Poisoning<R> attack = oracle.poisoning(kind, TARGETS).orElseThrow();
    Alarm<R> alarm = oracle.alarm().orElseThrow();
    Accumulator<R> evidence = new Accumulator<>(oracle.spec(), "", alarm.evidence());
    Accumulator<R> reports = oracle.newAccumulator();
    double[] truth = new double[oracle.k()];
    for (int i = 0; i < people; i++) {
      R report;
      if (i < fakes) {
        report = attack.report(source);
      } else {
        int item = Math.min(oracle.k() - 1, Integer.numberOfTrailingZeros(i | 1 << 20) * 3);
        truth[item]++;
        report = oracle.randomizer().randomize(item, source);
      }
      evidence.add(report);
      reports.add(report);
    }
    Alarm.Finding found = alarm.find(evidence);
    Estimate raw = oracle.estimate(reports);
    Estimate repaired = found.repaired(raw);
    double before = 0;
    double after = 0;
    for (int v : TARGETS) {
      before += (raw.rows().get(v).estimate() - truth[v]) / TARGETS.length;
      after += (repaired.rows().get(v).estimate() - truth[v]) / TARGETS.length;
    }
    return new Outcome(found.isRaised(), found.chance(), before, after);
  }

  /** By the bound: of two trials, one false alarm has a probability of at most 2e-6. */
  @ParameterizedTest
  @MethodSource("withAlarm")
  void honestPeopleDoNotRaiseIt(String spec) {
    for (long seed = 0; seed < 2; seed++) {
      Outcome outcome = trial(oracle(spec), 30_000, 0, Poisoning.Kind.INPUT, seed);
      assertFalse(outcome.raised(), spec + ": " + outcome.chance());
      assertEquals(outcome.before(), outcome.after());
    }
  }

  /** The bound is one: of 200 honest trials, chances of 0.1 or less are rare enough. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "oue(epsilon=1,k=12)",
        "subset(epsilon=1,k=12)",
        "olh(epsilon=1,k=12)",
        "hadamard(epsilon=1,k=12)",
        "pgr(epsilon=1,k=12)",
        "rappor(epsilon=1,k=12)"
      })
  void chancesAreNoSmallerThanTheySay(String spec) {
    int small = 0;
    for (long seed = 0; seed < 200; seed++) {
      small += honest(oracle(spec), oracle(spec), 500, seed).chance() <= 0.1 ? 1 : 0;
    }
    // Of 200 coins of chance 0.1, more than 43 are 1 with a probability below 1e-6.
    assertTrue(small <= 43, spec + ": " + small);
  }

  /** The wrong twin: clients with another epsilon are as people who lie. */
  @ParameterizedTest
  @ValueSource(strings = {"sue(epsilon=%s,k=16)", "oue(epsilon=%s,k=16)"})
  void reportsOfAnotherLawRaiseIt(String spec) {
    FrequencyOracle<?> oracle = oracle(spec.formatted(1));
    assertFalse(honest(oracle, oracle(spec.formatted(1)), 20_000, 1).isRaised());
    assertTrue(honest(oracle, oracle(spec.formatted(2)), 20_000, 1).isRaised());
  }

  private static <R> Alarm.Finding honest(
      FrequencyOracle<R> oracle, FrequencyOracle<?> client, int people, long seed) {
    SimulationSource source = new SimulationSource(seed);
    Alarm<R> alarm = oracle.alarm().orElseThrow();
    Accumulator<R> evidence = new Accumulator<>(oracle.spec(), "", alarm.evidence());
    for (int i = 0; i < people; i++) {
      @SuppressWarnings("unchecked") // of one family
      R report = (R) client.randomizer().randomize(i % 3 == 0 ? i % oracle.k() : 0, source);
      evidence.add(report);
    }
    return alarm.find(evidence);
  }

  @ParameterizedTest
  @MethodSource("withAlarm")
  void evidenceMergesToTheSameBytesAndRefusesWhatIsNoReport(String spec) {
    assertMerges(oracle(spec));
  }

  private static <R> void assertMerges(FrequencyOracle<R> oracle) {
    Alarm<R> alarm = oracle.alarm().orElseThrow();
    SimulationSource source = new SimulationSource(5);
    Accumulator<R> whole = new Accumulator<>(oracle.spec(), "plan", alarm.evidence());
    Accumulator<R> first = new Accumulator<>(oracle.spec(), "plan", alarm.evidence());
    Accumulator<R> second = new Accumulator<>(oracle.spec(), "plan", alarm.evidence());
    for (int i = 0; i < 100; i++) {
      R report = oracle.randomizer().randomize(i % oracle.k(), source);
      whole.add(report);
      (i % 3 == 0 ? first : second).add(report);
    }
    Accumulator<?> merged = Protocols.readForMerging(second.toBytes());
    merged.merge(Protocols.readForMerging(first.toBytes()));
    assertArrayEquals(whole.toBytes(), merged.toBytes());
    assertEquals(alarm.find(whole).chance(), alarm.find(merged).chance());
    Accumulator<?> other = oracle("grr(epsilon=1,k=5)").newAccumulator();
    assertThrows(IllegalArgumentException.class, () -> alarm.find(other));
    assertThrows(
        IllegalArgumentException.class,
        () -> alarm.find(new Accumulator<>(oracle.spec(), "", alarm.evidence())));
    Object wrong =
        switch (oracle.reportType().kind()) {
          case CELL -> -1;
          case WORD -> -1L;
          case BITS -> new byte[1];
        };
    @SuppressWarnings("unchecked") // made as the report type says
    R report = (R) wrong;
    assertFalse(whole.accepts(report));
    assertThrows(IllegalArgumentException.class, () -> whole.add(report));
    assertEquals(100, whole.n());
  }

  @Tag("slow")
  @ParameterizedTest
  @MethodSource("withAlarm")
  void onePercentOfMaximalGainRaisesItAndIsHalved(String spec) {
    Outcome outcome = trial(oracle(spec), 100_000, 1000, Poisoning.Kind.MAXIMAL_GAIN, 1);

    assertTrue(outcome.raised(), spec + ": " + outcome.chance());
    assertTrue(
        Math.abs(outcome.after()) < outcome.before() / 2,
        spec + ": " + outcome.before() + " to " + outcome.after());
  }

  @ParameterizedTest
  @ValueSource(strings = {"rr(epsilon=1)", "grr(epsilon=1,k=64)", "hadamard(epsilon=1,k=64)"})
  void honestLiesPass(String spec) {
    FrequencyOracle<?> oracle = oracle(spec);
    assertEquals(spec.startsWith("hadamard"), oracle.alarm().isPresent());
    if (oracle.alarm().isPresent()) {
      assertFalse(trial(oracle, 100_000, 1000, Poisoning.Kind.INPUT, 1).raised());
    }
  }
}
