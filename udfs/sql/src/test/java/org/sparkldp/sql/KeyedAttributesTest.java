package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.connect.Asking;
import org.apache.spark.sql.functions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.sql.KeyedAttributes.Pin;
import org.sparkldp.sql.catalyst.SparkLine;

/**
 * Who shares a server cannot undo reports by asking for others: there keyed reports are off, or of
 * people as stored, from the column that the operator pinned.
 */
@ExtendWith(SparkTest.class)
@Tag("slow")
class KeyedAttributesTest {
  private static final String SUBMIT = "org.apache.spark.deploy.SparkSubmit ";

  private static final String REPORT = "ldp_randomize(%s, 'rr(epsilon=1.0)', %s, 'smoker')";
  private static final String HONEST = String.format(REPORT, "smoker", "user_id");

  @BeforeAll
  static void people() {
    spark().sql("DROP TABLE IF EXISTS kept");
    spark().sql("DROP TABLE IF EXISTS guesses");
    spark()
        .range(40)
        .selectExpr(
            "id AS user_id",
            "CAST(id % 3 = 0 AS INT) AS smoker",
            "CAST(id % 2 AS INT) AS drinker",
            "(id + 1) % 40 AS manager_id")
        .write()
        .saveAsTable("kept");
    spark().sql("CREATE TABLE guesses AS SELECT id AS user_id, 1 AS smoker FROM range(40)");
    spark()
        .sql(
            "CREATE OR REPLACE VIEW seen AS SELECT smoker AS smokes, user_id AS person FROM kept"
                + " WHERE user_id > 3");
  }

  @AfterAll
  static void drop() {
    spark().sql("DROP VIEW IF EXISTS seen");
    spark().sql("DROP TABLE IF EXISTS copied");
    spark().sql("DROP TABLE IF EXISTS guesses");
    spark().sql("DROP TABLE IF EXISTS kept");
  }

  private static void server(String attributes) {
    SparkTest.startedWith(SharedServer.SWITCH, "true");
    SparkTest.startedWith(KeyedAttributes.ENTRY, attributes);
  }

  private static String refusal(String sql) {
    String message = assertThrows(AnalysisException.class, () -> rows(sql), sql).getMessage();
    return message.lines().findFirst().orElseThrow(); // Spark adds the plan
  }

  /** Whoever may send a server SQL can read its key, and undo reports made anywhere. */
  @Test
  void onAServerWithAKeyWithoutPinsEveryFunctionIsRefused() {
    List<String> calls =
        LdpFunctions.ALL.stream().map(function -> function.example().statement()).toList();
    calls.forEach(SparkTest::rows); // where one person is alone
    for (String attributes : new String[] {null, "", "smoker"}) {
      server(attributes);
      for (String call : calls) {
        String refusal = refusal(call);
        assertTrue(refusal.contains("holds a release key"), refusal);
        assertTrue(refusal.contains(KeyedAttributes.ENTRY), refusal);
        assertFalse(refusal.contains(SparkTest.KEY), refusal);
      }
      spark()
          .conf()
          .set(KeyedAttributes.ENTRY, "smoker=default.kept.smoker@user_id"); // as a user would
      spark().conf().set(SharedServer.SWITCH, "false");
      assertTrue(refusal(calls.get(0)).contains("holds a release key"));
      spark().conf().unset(KeyedAttributes.ENTRY);
      spark().conf().unset(SharedServer.SWITCH);
    }
    server("smoker=default.kept.smoker@user_id");
    calls.forEach(SparkTest::rows);
    server(null);
    SparkTest.startedWith(KeyLocation.KEY_FILE, null);
    calls.forEach(SparkTest::rows);
  }

  @Test
  void onAServerWithoutAKeyKeyedReportsAreOff() {
    server(null);
    SparkTest.startedWith(KeyLocation.KEY_FILE, null);
    String refusal = refusal("SELECT " + HONEST + " FROM kept");
    assertTrue(refusal.contains("must be allowed by the operator"), refusal);
    assertTrue(refusal.contains("privatize"), refusal);
    assertEquals(40, rows("SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)') FROM kept").size());
  }

  @Test
  void whatConnectAsksIsAskedOnAServer() {
    assertEquals(40, rows("SELECT " + HONEST + " FROM kept").size());
    String refusal = Asking.of(() -> refusal("SELECT " + HONEST + " FROM kept"));
    assertTrue(refusal.contains("holds a release key"), refusal);
  }

  /** {@link ErrorsPageTest} tests that Connect's clients can make all sentences anew. */
  @Test
  void whatConnectAsksIsRefusedInTheSameWords() {
    SparkTest.startedWith(KeyLocation.KEY_FILE, null);
    String sql = "SELECT ldp_epsilon('grr(k=2)')";
    AnalysisException alone = assertThrows(AnalysisException.class, () -> rows(sql));
    AnalysisException overConnect =
        Asking.of(() -> assertThrows(AnalysisException.class, () -> rows(sql)));
    assertEquals(SparkLine.condition(alone), SparkLine.condition(overConnect));
    assertEquals(alone.getMessageParameters(), overConnect.getMessageParameters());
    assertEquals(alone.getMessage(), overConnect.getMessage());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "org.apache.spark.deploy.SparkSubmit --class"
            + " org.apache.spark.sql.connect.service.SparkConnectServer x | | true",
        "org.apache.spark.deploy.SparkSubmit --class"
            + " org.apache.spark.sql.hive.thriftserver.HiveThriftServer2 | | true",
        "org.sparkldp.jobs.Ldp sql | | false",
        "org.sparkldp.jobs.Ldp | spark.plugins=org.apache.spark.sql.connect.SparkConnectPlugin |"
            + " true",
        "org.sparkldp.jobs.Ldp | spark.ldp.sharedServer=true | true",
        "org.sparkldp.jobs.Ldp | spark.ldp.sharedServer=yes | true",
        "SparkConnectServer | spark.ldp.sharedServer=false | false",
      })
  void aServerIsKnownByHowItWasStarted(String command, String entry, boolean isShared) {
    SparkConf conf = new SparkConf(false);
    if (entry != null) {
      conf.set(entry.split("=")[0], entry.split("=")[1]);
    }
    assertEquals(
        isShared, SharedServer.is(conf, command, Map.of(), Stream.of("org.sparkldp.jobs.Ldp")));
    assertEquals(
        !"spark.ldp.sharedServer=false".equals(entry),
        SharedServer.is(
            conf,
            command,
            Map.of(),
            Stream.of("org.apache.spark.sql.hive.thriftserver.Operation")));
  }

  /** The start of the JVM shows whose it is; address and token do not. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        SUBMIT
            + "--class org.apache.spark.sql.hive.thriftserver.SparkSQLCLIDriver spark-internal"
            + " | | org.apache.spark.sql.hive.thriftserver.SparkSQLDriver | false",
        "org.apache.spark.deploy.SparkPipelines cli.py run --spec a.yml | TOKEN"
            + " | org.apache.spark.sql.connect.planner.Handler | false",
        SUBMIT
            + "--conf spark.plugins=x.SparkConnectPlugin pyspark-shell | SPARK_LOCAL_REMOTE"
            + " | org.apache.spark.sql.connect.planner.Handler | false",
        // A server that a program started for others, on its own machine, with a token.
        SUBMIT
            + "--conf spark.plugins=x.SparkConnectPlugin pyspark-shell | TOKEN"
            + " | org.apache.spark.sql.connect.planner.Handler | true",
        SUBMIT
            + "--class org.apache.spark.sql.connect.service.SparkConnectServer spark-internal"
            + " | SPARK_LOCAL_REMOTE | org.apache.spark.sql.connect.planner.Handler | true",
        SUBMIT
            + "--class org.apache.spark.sql.connect.service.SparkConnectServer --name pyspark-shell"
            + " | SPARK_LOCAL_REMOTE | org.apache.spark.sql.connect.planner.Handler | true",
        SUBMIT
            + "--class a.Program --name SparkSQLCLIDriver x | SPARK_LOCAL_REMOTE"
            + " | org.apache.spark.sql.connect.planner.Handler | true",
      })
  void aSessionIsOnePersonsWhereItsStartShowsIt(
      String command, String variable, String caller, boolean isShared) {
    SparkConf conf =
        new SparkConf(false)
            .set("spark.plugins", caller.contains("connect") ? "x.SparkConnectPlugin" : "")
            .set("spark.connect.grpc.binding.address", "127.0.0.1")
            .set("spark.connect.authenticate.token", "secret");
    Map<String, String> environment = variable == null ? Map.of() : Map.of(variable, "1");
    assertEquals(isShared, SharedServer.is(conf, command, environment, Stream.of(caller)));
    conf.set(SharedServer.SWITCH, "true");
    assertTrue(SharedServer.is(conf, command, environment, Stream.of(caller)));
  }

  @Test
  void aRefusalOnAServerNamesTheWayOutForOnePerson() {
    server("smoker=default.kept.smoker@user_id");
    SparkTest.startedWith(KeyedAttributes.ENTRY, null);
    assertTrue(refusal("SELECT " + HONEST + " FROM kept").contains("spark.ldp.sharedServer=false"));
    SparkTest.startedWith(KeyLocation.KEY_FILE, null);
    assertTrue(refusal("SELECT " + HONEST + " FROM kept").contains("spark.ldp.sharedServer=false"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT user_id, %s AS r FROM kept",
        "SELECT user_id, %s AS r FROM kept WHERE user_id < 20 ORDER BY user_id LIMIT 7",
        "SELECT k.user_id, %s AS r FROM kept k",
        "SELECT user_id, %s AS r FROM (SELECT smokes AS smoker, person AS user_id FROM seen)",
        "SELECT k.user_id, ldp_randomize(k.smoker, 'rr(epsilon=1.0)', k.user_id, 'smoker') AS r"
            + " FROM kept k JOIN guesses g ON k.user_id = g.user_id",
        "SELECT user_id, r FROM (SELECT user_id, %s AS r FROM kept) WHERE r = 1",
        "SELECT user_id, %s AS r FROM kept WHERE user_id IN (SELECT user_id FROM guesses)",
        "SELECT user_id, max(%s) AS r FROM kept GROUP BY user_id",
        "WITH k AS (SELECT * FROM kept) SELECT user_id, %s AS r FROM k",
      })
  void aPinnedAttributeIsRandomizedAsItIsStored(String query) {
    String sql = query.contains("%s") ? String.format(query, HONEST) : query;
    List<Row> free = rows(sql + (sql.contains("ORDER BY") ? "" : " ORDER BY user_id"));
    server("other, smoker = default.kept.smoker@user_id");
    assertEquals(free, rows(sql + (sql.contains("ORDER BY") ? "" : " ORDER BY user_id")));
    assertFalse(free.isEmpty());
    SparkTest.startedWith(
        KeyedAttributes.ENTRY, "smoker=spark_catalog.default.kept.smoker@user_id");
    assertEquals(free.size(), rows(sql).size());
  }

  @Test
  void reportsAreWrittenFromAPinnedColumn() {
    List<Row> free = rows("SELECT " + HONEST + " AS r FROM kept ORDER BY user_id");
    server("smoker=default.kept.smoker@user_id");
    spark().sql("DROP TABLE IF EXISTS copied");
    spark()
        .sql(
            "CREATE TABLE copied AS SELECT k.user_id, ldp_randomize(smoker, 'rr(epsilon=1.0)',"
                + " k.user_id, 'smoker') AS r FROM kept k JOIN (SELECT DISTINCT user_id FROM"
                + " guesses) g ON k.user_id = g.user_id");
    assertEquals(free, rows("SELECT r FROM copied ORDER BY user_id"));
    spark().sql("INSERT INTO copied SELECT user_id, " + HONEST + " FROM kept WHERE user_id < 5");
    assertEquals(45, spark().table("copied").count());
    String guessed = String.format(REPORT, "smoker", "user_id");
    assertTrue(
        refusal("INSERT INTO copied SELECT user_id, " + guessed + " FROM guesses")
            .contains("pins it to"));
    assertTrue(
        refusal("CREATE OR REPLACE TEMPORARY VIEW v AS SELECT " + guessed + " FROM guesses")
            .contains("pins it to"));
  }

  /** Each would find out everybody's item, if it worked. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        // the guess is made up
        "SELECT ldp_randomize(g.id, 'rr(epsilon=1.0)', user_id, 'smoker') FROM kept, range(2) g",
        "SELECT ldp_randomize(g, 'rr(epsilon=1.0)', user_id, 'smoker') FROM kept, VALUES (0), (1)"
            + " AS t(g)",
        "SELECT ldp_randomize(g, 'rr(epsilon=1.0)', user_id, 'smoker') FROM kept LATERAL VIEW"
            + " explode(sequence(0, 1)) t AS g",
        "SELECT ldp_randomize(1, 'rr(epsilon=1.0)', user_id, 'smoker') FROM kept",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', user_id, 'smoker') FROM (SELECT 1 AS"
            + " smoker, user_id FROM kept)",
        "SELECT ldp_randomize(CASE WHEN smoker = 1 THEN 1 ELSE 0 END, 'rr(epsilon=1.0)', user_id,"
            + " 'smoker') FROM kept",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', user_id, 'smoker') FROM (SELECT IF(smoker"
            + " = 1, 0, 1) AS smoker, user_id FROM kept)",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', user_id, 'smoker') FROM (SELECT"
            + " CAST(smoker AS BIGINT) AS smoker, user_id FROM kept)",
        "SELECT transform(array(0, 1), g -> ldp_randomize(g, 'rr(epsilon=1.0)', user_id, 'smoker'))"
            + " FROM kept",
        "SELECT ldp_randomize((SELECT 1), 'rr(epsilon=1.0)', user_id, 'smoker') FROM kept",
        "SELECT (SELECT ldp_randomize(g.id, 'rr(epsilon=1.0)', kept.user_id, 'smoker') FROM"
            + " range(1) g) FROM kept",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', user_id, 'smoker') FROM (SELECT smoker,"
            + " user_id FROM kept UNION ALL SELECT 1, user_id FROM kept)",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', user_id, 'smoker') FROM (SELECT"
            + " row_number() OVER (PARTITION BY user_id ORDER BY user_id) AS smoker, user_id FROM"
            + " kept)",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', user_id, 'smoker') FROM (SELECT"
            + " max(smoker) AS smoker, user_id FROM kept GROUP BY user_id)",
        // the guess is another table's, or another row's, or another column's
        "SELECT ldp_randomize(g.smoker, 'rr(epsilon=1.0)', k.user_id, 'smoker') FROM kept k JOIN"
            + " guesses g ON k.user_id = g.user_id",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', user_id, 'smoker') FROM guesses",
        "SELECT ldp_randomize(a.smoker, 'rr(epsilon=1.0)', b.user_id, 'smoker') FROM kept a JOIN"
            + " kept b",
        "SELECT ldp_randomize(drinker, 'rr(epsilon=1.0)', user_id, 'smoker') FROM kept",
        "SELECT ldp_randomize(k.smoker, 'rr(epsilon=1.0)', g.user_id, 'smoker') FROM kept k JOIN"
            + " guesses g",
        // the person is made up
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', 7 + 0 * user_id, 'smoker') FROM kept",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', user_id + 1, 'smoker') FROM kept",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', g.id, 'smoker') FROM kept, range(40) g",
        // the person is another one of the row, of whom such rows give both reports
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', manager_id, 'smoker') FROM kept",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', user_id, 'smoker') FROM (SELECT smoker,"
            + " manager_id AS user_id FROM kept)",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', drinker, 'smoker') FROM kept",
        // an attribute that nobody allowed
        "SELECT ldp_randomize(drinker, 'rr(epsilon=1.0)', user_id) FROM kept",
        "SELECT ldp_randomize(smoker, 'rr(epsilon=1.0)', user_id, 'unpinned') FROM kept",
      })
  void everyOracleIsRefused(String oracle) {
    if (!oracle.contains("unpinned")) {
      rows(oracle); // it is one: it works where one person is alone
    }
    server("smoker=default.kept.smoker@user_id, unpinned");
    String refusal = refusal(oracle);
    assertTrue(
        refusal.contains("bare columns")
            || refusal.contains("pins it to")
            || refusal.contains("allowed by the operator"),
        refusal);
    assertEquals(refusal, Asking.of(() -> refusal(oracle)));
  }

  @Test
  void filesByTheirPathsAndLocalDataAreNoStoredTables() {
    String path = SparkTest.KEY_FILE.resolveSibling("kept").toString();
    String byPath = "SELECT " + HONEST + " FROM parquet.`" + path + "`";
    assertEquals(40, rows(byPath).size());
    server("smoker=default.kept.smoker@user_id");
    refusal(byPath); // in our words, or in Spark's for a file that it could not plan
    spark().read().parquet(path).createOrReplaceTempView("by_path");
    assertTrue(refusal("SELECT " + HONEST + " FROM by_path").contains("bare columns"));
    spark()
        .sql(
            "CREATE OR REPLACE TEMPORARY VIEW kept AS SELECT * FROM VALUES (1L, 1) AS t(user_id,"
                + " smoker)");
    try {
      assertTrue(refusal("SELECT " + HONEST + " FROM kept").contains("bare columns"));
    } finally {
      spark().catalog().dropTempView("kept");
    }
  }

  @Test
  void dataFramesAreHeldToTheSame() {
    server("smoker=default.kept.smoker@user_id");
    var report = functions.expr(HONEST);
    assertEquals(40, spark().table("kept").select(report).collectAsList().size());
    for (var frame :
        List.of(
            spark().table("kept").withColumn("smoker", functions.lit(1)),
            spark().table("kept").unionByName(spark().table("kept")),
            spark()
                .table("kept")
                .crossJoin(spark().range(2).toDF("g"))
                .withColumn("smoker", functions.col("g")))) {
      assertThrows(AnalysisException.class, () -> frame.select(report));
    }
  }

  /** Not a server, but an operator who names attributes means them. */
  @Test
  void namedAttributesAreTheOnlyOnesInAnyApplication() {
    SparkTest.startedWith(KeyedAttributes.ENTRY, "smoker");
    assertEquals(40, rows("SELECT " + HONEST + " FROM kept").size());
    assertEquals(40, rows("SELECT " + HONEST + " FROM guesses").size()); // not pinned
    assertTrue(
        refusal("SELECT ldp_randomize(drinker, 'rr(epsilon=1.0)', user_id) FROM kept")
            .contains("allowed by the operator"));
    assertTrue(
        refusal(
                "SELECT ldp_randomize(g.id, 'rr(epsilon=1.0)', user_id, 'smoker') FROM kept,"
                    + " range(2) g")
            .contains("bare columns"));
    SparkTest.startedWith(KeyedAttributes.ENTRY, "smoker=kept");
    assertTrue(refusal("SELECT " + HONEST + " FROM kept").contains("DATABASE.TABLE.COLUMN"));
  }

  /** A session can define a catalogue with any tables in it; those of the operator count only. */
  @Test
  void tablesOfACatalogThatASessionDefinesAreNotStored() {
    Map<String, String> entries =
        Map.of(
            "spark.sql.catalog.mine",
            "org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog",
            "spark.sql.catalog.mine.url",
            "jdbc:derby:memory:mine;create=true",
            "spark.sql.catalog.mine.driver",
            "org.apache.derby.jdbc.EmbeddedDriver");
    entries.forEach((entry, value) -> spark().conf().set(entry, value));
    try {
      spark().sql("CREATE NAMESPACE IF NOT EXISTS mine.app");
      spark().sql("CREATE TABLE mine.app.kept (user_id BIGINT, smoker INT)");
      spark().sql("INSERT INTO mine.app.kept SELECT id, CAST(id % 2 AS INT) FROM range(10)");
      String honest = "SELECT " + HONEST + " FROM mine.app.kept";
      List<Row> free = rows(honest);
      assertEquals(10, free.size());

      server("smoker=mine.app.kept.smoker@user_id");
      assertTrue(refusal(honest).contains("bare columns"));
      entries.forEach(SparkTest::startedWith);
      assertEquals(free, rows(honest));
      for (String entry : List.of("spark.sql.catalog.mine.url", "spark.sql.catalog.mine.more")) {
        spark().conf().set(entry, "jdbc:derby:memory:other;create=true"); // as a user would
        assertTrue(refusal(honest).contains("bare columns"));
        spark().conf().unset(entry);
        Optional.ofNullable(entries.get(entry)).ifPresent(is -> spark().conf().set(entry, is));
      }
      spark().conf().set("spark.sql.catalog.minefield", "another's");
      assertEquals(free, rows(honest));
      spark().conf().unset("spark.sql.catalog.minefield");
      SparkTest.startedWith(KeyedAttributes.ENTRY, "smoker=default.kept.smoker@user_id");
      assertTrue(refusal(honest).contains("of mine.app.kept.smoker@user_id"), refusal(honest));
    } finally {
      SparkTest.startedWith(KeyedAttributes.ENTRY, null);
      spark().sql("DROP TABLE IF EXISTS mine.app.kept");
      entries.keySet().forEach(entry -> spark().conf().unset(entry));
    }
  }

  @Test
  void entriesOfTheOperatorAreReadToTheLetter() {
    SparkConf conf = new SparkConf(false);
    conf.set(
        KeyedAttributes.ENTRY,
        " smoker = Default.Kept. Smoker @ User_Id, age,, weight=Cat.db.t.c@id ,deep ="
            + " cat.a.b.t.c@d");
    KeyedAttributes alone = KeyedAttributes.of(conf, false);
    KeyedAttributes shared = KeyedAttributes.of(conf, true);
    List<String> column = List.of("spark_catalog", "default", "kept", "smoker");
    Pin smoker = new Pin(column, "user_id", "");

    assertEquals(Set.of("smoker", "age", "weight", "deep"), alone.columns().keySet());
    assertEquals(Set.of("smoker", "weight", "deep"), shared.columns().keySet());
    assertEquals(Optional.of(smoker), alone.columns().get("smoker"));
    assertEquals(
        Optional.of(new Pin(List.of("cat", "db", "t", "c"), "id", "")),
        shared.columns().get("weight"));
    assertEquals(
        Optional.of(new Pin(List.of("cat", "a", "b", "t", "c"), "d", "")),
        shared.columns().get("deep"));
    assertTrue(alone.isRestricted() && shared.isRestricted());
    assertTrue(shared.allows("smoker", smoker));
    List<String> age = List.of("spark_catalog", "default", "kept", "age");
    assertFalse(shared.allows("smoker", new Pin(age, "user_id", "")));
    assertFalse(shared.allows("smoker", new Pin(column, "manager_id", "")));
    assertFalse(shared.allows("nobody", smoker));
    assertTrue(alone.allows("age", smoker));
    alone.require("age");
    assertThrows(IllegalArgumentException.class, () -> shared.require("age"));
    assertThrows(IllegalArgumentException.class, () -> alone.require("Smoker"));
  }

  @Test
  void withoutEntriesOnlyAServerIsRestricted() {
    KeyedAttributes alone = KeyedAttributes.of(new SparkConf(false), false);
    KeyedAttributes shared = KeyedAttributes.of(new SparkConf(false), true);
    SparkConf empty = new SparkConf(false).set(KeyedAttributes.ENTRY, "");

    assertFalse(alone.isRestricted());
    alone.require("anything");
    assertTrue(shared.isRestricted());
    assertThrows(IllegalArgumentException.class, () -> shared.require("anything"));
    assertTrue(KeyedAttributes.of(empty, false).isRestricted(), "an operator who names none");
    assertTrue(KeyedAttributes.of(empty, false).columns().isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=",
        "a=c",
        "a=t.c@i",
        "a=.t.c@i",
        "a=db..c@i",
        "a= .t.c@i",
        "a=x.db..c@i",
        "a=db.t.c",
        "a=db.t.c@",
        "a=db.t.c@i@j",
        "a=@i"
      })
  void aPinNamesDatabaseTableAndColumn(String entry) {
    SparkConf conf = new SparkConf(false).set(KeyedAttributes.ENTRY, entry);
    String message =
        assertThrows(IllegalArgumentException.class, () -> KeyedAttributes.of(conf, true))
            .getMessage();

    assertTrue(message.contains("DATABASE.TABLE.COLUMN"), message);
    assertTrue(message.endsWith("Provided value: " + entry.substring(2).strip() + "."), message);
  }

  /** A plan's label is 64 hexadecimal digits, or a word and those; no spec's text is. */
  @Test
  void noSqlMakesTheReportsOfAPlan() {
    for (Declaration<?> declaration : Protocols.declarations()) {
      assertTrue(declaration.name().matches("[a-z][a-z0-9-]*"), declaration.name());
    }
    var grr = Protocols.of("grr(epsilon=1.0,k=16)");
    String fingerprint = grr.spec().fingerprint();
    assertTrue(fingerprint.matches("[0-9a-f]{64}"));
    KeyLocation key = KeyLocation.find();
    // The attribute is the end of a label that has begun with the spec and its bracket.
    for (String attribute : List.of(fingerprint, "\n" + fingerprint, "", "report id")) {
      assertNotEquals(
          RowRandomizer.keyed(grr, key, fingerprint), RowRandomizer.asked(grr, key, attribute, ""));
      assertTrue(
          RowRandomizer.asked(grr, key, attribute, "")
              .label()
              .matches("(?s)[a-z][a-z0-9-]*\\(.*\\)\n.*"));
    }
  }
}
