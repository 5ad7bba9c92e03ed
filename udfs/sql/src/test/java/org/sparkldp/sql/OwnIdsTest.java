package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;

import org.apache.spark.sql.AnalysisException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The id of a keyed report is its person's own: not made anew, and not one for all rows. */
@ExtendWith(SparkTest.class)
class OwnIdsTest {
  @BeforeEach
  void people() {
    spark().range(10).selectExpr("id", "id % 2 AS v").createOrReplaceTempView("people");
  }

  private static String draw(String id) {
    return "SELECT ldp_randomize(v, 'rr(epsilon=1.0)', " + id + ") AS report FROM ";
  }

  private static void refused(String sql, String why) {
    AnalysisException refusal = assertThrows(AnalysisException.class, () -> spark().sql(sql));
    assertTrue(refusal.getMessage().contains(why), refusal::getMessage);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uuid()",
        "concat('p', uuid())",
        "monotonically_increasing_id()",
        "CAST(1000 * rand(1) AS INT)",
        "concat(id, current_date())",
        "concat(id, now())"
      })
  void anIdThatIsMadeAnewIsRefusedUnderWhateverName(String id) {
    String why = "made anew in each run";
    refused(draw(id) + "people", why);
    String named = "(SELECT v, " + id + " AS made FROM people)";
    refused(draw("made") + named, why);
    refused(
        draw("concat(other, '.')") + "(SELECT v, made AS other FROM " + named + " WHERE v = 1)",
        why);
    refused("WITH w AS " + named + " " + draw("made") + "w", why);
    refused(
        draw("id")
            + "(SELECT v, CAST(id AS STRING) AS id FROM people UNION ALL SELECT v, CAST(made AS STRING) FROM "
            + named
            + ")",
        why);
    refused("SELECT * FROM people WHERE v IN (" + draw(id) + "people)", why);
    refused(
        "WITH w AS "
            + named
            + " "
            + draw("a.made").replace("(v", "(a.v")
            + "w a JOIN w b ON a.v = b.v",
        why);
    refused(
        draw("u") + "people LATERAL VIEW explode(array(CAST(" + id + " AS STRING))) t AS u", why);
    spark().sql("SELECT *, " + id + " AS made FROM people").createOrReplaceTempView("with_ids");
    refused(draw("made") + "with_ids", why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"'me'", "7", "CAST(NULL AS STRING)", "current_user()"})
  void oneIdForAllRowsIsRefused(String id) {
    String why = "the same for all rows";
    refused(draw(id) + "people", why);
    refused(draw("one") + "(SELECT v, " + id + " AS one FROM people)", why);
    refused(draw("concat(one, '')") + "(SELECT v, " + id + " AS one FROM people)", why);
    refused(draw(id) + "(SELECT 1 AS v UNION ALL SELECT 0)", why);
    refused(draw(id) + "(SELECT explode(array(0, 1, 1)) AS v)", why);
  }

  @Test
  void ownIdsAreTaken() {
    assertEquals(1, rows("SELECT ldp_randomize(1, 'rr(epsilon=1.0)', 'me', 'a')").size());
    assertEquals(1, rows(draw("id") + "(SELECT 1 AS v, 'me' AS id)").size());
    String outer =
        "SELECT (SELECT ldp_randomize(x, 'rr(epsilon=1.0)', p.id) FROM (SELECT 1 AS x)) FROM ";
    assertEquals(10, rows(outer + "people p").size());
    refused(outer + "(SELECT uuid() AS id FROM people) p", "made anew in each run");
    assertEquals(
        10, rows(draw("concat(prefix, id)") + "(SELECT *, 'p' AS prefix FROM people)").size());
    assertEquals(
        20,
        rows(draw("id") + "(SELECT * FROM people UNION ALL SELECT id + 10, v FROM people)").size());
    assertEquals(
        10,
        rows("SELECT ldp_randomize(v, 'rr(epsilon=1.0)', id) AS r, uuid() AS u FROM people")
            .size());
  }

  /** Each name is followed once, however often it stands in the next. */
  @Test
  @Timeout(60)
  void manyNamesAreFollowedOnce() {
    String people = "people";
    String made = "(SELECT v, uuid() AS id FROM people)";
    for (int level = 0; level < 40; level++) {
      people = "(SELECT v, concat(id, id) AS id FROM " + people + ")";
      made = "(SELECT v, concat(id, id) AS id FROM " + made + ")";
    }
    spark().sql(draw("id") + people);
    refused(draw("id") + made, "made anew in each run");
  }
}
