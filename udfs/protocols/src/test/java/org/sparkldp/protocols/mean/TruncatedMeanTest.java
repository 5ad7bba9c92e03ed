package org.sparkldp.protocols.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.random.SimulationSource;

class TruncatedMeanTest {

  /** Worst squared error by the bounds of the class comment, with T moved by a factor. */
  private static double bound(TruncatedMean<?> protocol, int users, double k, double factor) {
    double variance = protocol.worstVariance() / users * factor * factor;
    return variance + Math.pow(protocol.biasBound() * Math.pow(factor, 1 - k), 2);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.2, 2, 3.9, 8})
  void noOtherTHasASmallerBound(double k) {
    TruncatedMean<?> protocol = TruncatedMean.DECLARATION.of(1, k, 5, 50_000);

    assertTrue(bound(protocol, 50_000, k, 1) < bound(protocol, 50_000, k, 1.01));
    assertTrue(bound(protocol, 50_000, k, 1) < bound(protocol, 50_000, k, 0.99));
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.5, 2, 5})
  void theBiasBoundIsAttained(double k) {
    TruncatedMean<?> protocol = TruncatedMean.DECLARATION.of(1, k, 2, 1_000_000);
    double t = protocol.truncation();
    double x = k * t / (k - 1); // as many people there as the moment allows, the others at 0
    double share = Math.pow(2 / x, k);

    assertTrue(share <= 1);
    assertEquals(protocol.biasBound(), share * (x - t), 1e-12 * protocol.biasBound());
  }

  @Test
  void theIntervalHoldsTheMeanOfTheValuesThemselves() {
    // Two in a hundred people hold 60, the others 1: the mean is 2.18, the second moment 8.5².
    TruncatedMean<?> protocol = TruncatedMean.DECLARATION.of(2, 2, 8.6, 2000, "nonnegative");
    double[] people = new double[2000];
    for (int i = 0; i < people.length; i++) {
      people[i] = i % 50 == 0 ? 60 : 1;
    }
    Trials trials = run(protocol, people);

    assertTrue(protocol.truncation() < 60);
    assertEquals(1 + (protocol.truncation() - 1) / 50, trials.mean()[0], 0.1); // clipped
    assertTrue(trials.coverage() >= 0.95, "coverage " + trials.coverage());
  }

  private static <R> Trials run(TruncatedMean<R> protocol, double[] people) {
    return Trials.of(protocol, protocol, people, 1000, 4);
  }

  @Test
  void theNoteSaysWhatClippingMayDo() {
    Estimate.Row row = oneReport(TruncatedMean.DECLARATION.of(1, 2, 1, 100));

    assertTrue(row.note().startsWith("values are clipped at "), row.note());
  }

  private static <R> Estimate.Row oneReport(TruncatedMean<R> protocol) {
    Accumulator<R> reports = protocol.newAccumulator();
    reports.add(protocol.report(protocol.input(1e9, 0), 0, new SimulationSource(1)));
    assertEquals(reports, Protocols.readAccumulator(reports.toBytes()));
    return protocol.estimate(reports).rows().get(0);
  }

  /** T of the class comment: r ((k − 1) A² n/V)^(1/(2k)), A = (k − 1)^(k − 1)/k^k, V at T = 1. */
  @ParameterizedTest
  @ValueSource(doubles = {1.5, 2, 7})
  void itClipsWhereTheBoundIsLeast(double k) {
    double v = WindowMean.DECLARATION.of(0.7, -1, 1, Outside.CLIP).worstVariance();
    double a = Math.pow(k - 1, k - 1) / Math.pow(k, k);
    double t = 5 * Math.pow((k - 1) * a * a * 9000 / v, 1 / (2 * k));

    assertEquals(t, TruncatedMean.DECLARATION.of(0.7, k, 5, 9000).truncation(), 1e-9 * t);
  }

  /** Clipping moves a mean of nonnegative values down only, another either way. */
  @Test
  void theIntervalAllowsForClippingOnTheSidesWhereItMayBe() {
    for (boolean nonnegative : new boolean[] {true, false}) {
      TruncatedMean<?> protocol =
          TruncatedMean.DECLARATION.of(1, 2, 3, 100, nonnegative ? "nonnegative" : "any");
      Estimate.Row row = oneReport(protocol);
      double z = 1.959963984540054;

      assertEquals(
          nonnegative ? 0 : protocol.biasBound(),
          row.estimate() - z * row.standardError() - row.lower(),
          1e-9);
      assertEquals(
          protocol.biasBound(), row.upper() - row.estimate() - z * row.standardError(), 1e-9);
      assertTrue(protocol.biasBound() > 0.01);
    }
  }

  /** What is asked of the protocol is asked of the mean below it. */
  @Test
  void itVariesAsTheMeanThatItClipsFor() {
    TruncatedMean<?> protocol = TruncatedMean.DECLARATION.of(1, 2, 3, 100);
    double t = protocol.truncation();
    double[] values = {0, t / 2, -3 * t, 9 * t};
    MeanProtocol<?> below = WindowMean.DECLARATION.of(1, -t, t, Outside.CLIP);

    assertEquals(below.variance(values), protocol.variance(values), 1e-12 * t * t);
  }
}
