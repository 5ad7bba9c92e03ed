package org.sparkldp.lab.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.plan.Block;
import org.sparkldp.jobs.plan.GoldenPlansTest;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanFuzzTest;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.task.StatisticalQuery;
import org.sparkldp.protocols.query.PoolSpentException;

class QueryScriptTest {
  private static final String SCRIPT =
      """
      name = ages
      id = user_id
      protocol = "sq(epsilon=2.0,queries=2,outside=clip)"
      outside = fail
      randomness = keyed
      queries = [
        { name = a, expression = "age / 90" }
        { name = b, predicate = "age > 90 * :a" }
      ]
      """;

  private static String filled(String sql) {
    return QueryScript.filled(
            StatisticalQuery.predicate("q", sql), Map.of("a", 0.25, "b_2", -1e-7, "c", 1e22))
        .sql();
  }

  @TestFactory
  Stream<DynamicTest> eachScriptStaysAsItIsToTheByte() throws IOException {
    return GoldenPlansTest.eachOf(
        GoldenPlansTest::isScript,
        (text, context) -> {
          QueryScript script = QueryScript.read(text, "script");
          Plan first = script.pool().plan(script.queries(), 0);
          assertEquals(
              first, new PlanReader(GoldenPlansTest.asked(first)).read(first.text(), "text"));
          return script.pool().fingerprint() + "\n" + first.text();
        });
  }

  @Test
  @Tag("slow")
  void scriptsThatNobodyWroteAreRefusedInASentence() throws IOException {
    PlanFuzzTest.Reading script = text -> QueryScript.read(text, "script.conf");
    List<byte[]> examples = PlanFuzzTest.examples("scripts", script);
    assertEquals(1, examples.size());
    PlanFuzzTest.fuzz("scripts", 2, examples, script);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '#',
      value = {
        "age > :a | age > (0.25D)",
        "age>:a+:b_2 | age>(0.25D)+(-1.0E-7D)",
        ":c*age | (1.0E22D)*age",
        "word = ':a' AND age > :a | word = ':a' AND age > (0.25D)",
        "word = 'it''s :a' | word = 'it''s :a'",
        "word = 'a\\' :a' | word = 'a\\' :a'",
        "word = \":a\" | word = \":a\"",
        "`odd :a` > :a | `odd :a` > (0.25D)",
        "age::double > :a | age::double > (0.25D)",
        "age /* :a */ > :a | age /* :a */ > (0.25D)",
        "age > :a -- and :b | age > (0.25D) -- and :b",
        "age > 3 | age > 3",
      })
  void parametersAreFilledInWhereTheyAreParameters(String sql, String filled) {
    assertEquals(filled, filled(sql));
  }

  @Test
  void aScriptReadsItsPoolAndQueries() {
    QueryScript script = QueryScript.read(SCRIPT, "script");

    assertEquals(2, script.pool().blocks());
    assertEquals(List.of("a", "b"), script.queries().stream().map(StatisticalQuery::name).toList());
    Plan plan = script.pool().plan(script.queries().subList(1, 2), 1);
    assertEquals("sq(epsilon=2.0,queries=1,outside=clip)", plan.protocol().spec().toString());
    assertEquals(new Block(script.pool().fingerprint(), 1, 2, 2), plan.block().orElseThrow());
  }

  @Test
  void whatDecidesTheDivisionAndTheCostIsInThePoolsFingerprintAndQueriesAreNot() {
    String pool = QueryScript.read(SCRIPT, "script").pool().fingerprint();

    assertEquals(
        pool, QueryScript.read(SCRIPT.replace("/ 90", "/ 80"), "script").pool().fingerprint());
    for (String other :
        new String[] {
          SCRIPT.replace("= ages", "= others"),
          SCRIPT.replace("2.0", "2.5"),
          SCRIPT.replace("queries=2", "queries=3"),
          SCRIPT.replace("= user_id", "= id"),
          SCRIPT.replace("= keyed", "= write-once"),
        }) {
      assertNotEquals(pool, QueryScript.read(other, "script").pool().fingerprint(), other);
    }
  }

  @Test
  void moreQueriesThanBlocksAreRefusedAsASpentPool() {
    PoolSpentException refusal =
        assertThrows(
            PoolSpentException.class,
            () -> QueryScript.read(SCRIPT.replace("queries=2", "queries=1"), "script"));

    assertTrue(refusal.getMessage().contains("Queries asked: 2, blocks left: 1"));
  }

  @Test
  void blocksMustBeThere() {
    for (int[] run : new int[][] {{-1, 1}, {1, 1}, {2, 1}, {3, 5}}) {
      assertThrows(IllegalArgumentException.class, () -> new Block("pool", run[0], run[1], 4));
    }
  }
}
