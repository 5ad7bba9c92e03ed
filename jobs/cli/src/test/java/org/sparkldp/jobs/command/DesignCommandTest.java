package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.accounting.amplification.Amplification;
import org.sparkldp.protocols.longitudinal.Loloha;

/** {@code ldp design} of one question of each task, without data and without Spark. */
class DesignCommandTest {
  /** What a request gives as CSV, without the commas of specs. */
  private static String design(String request) {
    String csv = ldp("design --format csv " + request).done().out();
    return csv.replaceAll("\"[^\"]*\"", "spec");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1d", "0x1p1", "x"})
  void aNumberOfAnOptionIsADecimal(String epsilon) {
    ldp("design --domain 9 --users 100 --epsilon %s", epsilon)
        .badInput("Invalid value for option '--epsilon': '" + epsilon + "' is not a number");
  }

  @Test
  void aTableIsAskedInThreeRounds() {
    ldp("design --task table --domain 3,64,17 --epsilon 1 --users 100000")
        .done()
        .shows("take three rounds of tables: a pair's total variation of about")
        .shows("of .05 with about 24,");
    ldp("design --task table --domain 3,64,17 --epsilon 1 --users 1000")
        .badInput("Provided: 1000; about 25,000,000 make");
  }

  // --- the same people every day ---

  private static Map<String, double[]> daily(int days, int changes) {
    String csv =
        design(
            "--task daily --epsilon 4 --domain 123 --users 9123 --days "
                + days
                + " --changes "
                + changes);
    return Map.of(
        "day", Ended.column(csv, "error_of_a_day"),
        "mean", Ended.column(csv, "error_of_their_mean"));
  }

  /** Measured from outside on 9,123 people: turns 141 people, loloha 152. */
  @Test
  void turnsAreBestForAMonthAndAMemoryForAYear() {
    String month = design("--task daily --epsilon 4 --domain 1234 --users 9123 --days 30");
    assertArrayEquals(new double[] {0.0146, 0.0157, 0.0165}, firstThree(month), 5e-5);
    String ways =
        month.lines().skip(1).map(line -> line.split(",")[1]).collect(Collectors.joining(", "));
    assertTrue(ways.startsWith("with a memory, by turns, with a memory"), ways);
    assertTrue(ways.endsWith("every day"), ways);
    String year = design("--task daily --epsilon 4 --domain 123 --users 9123 --days 365");
    assertTrue(year.lines().skip(1).limit(3).allMatch(l -> l.contains("with a memory")), year);
    String week = design("--task daily --epsilon 4 --domain 123 --users 9123 --days 7");
    assertTrue(week.lines().skip(1).findFirst().orElseThrow().contains("by turns"), week);
  }

  private static double[] firstThree(String csv) {
    return Arrays.copyOf(Ended.column(csv, "error_of_a_day"), 3);
  }

  /**
   * The error of loloha's mean of six days, by enumeration: of permanent responses to two buckets,
   * of the bucket of an item that the person does not hold, and of the bucket of each stretch.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5})
  void whatLolohaRemembersStaysInTheMean(int changes) {
    int days = 6;
    Loloha oracle = (Loloha) Protocols.of("loloha(epsilon=4.0,k=123,alpha=0.9)");
    double p1 = 1 / (1 + Math.exp(-oracle.bucketEpsilon()));
    double p2 = 1 / (1 + Math.exp(-oracle.patternEpsilon()));
    double p = p1 * p2 + (1 - p1) * (1 - p2);
    double variance = 0;
    for (int code = 0; code < 1 << (changes + 4); code++) {
      int item = code & 1;
      int[] permanent = {code >> 1 & 1, code >> 2 & 1};
      double chance =
          (permanent[0] == 0 ? p1 : 1 - p1)
              * (permanent[1] == 1 ? p1 : 1 - p1)
              / (1 << (changes + 2));
      double mean = 0;
      double ofCoins = 0;
      for (int t = 0; t < days; t++) {
        int bucket = code >> (3 + t * (changes + 1) / days) & 1;
        double supports = permanent[bucket] == item ? p2 : 1 - p2;
        mean += (supports - 0.5) / days;
        ofCoins += supports * (1 - supports) / days / days;
      }
      variance += chance * (mean * mean + ofCoins);
    }
    double expected = Math.sqrt(variance / (p - 0.5) / (p - 0.5) / 9123);
    // The exact weights of integers, and items that are not exactly rare, change the sixth digit.
    assertEquals(expected, daily(days, changes).get("mean")[1], 1e-4 * expected);
  }

  // --- histograms ---

  @Test
  @Tag("slow")
  void theConditionalColumnsSayOfWhomTheyHold() {
    String csv =
        ldp("design --domain 16 --epsilon 1 --users 1000000 --format csv --accumulators-only 1e-8")
            .done()
            .out();
    String header = csv.lines().findFirst().orElseThrow();
    assertTrue(
        header.endsWith(
            ",spec,epsilon_if_only_accumulators_are_seen,delta_if_only_accumulators_are_seen"),
        header);
    boolean amplifies = false;
    for (String line : csv.lines().skip(1).toList()) {
      String[] cells = line.split("\"")[2].split(",");
      Amplification expected = Amplification.of(Protocols.of(line.split("\"")[1]), 1_000_000, 1e-8);
      assertEquals(expected.epsilon(), Double.parseDouble(cells[1]), line);
      assertEquals(expected.delta(), Double.parseDouble(cells[2]), line);
      amplifies |= line.startsWith("histogram,olh") && expected.isAmplified();
      assertFalse(line.startsWith("histogram,oue") && expected.isAmplified());
    }
    assertTrue(amplifies, csv);
    assertFalse(design("--domain 4 --epsilon 1 --users 9").contains("accumulators"));
  }

  /** The smallest report of those with nearly the least error; then by error, which is another. */
  @ParameterizedTest
  @CsvSource({
    "256, 1, pgr, subset",
    "256, 4, pgr, subset",
    "1024, 2, pgr, subset",
    "256, 5, grr, subset",
    "20, 3, grr, pgr",
    "16, 0.5, pgr, subset"
  })
  void aHistogramsFirstRowIsTheAnswer(int items, double epsilon, String first, String second) {
    String csv = design("--domain %s --epsilon %s --users 1000000".formatted(items, epsilon));
    List<String[]> rows = Ended.csv(csv);
    double[] errors = Ended.column(csv, "standard_error");
    assertEquals(first, rows.get(1)[1]);
    assertEquals(second, rows.get(2)[1]);
    assertEquals(1_000_000, Ended.column(csv, "users_needed")[0]);
    assertEquals(4, Ended.column(csv, "report_bytes")[0]);
    assertTrue(errors[0] <= 1.02 * errors[1]);
    double[] others = Arrays.copyOfRange(errors, 1, errors.length);
    assertArrayEquals(Arrays.stream(others).sorted().toArray(), others);
  }

  @Test
  void fakeReportsRankIfAsked() {
    assertFalse(design("--domain 64 --epsilon 1 --users 100000").contains("shift"));
    String ranked = design("--domain 64 --epsilon 1 --users 100000 --rank shift");
    double[] shifts = Ended.column(ranked, "shift_per_percent");

    assertArrayEquals(Arrays.stream(shifts).sorted().toArray(), shifts);
    // sue: p/(p - q), p = 1 - q = s/(s + 1), s = e^(1/2); as a fraction of people, for 1 % of them.
    assertEquals("sue", Ended.csv(ranked).get(1)[1]);
    assertEquals(0.01 * Math.exp(0.5) / (Math.exp(0.5) - 1), shifts[0], 1e-9);
    String means = design("--task mean --domain 1 --epsilon 1 --users 1000 --rank shift");
    assertEquals("duchi", Ended.csv(means).get(1)[1]);
  }

  // --- queries ---

  @Test
  void theSizesOfStatisticalQueriesAreThoseOfTheNotes() {
    String csv = design("--task query --domain 10 --error 0.1 --epsilon 1 --beta 0.05");

    assertTrue(
        csv.startsWith("task,mechanism,domain,epsilon,standard_error,users_needed,report_bytes"),
        csv);
    assertEquals(56_120, needed(csv, "groups"));
    assertEquals(480_117, needed(csv, "split-epsilon"));
    assertEquals(36_900, needed(csv, "groups-clt"));
    assertEquals(1.0, needed(csv, "groups-by-hash") / 56_120, 1e-3);
    assertEquals(1.3, needed(csv, "hypercube") / 56_120, 0.01);

    String back = design("--task query --domain 10 --users 56120 --epsilon 1");
    int place = Ended.csv(back).get(1)[1].equals("groups-clt") ? 1 : 0;
    assertEquals(0.1, Ended.column(back, "tolerance")[place], 1e-4, back);
  }

  private static double needed(String csv, String mechanism) {
    return Ended.csv(csv).stream()
        .filter(cells -> cells[1].equals(mechanism))
        .mapToDouble(cells -> Double.parseDouble(cells[5]))
        .findFirst()
        .orElseThrow();
  }

  // --- many quantiles ---

  @Test
  void roundsOfManyQuantilesCostPeople() {
    String csv = design("--task quantiles --domain 64 --epsilon 1 --error 0.01");
    double[] users = Ended.column(csv, "users_needed");
    double[] least = Ended.column(csv, "users_at_least");

    assertArrayEquals(new double[] {1, 2, 3, 4}, Ended.column(csv, "rounds"), csv);
    assertEquals(1, least[0], csv);
    for (int rounds = 2; rounds <= 4; rounds++) {
      double last = 1 - (rounds - 1) / 8.0;
      // A last round of fewer people is a sample, whose own error is added.
      assertEquals(users[0] / last, users[rounds - 1], 0.05 * users[0], csv);
      assertTrue(users[rounds - 1] > users[0] / last, csv);
      assertEquals(least[1], least[rounds - 1], csv);
    }
    for (double error : Ended.column(csv, "standard_error")) {
      assertEquals(0.01, error, 1e-6, csv);
    }
  }

  // --- words ---

  @Test
  void aWordIsFoundFromSoManyPeopleOn() {
    String csv = design("--task words --domain 3 --epsilon 4 --users 100000");
    double[] reach = Ended.column(csv, "found_from");

    assertTrue(reach.length >= 2, csv);
    for (double other : reach) {
      assertTrue(reach[0] <= 1.031 * other, csv);
    }
    assertEquals(100_000, Ended.column(csv, "users_needed")[0], csv);
  }

  @ParameterizedTest
  @Tag("slow")
  @ValueSource(doubles = {0.002, 0.01, 0.1}) // the best rounds change near 0.01
  void anErrorOfWordsNeedsSoManyPeople(double error) {
    String words = "--task words --domain 3 --epsilon 4 ";
    String csv = design(words + "--error " + error);
    long users = (long) Ended.column(csv, "users_needed")[0];
    double reached = Ended.column(csv, "standard_error")[0];

    assertTrue(reached <= error && (reached > 0.9 * error || error == 0.1), csv);
    assertEquals(csv, design(words + "--users " + users));
  }
}
