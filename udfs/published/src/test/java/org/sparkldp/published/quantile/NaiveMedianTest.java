package org.sparkldp.published.quantile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Runs;
import org.sparkldp.protocols.audit.Audit;

/** The baseline that is wrong, and how. */
class NaiveMedianTest {
  private static final String SPEC = "naive-median(epsilon=1.0,lower=0.0,upper=10.0)";

  /**
   * 0 with probability 0.6, else 10, and Laplace noise of scale 10: the noisy median solves 0.6
   * F(t/10) + 0.4 F(t/10 − 1) = 1/2, t = 3.70; the median is 0.
   */
  @Test
  void itTendsToAnotherNumberThanTheMedian() {
    Runs trials = Runs.of(SPEC, 100_000, 5, source -> People.unit(source) < 0.6 ? 0 : 10);

    for (Estimate.Row row : trials.rows()) {
      assertEquals(3.70, row.estimate(), 0.3);
      assertTrue(row.lower() < row.estimate() && row.estimate() < row.upper());
      assertTrue(row.lower() > 1, "no interval holds the median");
      assertTrue(row.note().contains("however many"));
    }
  }

  /** Of symmetric values the noise keeps the median; then standard errors can be looked at. */
  @Test
  void itsErrorIsTheNoisyMedians() {
    Runs trials = Runs.of(SPEC, 4000, 100, source -> 10 * People.unit(source));

    assertEquals(1, trials.rmse(5) / trials.stated(), 0.36); // 5 of 100 runs' errors
    assertTrue(trials.coverage(5) > 0.84);
    assertFalse(trials.coverage(6.5) > 0.84);
  }

  @Test
  void reportsFallIntoCellsAndBeyondTheEnds() {
    NaiveMedian protocol = (NaiveMedian) Protocols.of(SPEC);
    Accumulator<Long> reports = protocol.newAccumulator();
    long steps = protocol.inputs(0) - 1;
    for (long report : new long[] {-5 * steps, -1, 0, steps / 2, steps - 1, steps, 9 * steps}) {
      reports.add(report);
    }

    assertEquals(2, reports.count(0));
    assertEquals(1, reports.count(1));
    assertEquals(1, reports.count(2049));
    assertEquals(1, reports.count(4096));
    assertEquals(2, reports.count(4097));
    assertEquals(7, reports.n());
  }

  /** What lies beyond the ends is projected on them. */
  @Test
  void theEstimateStaysInTheRange() {
    NaiveMedian protocol = (NaiveMedian) Protocols.of(SPEC);
    for (long report : new long[] {-1L << 29, 1L << 29}) {
      Accumulator<Long> reports = protocol.newAccumulator();
      // Noise of scale 2^20 does not reach 2^40.
      assertThrows(IllegalArgumentException.class, () -> reports.add(report << 11, 1));
      reports.add(report, 100);

      assertEquals(report < 0 ? 0 : 10, protocol.estimate(reports).rows().get(0).estimate(), 0);
    }
  }

  @Test
  void itIsNotRefutedByAnAttack() {
    assertFalse(Audit.run(Protocols.of(SPEC), 20_000, 1).isAboveClaim());
  }

  /** Reports are counted in 4,096 cells of the range; the median is looked for within its cell. */
  @Test
  void itIsWhereHalfOfTheReportsAreBelow() {
    assertEquals(0.5, protocol().p());
    assertEquals(10 * 1228.5 / 4096, median(0.3), 1e-12); // the cell of 0.3 is 1228
    assertEquals(0, median(-0.2));
    assertEquals(10, median(1.2));
    assertEquals(
        10 * 1229 / 4096.0,
        median(-0.2, 0.3, 0.3, 1.2, 1.2, 1.2, -0.2, -0.2, 0.3, 0.3),
        10 / 4096.0);
  }

  private static NaiveMedian protocol() {
    return (NaiveMedian) Protocols.of(SPEC);
  }

  /** The noisy median of reports at these places of the range. */
  private static double median(double... places) {
    Accumulator<Long> sum = protocol().newAccumulator();
    for (double place : places) {
      sum.add((long) (place * (protocol().inputs(0) - 1)), 100);
    }
    return protocol().estimate(sum).rows().get(0).estimate();
  }

  /** Where exactly half are below, it is the end of their cell; the last cell is inside. */
  @Test
  void itIsWithinTheCellThatHoldsHalf() {
    assertEquals(10 * 1229 / 4096.0, median(0.3, 0.6), 1e-12);
    assertEquals(10 * 4095.5 / 4096, median(0.99999), 1e-12); // of 4,096 cells the last
  }

  /** Of one report alone, the ends of the interval are those of the range. */
  @Test
  void oneReportGivesNoInterval() {
    Accumulator<Long> sum = protocol().newAccumulator();
    sum.add(protocol().inputs(0) / 2);
    Estimate.Row row = protocol().estimate(sum).rows().get(0);

    assertEquals(0, row.lower());
    assertEquals(10, row.upper());
  }

  @Test
  void valuesOutsideAreClippedWhereThatIsSaid() {
    NaiveMedian clipping =
        (NaiveMedian) Protocols.of(SPEC.replace("upper=10.0", "upper=10.0,outside=clip"));
    assertEquals(clipping.input(10, 0), clipping.input(11.625, 0));
    assertEquals(clipping.input(0, 0), clipping.input(-0.625, 0));
    assertFalse(protocol().accepts(11.625));
    assertTrue(clipping.accepts(11.625));
    assertFalse(clipping.accepts(Double.NaN));
  }

  /** The refusal names this protocol, not the one that it reports by. */
  @Test
  void aValueBesideTheRangeIsRefusedInItsOwnName() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> protocol().input(11, 0));

    assertTrue(refusal.getMessage().contains("naive-median("), refusal.getMessage());
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> protocol().input(Double.NaN, 0))
            .getMessage()
            .contains("finite"));
  }
}
