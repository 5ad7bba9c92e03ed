package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;

import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Protocols that remember, in SQL: one part a person, keyed only, and changes from pairs. */
@ExtendWith(SparkTest.class)
class LifetimeSqlTest {
  private static final String OF =
      "(SELECT id, ldp_randomize(CAST(%s AS INT), 'loloha(epsilon=4.0,k=4)', id, 'a') AS r"
          + " FROM range(4000))";

  /** The two reports of a person have one hash function, whatever the values are. */
  @Test
  void aPersonKeepsTheHashFunction() {
    String sql =
        "SELECT count(*), count_if(a.r div 2 <> b.r div 2), count(DISTINCT a.r div 2) FROM "
            + OF.formatted("id % 4")
            + " a JOIN "
            + OF.formatted("(id + 1) % 4")
            + " b USING (id)";
    Row seen = inBothModes(() -> rows(sql)).get(0);

    assertEquals(4000L, seen.getLong(0));
    assertEquals(0L, seen.getLong(1));
    assertEquals(4L, seen.getLong(2));
  }

  /** A tenth of the people moved from item 0 to item 1; who kept an item adds no error here. */
  @Test
  void changesAreEstimatedFromPairs() {
    String sql =
        "SELECT inline(ldp_estimate(ldp_accumulate(a.r * 2 + b.r % 2,"
            + " 'loloha-change(epsilon=4.0,k=4)'))) FROM "
            + OF.formatted("id % 4")
            + " a JOIN "
            + OF.formatted("IF(id % 40 = 0, 1, id % 4)")
            + " b USING (id)";
    List<Row> changes = inBothModes(() -> rows(sql));
    double[] truth = {-100, 100, 0, 0};
    double squares = 0;
    for (int item = 0; item < 4; item++) {
      squares +=
          Math.pow(
              (changes.get(item).getDouble(1) - truth[item]) / changes.get(item).getDouble(2), 2);
      assertTrue(changes.get(item).getDouble(2) < 45, "far below the 190 of independent days");
    }
    assertTrue(squares < 4 + 10 * 3, "" + squares);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ldp_randomize(1, 'loloha(epsilon=1,k=4)') | must have keyed randomness",
        "ldp_randomize(1, 'dbitflip(epsilon=1,k=4)') | must have keyed randomness",
        "ldp_randomize(1, 'loloha-change(epsilon=1,k=4)', 1, 'a') | is not randomized by row",
        "ldp_randomize(1, 'loloha-change(epsilon=1,k=4)') | is not randomized by row"
      })
  void whatForgetsOrAsksNobodyIsRefusedAtAnalysis(String call, String part) {
    Exception refusal = assertThrows(Exception.class, () -> rows("SELECT " + call));
    assertTrue(refusal.getMessage().contains(part), refusal.getMessage());
  }
}
