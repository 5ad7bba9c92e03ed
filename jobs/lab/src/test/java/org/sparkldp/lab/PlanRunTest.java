package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.ledger.Entry;
import org.sparkldp.jobs.ledger.Ledger;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.sql.SparkTest;

/**
 * Plans of other jars, which {@code run} takes, meet the ledger and the looks at tables as others
 * do.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class PlanRunTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String RELEASE =
      """
      task = release
      name = items
      user = id
      statistic = count
      cells = [{ column = item, domain { type = list, items = [a, b, c] } }]
      contribution { cells = 1, per_cell = 1 }
      neighbours = add-remove
      mechanism = "gaussian(epsilon=1.0,delta=1e-6)"
      outside = fail
      """;

  @RegisterExtension final Sandbox box = new Sandbox();

  @BeforeEach
  void lay() {
    spark()
        .range(0, 40, 1, 2)
        .selectExpr(
            "id",
            "element_at(array('a', 'b', 'c'), CAST(id % 3 + 1 AS INT)) AS item",
            "CAST(id % 50 AS DOUBLE) AS number")
        .createOrReplaceTempView("answers");
  }

  private void budget(String budget) {
    box.write("budget.conf", "budgets = [{" + budget + "}]");
    ldp("ledger set-budget @budget.conf").done();
  }

  private Ended ldp(String line) {
    return box.ldp("--ledger @ledger.db --events @events.jsonl " + line);
  }

  private List<Entry> entries() {
    return Ledger.at(box.path("ledger.db")).book().entries();
  }

  @Test
  void aScriptOfQueriesSpendsOnceAndAgainInAnotherFolder() {
    budget("population = people, epsilon = 1.0");
    box.write(
        "script.conf",
        """
        name = pool
        id = id
        protocol = "sq(epsilon=1.0,queries=2)"
        outside = fail
        randomness = keyed
        population = people
        queries = [
          { name = mean, expression = number, lower = 0, upper = 50 }
          { name = above, predicate = "number > :mean" }
        ]
        """);
    String query = "run --plan @script.conf --input answers --output @";
    ldp(query + "a").done();
    ldp(query + "a").done();
    assertEquals(2, entries().size());
    ldp(query + "b").refused("spent or reserved: 1;");
  }

  @Test
  void aReleaseGoesThroughTheSameDoor() throws IOException {
    box.write("release.conf", RELEASE);
    budget("population = people, epsilon = 2.0");
    String release = "run --plan @release.conf --input answers --output @";
    // A budget without a delta pays for no Gaussian noise.
    ldp(release + "a").refused("unbounded");
    budget("population = people, epsilon = 2.0, delta = 1e-6");
    for (String output : List.of("a", "a", "b", "c")) {
      ldp(release + output).done(); // three Gaussian releases cost less than three epsilons
    }
    assertEquals(
        List.of("items confirmed 1", "items confirmed 1", "items confirmed 1"),
        entries().stream()
            .map(e -> e.spend().name() + " " + Keys.word(e.state()) + " " + e.draws())
            .toList());
    List<String> events = box.read("events.jsonl").lines().toList();
    assertTrue(JSON.readTree(events.get(events.size() - 1)).path("epsilon_left").asDouble() < 1);
    ldp(release + "d").refused();
  }

  /** Spark reads the first object of a line, and passes over the second. */
  @Test
  void aTableThatSparkReadsInPartIsNotReleased() {
    box.write("release.conf", RELEASE);
    box.write("in/a.json", "{\"id\": 1, \"item\": \"a\"}{\"id\": 2, \"item\": \"b\"}\n");
    spark()
        .sql(
            "CREATE TABLE somebody (id STRING, item STRING) USING json LOCATION '"
                + box.path("in")
                + "'");
    try {
      box.ldp("run --plan @release.conf --input somebody --output @out").badInput("one object");
    } finally {
      spark().sql("DROP TABLE somebody");
    }
  }

  @Test
  void aQueryAndAReleaseAreEventsWithoutTheirAnswers() throws IOException {
    box.write("script.conf", Fixture.SCRIPT);
    box.write("release.conf", RELEASE);
    String run = "--events @events.jsonl run --input answers --plan @";
    box.ldp(run + "script.conf --output @q").done();
    box.ldp(run + "release.conf --output @r").done();
    List<String> said = new ArrayList<>();
    for (String line : box.read("events.jsonl").lines().toList()) {
      JsonNode event = JSON.readTree(line);
      said.add(event.path("step").asText() + " " + event.path("outcome").asText());
      for (String answer : List.of("estimate", "estimates", "rows")) {
        assertTrue(event.path(answer).isMissingNode(), line);
      }
    }
    assertEquals(List.of("query done", "release done"), said);
  }
}
