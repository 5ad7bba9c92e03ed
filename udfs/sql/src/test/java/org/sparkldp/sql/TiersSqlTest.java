package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;
import static org.sparkldp.sql.SparkTest.value;

import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two epsilons of one question, in SQL. */
@ExtendWith(SparkTest.class)
class TiersSqlTest {
  @BeforeEach
  void tiers() {
    String item = "ldp_item(answer, array('no', 'yes'), 'drop')";
    spark()
        .sql(
            """
            SELECT ldp_accumulate(ldp_randomize(ITEM, 'rr(epsilon=20.0)', id),
                                  'rr(epsilon=20.0)') FILTER (WHERE id < 100) AS a,
                   ldp_accumulate(ldp_randomize(ITEM, 'grr(epsilon=19.0,k=2)', id),
                                  'grr(epsilon=19.0,k=2)') FILTER (WHERE id >= 100) AS b
            FROM (SELECT id, IF(id % 4 = 0, 'yes', 'no') AS answer FROM range(300))
            """
                .replace("ITEM", item))
        .createOrReplaceTempView("tiers");
  }

  /** Sums and means of a public number, too. */
  @Test
  void sumsAreOfAllTiers() {
    String sums =
        "ldp_accumulate_sums(ldp_randomize(x, 'SPEC', id), 'SPEC', id) FILTER (WHERE PART)";
    String both =
        "array(%s, %s, NULL)"
            .formatted(
                sums.replace("SPEC", "rr(epsilon=20.0)").replace("PART", "id < 100"),
                sums.replace("SPEC", "grr(epsilon=19.0,k=2)").replace("PART", "id >= 100"));
    String query =
        "SELECT inline(ldp_estimate_sums(TIERS, .95, array('no', 'yes'))) FROM (SELECT id, CAST(id"
            + " % 4 = 0 AS INT) AS x FROM range(300))";
    List<Row> found = inBothModes(() -> rows(query.replace("TIERS", both)));
    assertEquals("yes sum", found.get(4).getString(0) + " " + found.get(4).getString(1));
    assertEquals(75 * 148, found.get(4).getDouble(2), 1);
    assertEquals(148, found.get(5).getDouble(2), .1);
    assertTrue(found.get(5).getString(6).contains("a person in two tiers counts twice"));
    String none = query.replace("TIERS", "array(CAST(NULL AS BINARY))");
    String said = assertThrows(Exception.class, () -> rows(none)).getMessage();
    assertTrue(said.contains("at least one report"), said);
    String alike = query.replace("TIERS, .95, array('no', 'yes')", both + ", 'alike'");
    String word = assertThrows(Exception.class, () -> rows(alike)).getMessage();
    assertTrue(word.contains("a word on tiers; leave it out"), word);
  }

  @Test
  void countsAreOfAllTiers_underTheItemsNames() {
    for (String assumed : List.of("different", "alike")) {
      String query = "SELECT inline(ldp_estimate_tiers(array(a, b), '" + assumed + "')) FROM tiers";
      List<Row> found = inBothModes(() -> rows(query));
      assertEquals("yes", found.get(1).getString(0));
      assertEquals(75, found.get(1).getDouble(1), .1);
      assertEquals(300, found.get(0).getDouble(5) + found.get(1).getDouble(5), 1e-6);
      assertTrue(
          found.get(0).getString(6).contains(assumed.equals("alike") ? "random part" : "added up"));
    }
    String wider = "ldp_estimate_tiers(array(a, NULL), 'alike', .99, array('no', 'yes'))[1].upper";
    String narrower = wider.replace(".99", ".5");
    assertTrue((Boolean) value("SELECT %s > %s FROM tiers".formatted(wider, narrower)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "array(a, b), 'same' | tiers must be different",
        "a, 'alike' | ARRAY of BINARY",
        "array(any_value(a), ldp_accumulate(0, 'grr(epsilon=1.0,k=2)')), 'alike' | one list of items",
        "array(a, b), 'alike', 2 | between 0 and 1",
        "array(a, b), 'alike', array('n', 'm', 'o') | as many as the items",
        "array(NULL), 'alike' | at least one report"
      })
  void otherTiersAreRefused(String arguments, String words) {
    String query = "SELECT ldp_estimate_tiers(" + arguments + ") FROM tiers";
    String said = assertThrows(Exception.class, () -> rows(query)).getMessage();
    assertTrue(said.contains(words), said);
  }
}
