package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;

import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Protocols that remember, in SQL: one part a person, and keyed only. */
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

  @Test
  void whatForgetsIsRefusedAtAnalysis() {
    Exception refusal =
        assertThrows(
            Exception.class, () -> rows("SELECT ldp_randomize(1, 'loloha(epsilon=1,k=4)')"));
    assertTrue(refusal.getMessage().contains("must have keyed randomness"), refusal.getMessage());
  }
}
