package org.sparkldp.jobs.accumulate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.protocols.Accumulator;

/** Sums that are not those of a plan's reports are refused before anything is written. */
class AggregatedSumsTest {
  private static final Plan PLAN =
      Fixture.plan("protocol = \"grr(epsilon=20.0)\"", "public = [day]", "period = day");

  private static final String RIGHT =
      ("{\"version\":1,\"spec\":\"grr(epsilon=20.0,k=5)\",\"fingerprint\":\"%s\",\"batch\":\"b-1\","
              + "\"period\":\"2026-01-01\",\"n\":100,\"counts\":[60,30,10,0,0]}")
          .formatted(PLAN.fingerprint());

  private static void add(String json, Plan plan) {
    AggregatedSums.read(json).addTo(null, plan, Days.of(List.of("2026-01-01")), null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      quoteCharacter = '~',
      value = {
        "100>101>101 together. Provided: 5 counts, 100 together",
        "[60,30>[60,31>from 0 to n",
        "\"n\":100>\"n\":\"100\">whole numbers",
        "\"n\":100>\"n\":null>whole numbers",
        "\"n\":100>\"n\":0>at least 1. Provided value: 0",
        "\"n\":100>\"n\":-100>at least 1. Provided value: -100",
        "[60,30>[\"60\",30>whole numbers",
        "\"version\":1>\"version\":true>whole numbers",
        "[60,30>[160,-70>from 0 to n",
        "[60,>[null,>a field that is not there",
        "[60,>[60.5,>whole numbers",
        "[60,>[9223372036854775807,>from 0 to n",
        "0,0]>0]>4 counts",
        "[60,30,10,0,0]>[]>0 counts",
        ",0]>,0,0]>6 counts",
        "\"version\":1>\"version\":2>version 2",
        "epsilon=20.0>epsilon=19.0>the plan's spec, grr(epsilon=20.0,k=5). Provided value: grr(epsilon=19.0",
        "\"fingerprint\":\">\"fingerprint\":\"0>the plan's fingerprint. Provided: no plan's",
        "2026-01-01>2026-01-09>that --days names",
        "\"n\":100>\"n\":100,\"n\":100>each once",
        "\"n\":100>\"n\":100,\"m\":1>one JSON object with the fields",
        "b-1>b 1>1 to 128 characters",
        "\"batch\":\"b-1\">\"batch\":null>1 to 128 characters",
        "]}>]}{}>one JSON object",
        "\"counts\":[60,30,10,0,0]>\"counts\":null>a field that is not there",
      })
  void refusesWhatIsNotOfThePlan(String text, String other, String sentence) {
    assertTrue(RIGHT.contains(text), text);
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> add(RIGHT.replace(text, other), PLAN));
    assertTrue(refused.getMessage().contains(sentence), refused.getMessage());
  }

  private static String of(Plan plan, String counts) {
    return RIGHT
        .replace(PLAN.fingerprint(), plan.fingerprint())
        .replace("grr(epsilon=20.0,k=5)", plan.protocol().spec().toString())
        .replace("\"period\":\"2026-01-01\",", "")
        .replace("[60,30,10,0,0]", counts);
  }

  private static String refusal(Plan plan, String counts) {
    return assertThrows(IllegalArgumentException.class, () -> add(of(plan, counts), plan))
        .getMessage();
  }

  @Test
  void refusesReportsWhoseBitsAreIndependent() {
    String said = refusal(Fixture.plan("protocol = \"oue(epsilon=1.0)\""), "[60,30,10,0,0]");
    assertTrue(said.contains("cells, or sets of one size"), said);
  }

  /** A cell of one of the tables, after those of the tables before. */
  @Test
  void sumsOfTablesAreTheirReports() {
    String text =
        """
        task = table
        name = sums
        id = id
        attributes = [
          { column = a, domain { type = list, items = [x, y] } }
          { column = b, domain { type = range, from = 1, to = 3 } }
        ]
        ask = [[a], [a, b]]
        outside = fail
        protocol = "tables(epsilon=1.0)"
        randomness = write-once
        """;
    Plan plan = Fixture.reader().read(text, "the test's plan");
    int cells = 0;
    while (plan.protocol().layout().acceptsCell(cells)) {
      cells++;
    }
    String counts = "[60," + "0,".repeat(cells - 2) + "40]";
    Accumulator<?> sum = AggregatedSums.read(of(plan, counts)).accumulator(plan);
    assertEquals(100, sum.n());
    assertEquals(40, sum.counts()[cells - 1]);
    assertTrue(refusal(plan, counts.replace("60", "60,0")).contains("for each cell"));
  }

  /** Each of 100 sets has two members. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      value = {
        "[60,30,10,60,39] > 200 together. Provided: 5 counts, 199 together",
        "[101,30,10,59,0] > from 0 to n",
        "[80,-20,40,50,50] > from 0 to n",
        "[60,40,40,60] > 4 counts",
        "[60,30,10,60,40,0] > 6 counts"
      })
  void refusesSumsThatAreOfNoSets(String counts, String sentence) {
    String said = refusal(Fixture.plan("protocol = \"subset(epsilon=1.0,size=2)\""), counts);
    assertTrue(said.contains(sentence), said);
  }

  private static void assertCounts(long[] counts, String json, Plan plan) {
    Accumulator<?> sums = AggregatedSums.read(json).accumulator(plan);
    assertEquals(100, sums.n());
    assertArrayEquals(counts, sums.counts());
  }

  @Test
  void takesWhatIs() {
    assertCounts(new long[] {60, 30, 10, 0, 0}, RIGHT, PLAN);
    Plan sets = Fixture.plan("protocol = \"subset(epsilon=1.0,size=2)\"");
    assertCounts(new long[] {100, 30, 10, 60, 0}, of(sets, "[100,30,10,60,0]"), sets);
    Plan items = Fixture.plan("task = items", "protocol = \"privset(epsilon=1.0,m=2,size=2)\"");
    assertCounts(new long[] {90, 30, 10, 40, 0, 20, 10}, of(items, "[90,30,10,40,0,20,10]"), items);
  }
}
