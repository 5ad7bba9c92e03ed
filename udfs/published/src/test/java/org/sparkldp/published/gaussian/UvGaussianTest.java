package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.Runs;
import org.sparkldp.protocols.random.SimulationSource;

class UvGaussianTest {
  private static final String SPEC =
      "uv-gaussian(epsilon=1.0,sigma_min=1.0,sigma_max=8.0,range=30.0,center=-40.0)";

  @SuppressWarnings("unchecked") // all protocols here are of numbers
  private static NumberProtocol<Long> second(double mean, int people) {
    SimulationSource source = new SimulationSource(4);
    double[] values = People.normals(people, mean, 2, source);
    Protocol<?, ?> first = Protocols.of(SPEC);
    return (NumberProtocol<Long>)
        RoundWalk.next(first, People.reports(first, values, new long[people], source));
  }

  @Tag("slow")
  @Test
  void estimatesAreUnbiasedWithTheStatedErrors() {
    Runs trials = Runs.ofNormals(SPEC, 60_000, -51.3, 2, 200);

    trials.assertHonest(-51.3);
    double ratio = Runs.ratio(trials.rmse(-51.3), 60_000, 2, 1);
    assertTrue(ratio > 10 && ratio < 300, "ratio " + ratio);
  }

  /** The check of the restored pseudo-code: EstVar 2 = 0.87 sigma, h = 2 (2 + √ln 800,000). */
  @Tag("slow")
  @Test
  void theReferenceSettingGivesTheReferenceError() {
    String spec =
        "uv-gaussian(epsilon=1.0,sigma_min=2.0,sigma_max=16.0,range=1000.0,center=1000.0,"
            + "users=200000)";

    Runs trials = Runs.ofNormals(spec, 200_000, 777.7, 2.3, 40);

    double half = 2 / 2.3 * (2 + Math.sqrt(Math.log(800_000)));
    double expected = 2 * (1 + 8 * half * half) * Math.pow(Math.tanh(0.5), 2) / (Math.PI / 2);
    double stated = Runs.ratio(trials.stated(), 200_000, 2.3, 1);
    assertEquals(53.5, expected, 0.2);
    assertEquals(expected, stated, 0.02 * expected);
    assertEquals(40, trials.answered());
    assertEquals(1, Math.pow(trials.rmse(777.7) / trials.stated(), 2), 5 * Math.sqrt(2.0 / 40));
  }

  @Test
  void roundTwoReportsPlacesOfTheIntervalThatRoundOneDecided() {
    NumberProtocol<Long> second = second(-51.3, 30_000);
    double[] decided = RoundState.decode(Attached.of(second)).numbers();
    double middle = decided[0];
    double half = decided[1];
    long steps = second.inputs(0) - 1;

    assertEquals(-51.3, middle, 4);
    // EstVar 1 or 2 times 2 + √ln 4n, n twice the 30,000 of round one.
    double sigma = half / (2 + Math.sqrt(Math.log(4 * 60_000)));
    assertTrue(Math.abs(sigma - 1) < 1e-9 || Math.abs(sigma - 2) < 1e-9, "sigma " + sigma);
    assertEquals(1 << 16, steps);
    assertEquals(steps / 2, second.input(middle, 0));
    assertEquals(0, second.input(middle - half * 1.00001, 0));
    assertTrue(second.input(middle - half * 0.9999, 0) > 0);
    assertEquals(steps, second.input(middle + half * 1.00001, 0));
    assertEquals(Math.round(steps * 0.75), second.input(middle + half / 2, 0));
    assertEquals(1, second.guarantee().exactEpsilon());
    assertEquals(0, second.guarantee().delta());
  }

  @Test
  void numbersAtAnEndOfTheIntervalSayNothing() {
    NumberProtocol<Long> second = second(-51.3, 30_000);
    SimulationSource source = new SimulationSource(5);
    Accumulator<Long> reports = second.newAccumulator();
    for (int i = 0; i < 2000; i++) {
      reports.add(second.report(second.input(-20, 0), 0, source));
    }

    Estimate.Row row = second.estimate(reports).rows().get(0);

    assertTrue(Double.isNaN(row.estimate()));
    assertEquals(-70, row.lower());
    assertEquals(-10, row.upper());
    assertTrue(row.note().contains("probably failed"), row.note());
  }

  @Test
  void oneNumberIsNotEnough() {
    NumberProtocol<Long> second = second(-51.3, 30_000);
    Accumulator<Long> reports = second.newAccumulator();
    reports.add(second.report(7, 0, new SimulationSource(5)));

    assertTrue(second.estimate(reports).rows().get(0).note().contains("fewer than two"));
    assertThrows(IllegalArgumentException.class, () -> second.estimate(second.newAccumulator()));
  }
}
