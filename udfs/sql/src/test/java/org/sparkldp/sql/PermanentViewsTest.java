package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.List;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The functions stand in permanent views, which other sessions read. */
@ExtendWith(SparkTest.class)
class PermanentViewsTest {
  private static final List<String> VIEWS =
      List.of("view_reports", "view_sums", "view_all", "view_answers", "view_numbers");

  @BeforeEach
  void people() {
    spark()
        .range(400)
        .selectExpr("id", "CAST(id % 3 AS INT) AS v", "id % 7 AS day")
        .write()
        .saveAsTable("view_people");
  }

  @AfterEach
  void drop() {
    VIEWS.forEach(view -> spark().sql("DROP VIEW IF EXISTS " + view));
    spark().sql("DROP TABLE IF EXISTS view_people");
  }

  @Test
  void eachFunctionStandsInOne() {
    String spec = "'grr(epsilon=1.0,k=3)'";
    String draw = "SELECT id, day, ldp_randomize(v, " + spec + ", id) AS report FROM view_people";
    spark().sql("CREATE VIEW view_reports AS " + draw);
    spark()
        .sql(
            "CREATE VIEW view_sums AS SELECT day, ldp_accumulate(report, "
                + spec
                + ") AS sums"
                + " FROM view_reports GROUP BY day");
    spark().sql("CREATE VIEW view_all AS SELECT ldp_merge(sums) AS sums FROM view_sums");
    spark().sql("CREATE VIEW view_answers AS SELECT inline(ldp_estimate(sums)) FROM view_all");
    spark()
        .sql(
            "CREATE VIEW view_numbers AS SELECT ldp_epsilon("
                + spec
                + ") AS epsilon,"
                + " ldp_gaussian_sigma(1.0D, 1e-5D, 1.0D) AS sigma");
    List<Row> drawn = rows(draw + " ORDER BY id");
    List<Row> direct =
        rows(
            "SELECT inline(ldp_estimate(ldp_accumulate(report, "
                + spec
                + "))) FROM ("
                + draw
                + ")");
    assertEquals(drawn, inBothModes(() -> rows("SELECT * FROM view_reports ORDER BY id")));
    assertEquals(direct, inBothModes(() -> rows("SELECT * FROM view_answers")));
    assertEquals(1, rows("SELECT * FROM view_numbers").size());
    assertEquals(direct, spark().newSession().sql("SELECT * FROM view_answers").collectAsList());
  }
}
