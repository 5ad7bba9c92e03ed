package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reports know with which spec they were drawn, and nobody estimates them by another in silence.
 */
@ExtendWith(SparkTest.class)
@Tag("slow")
class ReportQuestionTest {
  private static final String DRAWN = "'grr(epsilon=1.0,k=3)'";
  private static final String OTHER = "'grr(epsilon=1.0,k=4)'";
  private static final String LOGGER = "org.sparkldp.advice";

  @TempDir Path folder;

  private final List<String> advice = new CopyOnWriteArrayList<>();
  private SparkSession session;

  /** Advice comes once a session. */
  @BeforeEach
  void listen() {
    session = spark().newSession();
    SparkSession.setActiveSession(session);
    AbstractAppender appender =
        new AbstractAppender("advice", null, null, true, Property.EMPTY_ARRAY) {
          @Override
          public void append(LogEvent event) {
            advice.add(event.getMessage().getFormattedMessage());
          }
        };
    appender.start();
    LoggerConfig logger = new LoggerConfig(LOGGER, Level.WARN, false);
    logger.addAppender(appender, null, null);
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    context.getConfiguration().addLogger(LOGGER, logger);
    context.updateLoggers();
    session
        .range(0, 300, 1, 2)
        .selectExpr("id", "CAST(id % 3 AS INT) AS item")
        .createOrReplaceTempView("people");
    session
        .sql("SELECT id, ldp_randomize(item, " + DRAWN + ", id) AS report FROM people")
        .createOrReplaceTempView("reports");
  }

  @AfterEach
  void leave() {
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    context.getConfiguration().removeLogger(LOGGER);
    context.updateLoggers();
    session.sql("DROP TABLE IF EXISTS kept");
    session.sql("DROP VIEW IF EXISTS seen");
    SparkSession.setActiveSession(spark());
  }

  private long accumulated(String from, String spec) {
    String sql = "SELECT ldp_estimate(ldp_accumulate(report, " + spec + ")) FROM " + from;
    return session.sql(sql).collectAsList().get(0).getList(0).size();
  }

  /** A function of SQL says by its body what it draws. */
  @Test
  void aFunctionOfSqlNamesTheSpec() {
    SparkTest.assumeSince("4.0", "a function that SQL defines");
    session.sql(
        "CREATE TEMPORARY FUNCTION draw(item INT, person BIGINT) RETURNS INT RETURN"
            + " ldp_randomize(item, "
            + DRAWN
            + ", person, 'item')");
    assertEquals(3, accumulated("(SELECT draw(item, id) AS report FROM people)", DRAWN));
    session.sql("SELECT ldp_accumulate(draw(item, id), " + DRAWN + ") FROM people").collectAsList();
    assertEquals(List.of(), advice);
  }

  private void assertKnown(String from) {
    assertEquals(3, inBothModes(() -> accumulated(from, DRAWN)), from);
    Exception refusal = assertThrows(AnalysisException.class, () -> accumulated(from, OTHER), from);
    assertTrue(
        refusal
            .getMessage()
            .contains(
                "under the spec that they were drawn with. Provided value: grr(epsilon=1.0,k=4),"
                    + " for reports of grr(epsilon=1.0,k=3)"),
        refusal::getMessage);
    assertEquals(List.of(), advice, from);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "reports",
        "(SELECT report FROM (SELECT report AS r, id FROM reports WHERE id > 3) AS t(report, id))",
        "(SELECT CAST(ldp_randomize(item, " + DRAWN + ", id) AS SMALLINT) AS report FROM people)",
        "(SELECT ldp_randomize(item, " + DRAWN + ") AS report FROM people LIMIT 50)",
        "(SELECT report FROM reports GROUP BY report)",
        "(SELECT report FROM reports JOIN people USING (id) ORDER BY id)",
        "(WITH w AS (SELECT * FROM reports) SELECT * FROM w)",
        "(WITH w AS (SELECT ldp_randomize(item, "
            + DRAWN
            + ") AS report FROM people) SELECT * FROM w)",
      })
  void aColumnOfReportsKnowsItsSpec(String from) {
    if (from.contains("ldp_randomize")) { // some are drawn anew, and warned of
      assertThrows(AnalysisException.class, () -> accumulated(from, OTHER));
      return;
    }
    assertKnown(from);
  }

  @Test
  void storedReportsKnowTheirSpec() {
    session.sql("CREATE TABLE kept USING parquet AS SELECT * FROM reports");
    assertKnown("kept");
    session.sql("CREATE VIEW seen AS SELECT report FROM kept");
    assertKnown("seen");
    session.table("reports").write().parquet(folder + "/reports");
    assertKnown("parquet.`" + folder + "/reports`");
    session.table("reports").cache().count();
    assertKnown("reports");
  }

  @Test
  void aCallInsideOfTheOtherIsOfItsSpec() {
    String call = "SELECT ldp_accumulate(ldp_randomize(item, %s, id), %s) FROM people";
    session.sql(call.formatted(DRAWN, DRAWN)).collect();
    assertThrows(
        AnalysisException.class,
        () -> session.sql(call.formatted("'oue(epsilon=1.0,k=3)'", "'sue(epsilon=1.0,k=3)'")));
    assertEquals(List.of(), advice);
  }

  /** The name of a column is as it was, and another spelling of a spec is the same spec. */
  @Test
  void whatIsSelectedIsNamedAsBefore() {
    String name =
        session.sql("SELECT ldp_randomize(item, " + DRAWN + ", id) FROM people").columns()[0];
    assertEquals("ldp_randomize(item, id)", name);
    assertEquals(3, accumulated("reports", "'grr(k=3, epsilon=1)'"));
  }

  @Test
  void whereItIsNotKnownTheUserIsToldOnce() {
    session.table("reports").write().csv(folder + "/csv");
    String read = "(SELECT CAST(_c1 AS INT) AS report FROM csv.`" + folder + "/csv`)";
    for (int time = 0; time < 3; time++) {
      assertEquals(3, accumulated(read, DRAWN));
    }
    assertEquals(1, advice.size(), advice::toString);
    assertTrue(advice.get(0).contains("nothing says with which spec"), advice::toString);
    accumulated(read, OTHER); // is another place
    assertEquals(2, advice.size(), advice::toString);
    rows("SELECT ldp_accumulate(1, 'rr(epsilon=1.0)')"); // a constant is no column
    assertEquals(2, advice.size(), advice::toString);
  }

  /** Spark takes a union's column for the first one's. */
  @Test
  void reportsOfTwoSpecsAreNotAddedUpTogether() {
    String other = "(SELECT ldp_randomize(item, " + OTHER + ", id) AS report FROM people)";
    String union = "(SELECT report FROM reports UNION ALL SELECT report FROM %s)";
    assertKnown(union.formatted("reports"));
    Exception refusal =
        assertThrows(AnalysisException.class, () -> accumulated(union.formatted(other), DRAWN));
    assertTrue(
        refusal
            .getMessage()
            .contains("a union of reports of grr(epsilon=1.0,k=3) and grr(epsilon=1.0,k=4)"),
        refusal::getMessage);
    accumulated(union.formatted("(SELECT item AS report FROM people)"), DRAWN);
    assertEquals(1, advice.size(), advice::toString);
    assertTrue(advice.get(0).contains("do not say with which spec"), advice::toString);
  }

  // reports that are drawn at each look

  @Test
  void whoDrawsAnewAtEachLookIsWarnedOnce() {
    String fresh = "SELECT ldp_randomize(item, " + DRAWN + ") AS report FROM people";
    session.sql(fresh).collect();
    assertEquals(List.of(), advice, "drawn, and not added up");
    for (int time = 0; time < 3; time++) {
      accumulated("(" + fresh + ")", DRAWN);
    }
    assertEquals(1, advice.size(), advice::toString);
    assertTrue(advice.get(0).contains("each time costs every person epsilon"), advice::toString);
  }

  @Test
  void whatIsCachedOrStoredIsDrawnOnce() {
    session
        .sql("SELECT ldp_randomize(item, " + DRAWN + ") AS report FROM people")
        .createOrReplaceTempView("fresh");
    session.sql("CACHE TABLE fresh");
    accumulated("fresh", DRAWN);
    assertEquals(List.of(), advice);
    session.sql("UNCACHE TABLE fresh");
    session.sql("CREATE TABLE kept USING parquet AS SELECT * FROM fresh");
    accumulated("kept", DRAWN);
    assertEquals(List.of(), advice);
    accumulated("fresh", DRAWN);
    assertEquals(1, advice.size(), advice::toString);
  }
}
