package org.sparkldp.optimizer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.jobs.Ended;

/** {@code ldp design --task workload}, without data and without Spark. */
class DesignWorkloadCommandTest {
  private static String design(String request) {
    return ldp("design --format csv " + request).done().out();
  }

  @Test
  void theSearchsOwnNumbersAreForWhoAsksAndForMachines() {
    String line =
        "design --task workload --workload prefix --domain 8 --epsilon 1 --mechanisms hadamard";
    String people = ldp(line).done().lines().get(2); // after what to take, and an empty line
    String all = ldp(line + " --verbose").done().lines().get(2);
    String machines = ldp(line + " --format csv").done().lines().get(0);
    for (String column : List.of("objective", "lower_bound", "svd_bound", "rows", "gap")) {
      assertFalse(people.contains(column), people);
      assertTrue(all.contains(column) && machines.contains("," + column + ","), column);
    }
    assertTrue(people.contains("sample_complexity_worst"), people);
  }

  @Test
  @Tag("slow")
  void everyMechanismOfAWorkloadIsComparedUnderTheContractsColumns() {
    String csv = design("--task workload --workload prefix --domain 16 --epsilon 1");
    assertTrue(
        csv.startsWith(
            "workload,mechanism,domain,epsilon,sample_complexity_worst,sample_complexity_average,"
                + "objective,lower_bound,svd_bound,rows,seconds"),
        csv);
    double[] worst = Ended.column(csv, "sample_complexity_worst");
    double[] average = Ended.column(csv, "sample_complexity_average");
    double[] objective = Ended.column(csv, "objective");
    for (int i = 0; i < worst.length; i++) {
      assertTrue(worst[i] >= average[i] * (1 - 1e-9), csv);
      assertTrue(objective[i] >= Ended.column(csv, "lower_bound")[i], csv);
      assertTrue(objective[i] >= Ended.column(csv, "svd_bound")[i], csv);
    }
    assertArrayEquals(Arrays.stream(worst).sorted().toArray(), worst);
    List<String> mechanisms = Ended.csv(csv).stream().skip(1).map(cells -> cells[1]).toList();
    assertEquals("optimized", mechanisms.get(0));
    assertEquals(
        "fourier hadamard hierarchical matrix-l1 matrix-l2 optimized paper paper-published"
            + " randomized-response rappor subset-selection",
        mechanisms.stream().sorted().collect(Collectors.joining(" ")));
  }

  /** Randomized response on the histogram, McKenna et al., section 5.2, at n = 64. */
  @Test
  void complexitiesOfAWorkloadAgreeWithTheClosedForm() {
    String csv =
        design(
            "--task workload --workload histogram --domain 64 --epsilon 1"
                + " --mechanisms randomized-response");
    double e = Math.E;
    double expected = 63 / (64 * 0.01) * (64 / ((e - 1) * (e - 1)) + 2 / (e - 1));
    assertEquals(expected, Ended.column(csv, "sample_complexity_worst")[0], 1e-6 * expected);
    assertEquals(expected, Ended.column(csv, "sample_complexity_average")[0], 1e-6 * expected);
  }
}
