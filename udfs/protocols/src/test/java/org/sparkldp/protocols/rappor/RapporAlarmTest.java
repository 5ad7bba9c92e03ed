package org.sparkldp.protocols.rappor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Alarm;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.frequency.PackedBits;
import org.sparkldp.protocols.random.SimulationSource;

/** What RAPPOR's alarm takes for granted of reports, and its repair. */
class RapporAlarmTest {

  /** Cohort and number of ones have one law, of any text, listed or not: the alarm's. */
  @ParameterizedTest
  @CsvSource({"1, 4", "2, 4", "2, 5"})
  void cohortAndOnesSayNothingOfTheText(int hashes, int bits) {
    Rappor protocol = Rappor.DECLARATION.of(1, 3, bits, hashes, 3, 0.25, 0.75);
    double[] ones = new RapporAlarm(protocol).ones();
    for (String text : new String[] {"0", "1", "2", "not listed", ""}) {
      double[][] seen = new double[3][bits + 1];
      Law.of(source -> protocol.randomizeText(text, source))
          .forEach(
              (report, p) -> {
                int cohort = Rappor.cohort(report);
                byte[] alone = Arrays.copyOfRange(report, Rappor.COHORT_BYTES, report.length);
                seen[cohort][PackedBits.ones(alone)] += p;
              });
      for (double[] ofCohort : seen) {
        for (int s = 0; s <= bits; s++) {
          assertEquals(ones[s] / 3, ofCohort[s], 1e-9, text);
        }
      }
    }
  }

  /** The estimate of honest people is unbiased by any half of the cohorts, too. */
  @Test
  void cohortsAloneDetermineTheItems() {
    Rappor protocol = Rappor.DECLARATION.of(2, 12);
    int[] even = {0, 2, 4, 6};
    SimulationSource source = new SimulationSource(4);
    Accumulator<byte[]> reports = protocol.newAccumulator();
    int people = 60_000;
    for (int i = 0; i < people; i++) {
      reports.add(protocol.randomize(i % 4, source));
    }
    long[] counters = reports.counts();
    long left = Arrays.stream(even).mapToLong(c -> counters[c * (protocol.bits() + 1)]).sum();
    double[] alone = protocol.items(even).orElseThrow().solve(counters, left);
    double[] variances =
        protocol.variances(
            new long[] {left / 4, left / 4, left / 4, left / 4, 0, 0, 0, 0, 0, 0, 0, 0});
    for (int v = 0; v < 12; v++) {
      // Within 6 standard errors of somewhat more collisions: false alarms below 1e-7.
      assertEquals(v < 4 ? left / 4.0 : 0, alone[v], 7 * Math.sqrt(variances[v]));
    }
  }

  /** One cohort cannot tell more items apart than it has bits. */
  @Test
  void tooFewCohortsTakeNothingOff() {
    Rappor protocol = Rappor.DECLARATION.of(1, 80);
    assertTrue(protocol.items(new int[] {3}).isEmpty());
  }

  /** Fake reports of all cohorts that have many ones are seen; nothing is taken off. */
  @Test
  void onesOfAllCohortsAreSeenAndNotMended() {
    Rappor protocol = Rappor.DECLARATION.of(1, 12);
    Alarm<byte[]> alarm = protocol.alarm().orElseThrow();
    Accumulator<byte[]> evidence = new Accumulator<>(protocol.spec(), "", alarm.evidence());
    SimulationSource source = new SimulationSource(4);
    for (int i = 0; i < 20_000; i++) {
      byte[] report = protocol.randomize(i % 12, source);
      if (i % 10 == 0) {
        Arrays.fill(report, Rappor.COHORT_BYTES, report.length, (byte) -1);
      }
      evidence.add(report);
    }
    Alarm.Finding found = alarm.find(evidence);
    assertTrue(found.isRaised());
    assertTrue(found.fakes() > 1000 && found.fakes() < 2100, "" + found.fakes());
    assertTrue(Arrays.stream(found.shifts()).allMatch(x -> x == 0));
  }
}
