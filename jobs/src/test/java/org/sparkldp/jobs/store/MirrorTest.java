package org.sparkldp.jobs.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sparkldp.sql.SparkTest.spark;

import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.draw.Fixture;
import org.sparkldp.sql.SparkTest;

/** Results in tables of a catalogue, here Spark's own; {@code LakeIT} has Iceberg. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class MirrorTest {
  @RegisterExtension final Sandbox box = new Sandbox();

  @BeforeEach
  void plan() {
    box.plan("public = [person, day]", "period = day");
  }

  @AfterEach
  void noTables() {
    for (String table : new String[] {"m_reports", "m_acc", "m_est", "m_other"}) {
      spark().sql("DROP TABLE IF EXISTS " + table);
    }
  }

  private void values(int people) {
    Fixture.people(people, 1)
        .withColumn("day", functions.expr("make_date(2026, 1, 1 + parity)"))
        .createOrReplaceTempView("m_values");
  }

  private static final String PRIVATIZE =
      "privatize --plan @plan.conf --input m_values --output @reports";

  private Ended privatize(String table) {
    return box.ldp(PRIVATIZE + " --table " + table);
  }

  private long count(String query) {
    return spark().sql(query).head().getLong(0);
  }

  @Test
  void reportsAreAppendedOnceHoweverOftenTheCommandIsRun() {
    values(40);
    privatize("m_reports").done();
    privatize("m_reports").done();
    assertEquals(40, count("SELECT count(*) FROM m_reports"));
    values(50);
    privatize("m_reports").done();
    assertEquals(50, count("SELECT count(DISTINCT report_id) FROM m_reports"));
    assertEquals(50, count("SELECT count(*) FROM m_reports"));
    assertEquals(4, count("SELECT count(DISTINCT run) FROM m_reports"));
    assertEquals(25, count("SELECT count(*) FROM m_reports WHERE day = DATE'2026-01-02'"));
  }

  /** A run that is killed after the folder was finished: the table follows with the next one. */
  @Tag("long")
  @Test
  void aTableThatWasLeftBehindFollows() {
    values(40);
    box.ldp(PRIVATIZE).done();
    privatize("m_reports").done();
    assertEquals(40, count("SELECT count(*) FROM m_reports"));
  }

  @Tag("long")
  @Test
  void accumulatorsAndEstimatesAreReplaced() {
    for (int people : new int[] {40, 60}) {
      values(people);
      privatize("m_reports").done();
      box.ldp("accumulate --input @reports --output @acc --table m_acc").done();
      box.ldp("estimate --input @acc --output @est --table m_est").done();
      assertEquals(people, count("SELECT sum(n) FROM m_acc"));
      assertEquals(5, count("SELECT count(*) FROM m_est"));
      assertEquals(
          people,
          spark()
              .sql("SELECT ldp_estimate(ldp_merge(accumulator)) AS e, sum(n) AS n FROM m_acc")
              .head()
              .<Long>getAs("n"));
    }
  }

  @Tag("long")
  @Test
  void aTableOfSomebodyElseIsLeftAlone() {
    values(10);
    spark().sql("CREATE TABLE m_other USING parquet AS SELECT 1 AS mine");
    privatize("m_other").badInput("must have been made by this command");
    assertEquals(1, count("SELECT count(*) FROM m_other"));
    privatize("a/b").says("without slashes");
  }
}
