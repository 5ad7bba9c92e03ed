package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * What an oracle gets that says no more than it must: the same as one that says all, which knows it
 * without estimating every item.
 */
class DefaultsTest {

  /** An oracle without anything that it may leave out; its reports may be a public list. */
  private static final class Plain<R> extends FrequencyOracle<R> {
    private final FrequencyOracle<R> of;
    private final List<R> everyReport;

    Plain(FrequencyOracle<R> of, List<R> everyReport) {
      super(of.spec(), of.guarantee(), of.k());
      this.of = of;
      this.everyReport = everyReport;
    }

    @Override
    public List<R> everyReport() {
      return everyReport;
    }

    @Override
    public R report(int item, RandomSource source) {
      return of.report(item, source);
    }

    @Override
    public ReportType reportType() {
      return of.reportType();
    }

    @Override
    public Layout<R> layout() {
      return of.layout();
    }

    @Override
    public Estimate estimate(Accumulator<R> reports, double confidence) {
      return of.estimate(reports, confidence);
    }

    @Override
    public double[] variances(long[] counts) {
      return of.variances(counts);
    }
  }

  private static <R> void assertSame(FrequencyOracle<R> knows, FrequencyOracle<R> plain) {
    SimulationSource source = new SimulationSource(1);
    for (int i = 0; i < 40; i++) {
      R report = knows.randomizer().randomize(i % knows.k(), source);
      for (int v = 0; v < knows.k(); v++) {
        assertEquals(knows.contribution(report, v), plain.contribution(report, v), 1e-9);
        assertEquals(
            plain.contribution(report, v) - plain.contribution(report, 0),
            plain.contrast(report, v, 0),
            1e-9);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grr(epsilon=1,k=5)",
        "olh(epsilon=1,k=5)",
        "hadamard(epsilon=1,k=6,blocks=2)",
        "pgr(epsilon=1,k=5)",
        "loloha(epsilon=1,k=5)"
      })
  void cells(String spec) {
    assertCells((FrequencyOracle<?>) Protocols.of(spec));
  }

  private static <R> void assertCells(FrequencyOracle<R> knows) {
    FrequencyOracle<R> plain = new Plain<>(knows, knows.everyReport());
    assertSame(knows, plain);
    assertArrayEquals(
        knows.shiftPerPercent(100).orElseThrow(), plain.shiftPerPercent(100).orElseThrow(), 1e-9);
    for (Poisoning.PoisoningKind kind : Poisoning.PoisoningKind.values()) {
      Poisoning<R> expected = knows.poisoning(kind, new int[] {2, 1}).orElseThrow();
      Poisoning<R> attack = plain.poisoning(kind, new int[] {2, 1}).orElseThrow();
      for (int v = 0; v < 5; v++) {
        assertEquals(expected.gain(v), attack.gain(v), 1e-9, kind + " of item " + v);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"oue(epsilon=1,k=5)", "subset(epsilon=1,k=6,size=2)"})
  void otherReports(String spec) {
    assertOther((FrequencyOracle<?>) Protocols.of(spec));
  }

  /** Nobody knows its reach; the best of 256 honest reports is as good as the best there is. */
  private static <R> void assertOther(FrequencyOracle<R> knows) {
    FrequencyOracle<R> plain = new Plain<>(knows, List.of());
    assertSame(knows, plain);
    assertEquals(Optional.empty(), plain.shiftPerPercent(100));
    int[] targets = {1, 2};
    Poisoning<R> best =
        plain.poisoning(Poisoning.PoisoningKind.MAXIMAL_GAIN, targets).orElseThrow();
    Poisoning<R> known =
        knows.poisoning(Poisoning.PoisoningKind.MAXIMAL_GAIN, targets).orElseThrow();
    R sent = best.report(new SimulationSource(1));
    double gain = 0;
    double of = 0;
    for (int v : targets) {
      assertEquals(plain.contribution(sent, v), best.gain(v), 1e-9);
      gain += best.gain(v);
      of += known.gain(v);
    }
    assertTrue(gain > 0.999 * of, gain + " of " + of);
    Poisoning<R> any =
        plain.poisoning(Poisoning.PoisoningKind.RANDOM_REPORT, targets).orElseThrow();
    for (int v = 0; v < knows.k(); v++) { // who randomizes any item adds to each alike
      assertEquals(1.0 / knows.k(), any.gain(v), 1e-9);
    }
  }
}
