package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Runs;
import org.sparkldp.protocols.random.SimulationSource;

/** The protocols without interaction. */
class OneRoundTest {
  private static final String KV =
      "kv-gaussian-1round(epsilon=1.0,sigma=2.0,range=30.0,center=-40.0,users=60000)";
  private static final String UV =
      "uv-gaussian-1round(epsilon=2.0,sigma_min=1.0,sigma_max=8.0,range=30.0,center=-40.0,"
          + "users=100000)";

  @SuppressWarnings("unchecked") // all protocols here are of numbers
  private static NumberProtocol<Object> of(String spec) {
    return (NumberProtocol<Object>) Protocols.of(spec);
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(doubles = {-51.3, -69.9, -10.1})
  void estimatesWithKnownSigmaAreUnbiasedWithTheStatedErrors(double mean) {
    Runs trials = Runs.ofNormals(KV, 60_000, mean, 2, 200);

    trials.assertHonest(mean);
    // rho is ⌈2 · 3.52 + 5⌉ = 13: 65 groups, of which one is read: 2 · 65 e^(d²) and a little.
    double ratio = Runs.ratio(trials.rmse(mean), 60_000, 2, 1);
    assertTrue(ratio > 90 && ratio < 260, "ratio " + ratio);
  }

  @Test
  void theReferenceSettingGivesTheReferenceError() {
    String spec = "kv-gaussian-1round(epsilon=1.0,sigma=2.3,range=1000.0,center=1000.0,rho=8)";

    Runs trials = Runs.ofNormals(spec, 200_000, 777.7, 2.3, 60);

    double stated = Runs.ratio(trials.stated(), 200_000, 2.3, 1);
    assertEquals(115, stated, 10); // 2 · 40 e^(d²), from 80 to 138
    trials.assertHonest(777.7);
  }

  @Test
  void aValueIsOnTheSideOfItsNearestPoint() {
    NumberProtocol<Object> protocol = of(KV.replace("users=60000", "rho=5")); // lower end: −70
    int levels = 6;
    // Group 7 of 25: its points are −70 + 0.4 · 7 = −67.2 and that ± 10 b.
    int cohort = levels + 6;

    assertEquals(levels + 25, protocol.cohorts());
    assertEquals(0, protocol.input(-67.2, cohort), "even half periods are above");
    assertEquals(0, protocol.input(-62.21, cohort));
    assertEquals(1, protocol.input(-62.19, cohort));
    assertEquals(1, protocol.input(-67.21, cohort));
    assertEquals(0, protocol.input(-57.19, cohort));
    assertEquals(2, protocol.inputs(cohort));
    assertEquals(4, protocol.inputs(0));
  }

  @Test
  void peopleAreDealtOutHalfToLevelsAndHalfToPoints() {
    NumberProtocol<Object> protocol = of(KV);
    SimulationSource source = new SimulationSource(1);
    int[] people = new int[protocol.cohorts()];
    for (int i = 0; i < 780_000; i++) {
      people[protocol.cohort(0, source.nextLong())]++;
    }

    assertEquals(6 + 65, people.length);
    for (int cohort = 0; cohort < people.length; cohort++) {
      double expected = cohort < 6 ? 65_000 : 6000;
      assertEquals(expected, people[cohort], 5 * Math.sqrt(expected), "cohort " + cohort);
    }
  }

  @Tag("slow")
  @Test
  void estimatesWithUnknownSigmaAreUnbiasedWithTheStatedErrors() {
    Runs trials = Runs.ofNormals(UV, 100_000, -51.3, 2, 100);

    trials.assertHonest(-51.3);
    double ratio = Runs.ratio(trials.rmse(-51.3), 100_000, 2, 2);
    assertTrue(ratio > 1000 && ratio < 50_000, "ratio " + ratio);
  }

  @Test
  void aReportShowsHowFarAValueIsFromItsNearestPoint() {
    NumberProtocol<Object> protocol = of(UV.replace("users=100000", "rho=5")); // lower end: −70
    // Levels 0 to 6; the groups of level 1 have points 2 apart and a period of 10: of the third
    // group −64, −54, …
    int cohort = 7 + 5 + 2;
    long steps = protocol.inputs(cohort) - 1;

    assertEquals(7 + 7 * 5, protocol.cohorts());
    assertEquals(steps / 2, protocol.input(-64, cohort));
    assertEquals(steps / 2, protocol.input(-54, cohort));
    assertEquals(Math.round(steps * 0.6), protocol.input(-63, cohort));
    assertEquals(Math.round(steps * 0.2), protocol.input(-57, cohort));
    assertEquals(0, protocol.input(-69, cohort));
  }

  @ParameterizedTest
  @CsvSource({"777, 4", "20, 9"})
  void theRestOfTheGroupsIsNotRead(long seed, int mean) {
    // Reports of groups that are far from the mean may say anything.
    SimulationSource source = new SimulationSource(seed);
    String spec = "kv-gaussian-1round(epsilon=2.0,sigma=2.0,range=30.0,users=60000)";
    NumberProtocol<Object> protocol = of(spec);
    double[] values = People.normals(60_000, mean, 2, source);
    Accumulator<?> reports = People.reports(protocol, values, new long[values.length], source);
    Estimate.Row row = Protocols.estimate(reports, 0.95).rows().get(0);

    assertEquals(mean, row.estimate(), 4 * row.standardError());
    assertEquals(60_000, Protocols.estimate(reports, 0.95).n());
  }

  @ParameterizedTest
  @ValueSource(strings = {KV, UV})
  void tooFewPeopleAreRemarkedUpon(String spec) {
    SimulationSource source = new SimulationSource(1);
    double[] values = People.normals(2000, -51.3, 2, source);

    Estimate.Row row = People.estimate(spec, values, source).rows().get(0);

    assertTrue(row.note().contains("too few"), row.note());
    assertTrue(Demanding.people(Protocols.of(spec)) > 2000);
  }

  @ParameterizedTest
  @ValueSource(strings = {KV, UV})
  void anyFiniteValueHasAnInput(String spec) {
    NumberProtocol<Object> protocol = of(spec);
    for (double value : new double[] {1e308, -1e308, 4.9e-324, -70, -10}) {
      for (int cohort = 0; cohort < protocol.cohorts(); cohort++) {
        long input = protocol.input(value, cohort);
        assertTrue(input >= 0 && input < protocol.inputs(cohort));
      }
    }
  }

  @Test
  void everyStratumHasItsOwnMean() {
    NumberProtocol<Object> protocol =
        of(
            "uv-gaussian-1round(epsilon=4.0,sigma_min=1.0,sigma_max=2.0,range=8.0,users=40000,"
                + "strata=2)");
    double[] means = {-5, 4};
    SimulationSource source = new SimulationSource(2);
    Accumulator<Object> reports = protocol.newAccumulator();
    for (int stratum = 0; stratum < 2; stratum++) {
      for (double value : People.normals(40_000, means[stratum], 1, source)) {
        int cohort = protocol.cohort(stratum, source.nextLong());
        reports.add(protocol.report(protocol.input(value, cohort), cohort, source));
      }
    }

    for (int stratum = 0; stratum < 2; stratum++) {
      Estimate.Row row = protocol.estimate(reports).rows().get(stratum);
      assertEquals(stratum + " mean", row.item());
      assertEquals(means[stratum], row.estimate(), 4 * row.standardError());
      assertTrue(row.standardError() < 1);
    }
  }
}
