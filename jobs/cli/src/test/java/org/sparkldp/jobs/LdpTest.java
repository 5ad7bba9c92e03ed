package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.exit.Failures;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.SparkTest;

/** The command line as scripts meet it: standard output, standard error, exit codes, files. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class LdpTest {
  private static final String PLAN =
      """
      name = ages
      column = age
      id = user_id
      protocol = "hadamard(epsilon=2.0)"
      domain { type = range, from = 16, to = 99 }
      outside = category
      randomness = keyed
      public = [day]
      postprocess = [simplex]
      """;

  /** The same plan without the public column, for tables that have none. */
  private static final String NOTHING_PUBLIC = PLAN.replace("public = [day]\n", "");

  @RegisterExtension final Sandbox box = new Sandbox();

  // sql

  private static final String SELECT =
      "SELECT id, 'a\"b,' || id AS text, id / 2 AS half, CAST(NULL AS INT) AS none, array(id) AS"
          + " list FROM range(2)";

  @Test
  void theVersionNamesTheLineOfSpark() {
    String said = ldp("--version").done().out();
    assertTrue(
        said.startsWith("spark-ldp 0.1.0 on Spark " + SparkTest.spark().version() + ", Scala "),
        said);
  }

  @Test
  void sqlPrintsTheResultAndNothingElse() throws IOException {
    assertEquals(
        """
        id,text,half,none,list
        0,"a""b,0",0.0,,[0]
        1,"a""b,1",0.5,,[1]
        """,
        ldp("sql --format csv -e %s", SELECT).done().out());
    assertEquals(
        """
        id  text     half  none  list
         0  a"b,0  0.0000        [0]
         1  a"b,1  0.5000        [1]
        """,
        ldp("sql -e %s", SELECT).done().out());
    List<String> lines = ldp("sql --format json -e %s", SELECT).done().lines();
    assertEquals(2, lines.size());
    Map<?, ?> row = new ObjectMapper().readValue(lines.get(1), Map.class);
    assertEquals("{id=1, text=a\"b,1, half=0.5, none=null, list=[1]}", row.toString());
    box.write(
        "q.sql", "\ufeffCREATE OR REPLACE TEMP VIEW v AS SELECT ';' AS x; -- a; b\nTABLE v;\n");
    assertEquals("x\n;\n", box.ldp("sql --format csv -f @q.sql").done().out());
  }

  @Test
  void sqlPrintsEachResult_untilTheFirstFailure() {
    String both = "SELECT 1 AS a; CREATE OR REPLACE TEMP VIEW v AS SELECT 2 AS b; TABLE v";
    for (String format : List.of("table", "csv")) {
      assertEquals("a\n1\n\nb\n2\n", ldp("sql --format " + format + " -e %s", both).done().out());
    }
    assertEquals("{\"a\":1}\n\n{\"b\":2}\n", ldp("sql --format json -e %s", both).done().out());
    assertEquals("", ldp("sql -e %s", "CREATE OR REPLACE TEMP VIEW v AS SELECT 2").done().out());
    for (String wrong : List.of("SELECT nosuch", "nonsense", "SELECT ldp_epsilon('rr()')")) {
      Ended ended = ldp("sql -e %s", "SELECT 1 AS a; " + wrong + "; SELECT 2 AS b").badInput();
      assertEquals("a\n1\n", ended.out());
    }
    Ended ended = ldp("sql -e %s", "SELECT 1 AS a; SELECT raise_error('x'); SELECT 2 AS b");
    assertEquals("a\n1\n", ended.failed().out());
  }

  @Test
  void sqlReadsStandardInput() {
    assertEquals(
        "a\n;\n\nb\n2\n", piped("\ufeffSELECT ';' AS a; -- c\nSELECT 2 AS b").done().out());
    piped(" \n").badInput("there must be a statement");
    piped(new byte[] {'S', (byte) 0xff}).badInput("must be readable, in UTF-8");
  }

  private static Ended piped(String statements) {
    return piped(statements.getBytes(StandardCharsets.UTF_8));
  }

  private static Ended piped(byte[] statements) {
    InputStream in = System.in;
    System.setIn(new ByteArrayInputStream(statements));
    try {
      return ldp("sql -f -");
    } finally {
      System.setIn(in);
    }
  }

  @Test
  void aPlanIsPrintedAsItsLines() throws IOException {
    List<String> lines = ldp("sql -e %s", "EXPLAIN SELECT 1 AS x").done().lines();
    assertEquals(List.of("plan", "== Physical Plan =="), lines.subList(0, 2));
    assertTrue(lines.get(2).contains("Project [1 AS x"), lines::toString);
    assertFalse(lines.get(lines.size() - 1).isBlank(), lines::toString);
    assertEquals(
        "a     b\n1\\n2  3\n",
        ldp("sql -e %s", "SELECT '1\\n2' AS a, '3' AS b").done().out(),
        "beside another column a line is a row");
    String json = ldp("sql --format json -e %s", "EXPLAIN SELECT 1 AS x").done().out();
    assertEquals(1, json.lines().count());
  }

  @Test
  void aBlockIsOneStatement() {
    SparkTest.assumeSince("4.1", "BEGIN ... END without a setting");
    String block = "BEGIN DECLARE n INT DEFAULT 1; SET n = n + 1; SELECT n AS n; END";
    assertEquals("n\n2\n\nx\n7\n", ldp("sql -e %s", block + "; SELECT 7 AS x").done().out());
  }

  @Test
  void sqlPrintsStructsByTheirFields() {
    String struct = "SELECT named_struct('x', 1, 'y', named_struct('z', DOUBLE('NaN'))) AS s";
    assertEquals(
        "{\"s\":{\"x\":1,\"y\":{\"z\":\"NaN\"}}}\n",
        ldp("sql --format json -e %s", struct).done().out());
    assertEquals("s\n\"{x=1, y={z=NaN}}\"\n", ldp("sql --format csv -e %s", struct).done().out());
    ldp("sql -e %s", "SELECT named_struct('x', 1, 'x', 2)").badInput("two of one name");
  }

  @Test
  void sqlKnowsTheFunctionsAndPrintsBinaryInHexadecimal() {
    assertEquals(
        "e\ntrue\n",
        ldp(
                "sql --format csv -e %s",
                "SELECT ldp_epsilon('grr(epsilon=1.0,k=16)') BETWEEN 0.999999999 AND 1 AS e")
            .done()
            .out());
    List<String> lines =
        ldp("sql --format csv -e %s", "SELECT ldp_accumulate(1, 'rr(epsilon=1.0)') AS a")
            .done()
            .lines();
    assertTrue(lines.get(1).startsWith("4c445041"), lines::toString);
  }

  // the pipeline

  @Test
  void theVerbsOneByOneAndRunGiveTheSameEstimates() {
    box.write("plan.conf", PLAN);
    box.table(
        "events",
        "SELECT id AS user_id, CAST(16 + id % 80 AS INT) AS age,"
            + " date_add(DATE'2026-01-01', CAST(id % 2 AS INT)) AS day FROM range(0, 300, 1, 3)");
    String privatize = "privatize --plan @plan.conf --input @events --output @r";
    Ended privatized = box.ldp(privatize).done();
    assertEquals("", privatized.out());
    privatized.says("300 reports of hadamard(epsilon=2.0,k=85", "exact epsilon 2.0 a report");
    box.ldp(privatize).done().says("already done, nothing was drawn: 300 reports");

    box.ldp("accumulate --input @r --output @a --group-by day").done();
    Ended estimated = box.ldp("estimate --input @a --output @e --format csv").done();
    assertEquals(
        "day,item,estimate,standard_error,lower,upper,simplex,note,best", estimated.lines().get(0));
    assertEquals(1 + 2 * 85, estimated.lines().size());
    assertTrue(estimated.lines().get(85).contains(",(other),"), estimated.lines().get(85));
    assertEquals(300, Arrays.stream(estimated.column("simplex")).sum(), 1e-6);

    String run = "run --plan @plan.conf --input @events --output @all --group-by day --format csv";
    assertEquals(estimated.out(), box.ldp(run + " --html @report.html").done().out());
    assertTrue(box.read("report.html").contains("ages"));
    assertEquals(estimated.out(), box.ldp(run).done().out());
    box.ldp(run + " --html @report.html").done();
  }

  /** Jackson would write milliseconds, which are another day elsewhere, and cut microseconds. */
  @Test
  void groupsOfDaysAreTheSameTextInEachFormat() {
    box.write("plan.conf", PLAN.replace("[day]", "[day, second]"));
    box.table(
        "people",
        "SELECT id AS user_id, 20 AS age, DATE '2026-01-01' AS day, DATE '2026-02-01' AS"
            + " second FROM range(9)");
    String run =
        "run --plan @plan.conf --input @people --output @out --group-by day,second --format ";
    box.ldp(run + "csv").done().shows("\n2026-01-01,2026-02-01,");
    box.ldp(run + "json").done().shows("{\"day\":\"2026-01-01\",\"second\":\"2026-02-01\",");
  }

  /** A table or a key must not be lost by a slip of the pen. */
  @Test
  void aPageReplacesNoOtherFile() {
    box.write("plan.conf", NOTHING_PUBLIC);
    box.write("people.csv", "user_id,age\n1,20\n");
    String run = "run --plan @plan.conf --input @people.csv --output @out --html ";
    box.ldp(run + "@people.csv").badInput("may replace only another page");
    box.ldp(run + "@").badInput("a folder");
    assertEquals("user_id,age\n1,20\n", box.read("people.csv"));
    assertFalse(box.has("out"), "nobody was asked");
    box.write("new.html", "");
    box.ldp(run + "@new.html").done();
  }

  @Test
  void theKeyFileMayBeAnOption() throws IOException {
    SparkTest.startedWith(KeyLocation.KEY_FILE, null);
    box.write("plan.conf", NOTHING_PUBLIC);
    box.write("v.csv", "user_id,age\nu1,20\nu2,30\n");
    String privatize = "privatize --plan @plan.conf --input @v.csv --output @r";
    box.ldp(privatize).badInput("needs a release key");
    Path key = box.write("my.key", "ab".repeat(32));
    box.ldp(privatize + " --key-file @my.key").badInput("run chmod 600 on it");
    Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    box.ldp(privatize + " --key-file @my.key").done();
    Files.writeString(key, "secret4711");
    box.ldp(privatize + "2 --key-file @my.key")
        .badInput("64 hexadecimal digits")
        .keeps("secret4711");
  }

  @Test
  void filesThatSparkWouldSkipAreNotSkipped() {
    for (String what : List.of("Corrupt", "Missing")) {
      String setting = "spark.sql.files.ignore" + what + "Files";
      SparkTest.spark().conf().set(setting, "true");
      try {
        Ended.ldp("sql -e %s", "SELECT 1").badInput("must be read whole", setting);
      } finally {
        SparkTest.spark().conf().unset(setting);
      }
    }
  }

  /** A class path cannot grow once its JVM runs; under spark-submit, Spark's own options do it. */
  @Test
  void packagesAreOptionsOfTheLauncher() {
    for (String option : List.of("--packages", "--jars")) {
      Ended ended = Ended.of(option, "a:b:1", "sql", "-e", "SELECT 1");
      ended.badInput("are options of jobs/bin/ldp");
    }
  }

  @Test
  void aFormatWhoseJarIsMissingIsNamedWithTheRemedy() throws IOException {
    Files.createDirectories(box.at("t/_delta_log"));
    box.write("plan.conf", PLAN);
    String privatize =
        "--conf spark.sql.catalog.nosuch=no.such.Catalogue privatize --plan @plan.conf --output @r";
    for (String input :
        List.of("@t --read format=delta", "nosuch.db.people --read versionAsOf=1")) {
      box.ldp(privatize + " --input " + input).failed("--packages loads its jar");
    }
    SparkTest.spark().conf().unset("spark.sql.catalog.nosuch");
  }

  // failures say nothing of values

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "user_id,age;u1,20;secret4711,47;secret4711,47       | 3 | occur more often: 1;",
        "user_id,age;u1,20;,-4711                            | 3 | Rows without an id: 1;",
        "user_id,age;u1,20;u2,secret4711                     | 2 | Rows that are not: 1;",
        "user_id,age;u1,20;u2,-4711                          | 2 | Rows that are not: 1;",
      })
  void refusalsCountAndNeverName(String table, int code, String words) {
    box.write("plan.conf", NOTHING_PUBLIC.replace("category", "fail"));
    box.write("v.csv", table.replace(';', '\n') + "\n");
    Ended ended = box.ldp("privatize --plan @plan.conf --input @v.csv --output @r");
    assertEquals(code, ended.code(), ended::toString);
    ended.says(words);
    ended.keeps("4711");
    assertEquals("", ended.out());
    assertEquals(List.of("plan.conf", "v.csv"), box.names(""));
  }

  /** Evaluated by tasks, and by the driver, which computes small constant tables itself. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "as_number(text) | (SELECT id AS user_id, IF(id = 1, 'secret4711', '20') AS text FROM"
            + " range(3))",
        "CAST(text AS INT) | VALUES (1, '20'), (2, 'secret4711') AS t(user_id, text)",
      })
  void whatATaskSaysOfItsRowIsWithheld(String age, String rows) {
    SparkTest.withAnsi();
    registerToNumber();
    box.write("plan.conf", NOTHING_PUBLIC);
    SparkTest.spark()
        .sql("SELECT user_id, " + age + " AS age FROM " + rows)
        .createOrReplaceTempView("poisoned");
    box.ldp("privatize --plan @plan.conf --input poisoned --output @r")
        .failed("Its message is withheld")
        .keeps("secret4711");
    ldp("--stacktrace sql -e %s", "SELECT sum(age) FROM poisoned").failed("secret4711");
    SparkTest.spark().catalog().dropTempView("poisoned");
  }

  private static void registerToNumber() {
    SparkTest.spark()
        .udf()
        .register("as_number", (UDF1<String, Integer>) Integer::parseInt, DataTypes.IntegerType);
  }

  /** A person who is taken for the header, or for a key, is not named; how many columns is said. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v.csv  | alice4711@x.org,cancer,17 Elm Street;bob,flu,3 Oak Street | it has 3 columns",
        "v.json | {\"alice4711@x.org\": 1, \"age\": 2}                  | Missing: user_id in"
            + " v.json (rows: 1)",
      })
  void columnsThatAreNamedByTheDataAreCountedAndNotNamed(String file, String text, String words) {
    box.write("plan.conf", NOTHING_PUBLIC);
    box.write(file, text.replace(';', '\n') + "\n");
    Ended ended = box.ldp("privatize --plan @plan.conf --output @r --input @" + file);
    ended.badInput(words);
    ended.keeps("4711").keeps("Elm");
    // Of a schema that a person wrote, the names help.
    SparkTest.spark().sql("SELECT 1 AS user_id, 2 AS height").createOrReplaceTempView("heights");
    box.ldp("privatize --plan @plan.conf --input heights --output @r")
        .says("Missing: age; it has user_id, height.");
    SparkTest.spark().catalog().dropTempView("heights");
  }

  /** Spark computes constant tables on the driver, where no task stands between. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT java_method('java.util.UUID', 'fromString', t) FROM VALUES ('secret4711') AS v(t)",
        "SELECT t RLIKE t FROM VALUES ('secret4711(') AS v(t)",
        "SELECT CAST(t AS INT) FROM VALUES ('secret4711') AS v(t)",
        "SELECT as_number(t) FROM VALUES ('secret4711') AS v(t)",
        "SELECT raise_error(t) FROM VALUES ('secret4711') AS v(t)",
        "SELECT element_at(map('a', 1), t) / int(t) FROM VALUES ('secret4711') AS v(t)",
        "SELECT from_json(t, t) FROM VALUES ('secret4711') AS v(t)",
        "SELECT secret FROM (SELECT 1 AS secret4711)",
      })
  void whatFailsOnTheDriverKeepsItsMessageToItself(String sql) {
    SparkTest.withAnsi();
    registerToNumber();
    Ended ended = ldp("sql -e %s", sql);
    assertFalse(ended.code() == Exit.DONE, ended::toString);
    ended.keeps("4711");
  }

  /** What Spark says of the user's own words, before any row is read, can hold no value. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT CAST(DATE'2026-01-01' AS INT) | cannot cast \"DATE\" to \"INT\"",
        "SELECT name, count(*) FROM people   | [MISSING_GROUP_BY]",
        "SELECT array(name) + age FROM people | [DATATYPE_MISMATCH",
        "SELECT sum(age, 2) FROM people      | [WRONG_NUM_ARGS",
        "SELECT DATE'some day'               | [INVALID_TYPED_LITERAL]",
        "SELECT 1 FROM people GROUP BY 3     | [GROUP_BY_POS_OUT_OF_RANGE]",
      })
  void whatSparkSaysOfAStatementIsShown(String sql, String words) {
    SparkTest.withAnsi();
    String named = "SELECT %s AS name, 1 AS age";
    for (String name : List.of("'bob'", "'secret4711'")) {
      SparkTest.spark().sql(named.formatted(name)).createOrReplaceTempView("people");
      ldp("sql -e %s", sql).badInput(words).keeps("4711", "withheld");
    }
    SparkTest.spark().catalog().dropTempView("people");
  }

  /** The first person of a file without a header is in no message, whoever that is. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT struct(*) + 1 FROM csv.`%s`",
        "SELECT x FROM (SELECT struct(*) AS x FROM csv.`%s`) WHERE x > 1",
        "SELECT *, count(*) FROM csv.`%s`",
        "SELECT secret FROM csv.`%s`",
        "SELECT * FROM csv.`%<s` a JOIN csv.`%<s` b USING (secret)",
        "SELECT x.secret FROM (SELECT struct(*) AS x FROM csv.`%s`)",
        "SELECT explode(struct(*)) FROM csv.`%s`",
        "SELECT * FROM csv.`%<s` UNION SELECT 1, 2, 3, struct(*) FROM csv.`%<s`",
        "SELECT map(struct(*), 1)[1] FROM csv.`%s`",
      })
  void whatSparkSaysOfColumnsThatAreDataIsTheSameForEverybody(String sql) {
    List<String> said = new ArrayList<>();
    for (String first : List.of("secret4711,flu", "bob,secret4711")) {
      box.write("v.csv", first + "\nann,flu\n");
      Ended ended =
          ldp(
              "sql -e %s",
              "CREATE OR REPLACE TEMP VIEW v USING csv OPTIONS (path '%s', header true); %s"
                  .formatted(box.at("v.csv"), sql.replaceAll("csv\\.`%<?s`", "v")));
      assertFalse(ended.code() == Exit.DONE, ended::toString);
      said.add(ended.keeps("4711").err().replaceAll("ldp-failure-\\d+", ""));
    }
    assertEquals(said.get(0), said.get(1));
  }

  @Test
  void whatIsWithheldIsInAFileThatOnlyItsUserCanRead() throws IOException {
    Ended ended = ldp("sql -e %s", "SELECT raise_error(t) FROM VALUES ('secret4711') AS v(t)");
    Path file =
        Path.of(ended.failed().keeps("4711").err().replaceAll("(?s).*it in (.*)\\.\n", "$1"));
    assertTrue(Files.readString(file).contains("secret4711"));
    assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(file));
    Files.delete(file);
    ldp("--stacktrace sql -e %s", "SELECT raise_error(t) FROM VALUES ('b') AS v(t)")
        .failed("withheld")
        .keeps("ldp-failure");
  }

  @Test
  void trueCausesAreNamed() throws IOException {
    box.write("plan.conf", NOTHING_PUBLIC);
    box.write("v.csv", "user_id,age\nu1,20\n");
    box.ldp("accumulate --input @v.csv --output @a").badInput("a file; privatize makes reports");
    box.ldp("run --follow --plan @plan.conf --input @v.csv --output @r --checkpoint @c")
        .badInput("a stream reads a folder");
    String missing = NOTHING_PUBLIC.replace("= age", "= agee").replace("user_id", "uid");
    box.write("missing.conf", missing);
    box.ldp("privatize --plan @missing.conf --input @v.csv --output @r")
        .badInput("Missing: uid, agee; it has 2 columns", "--read delimiter=");
  }

  /** Spark itself would try for a minute, and not say which. */
  @Test
  void aMasterThatCannotBeReachedIsNamedAtOnce() throws IOException {
    try (ServerSocket there = new ServerSocket(0)) {
      int open = there.getLocalPort();
      there.close();
      String master = "spark://127.0.0.1:" + open;
      for (String option : List.of("--master ", "--conf spark.master=")) {
        ldp(option + master + " sql -e %s", "SELECT 1")
            .failed("must be reachable. Provided: " + master + " (a connection was refused)");
      }
    }
  }

  @Test
  void errorsOfTheJvmEndAsOneSentence() {
    Failures.FailureText stack = Failures.of(new RuntimeException(new StackOverflowError()));
    assertEquals(Exit.FAILED, stack.code());
    String services = Failures.of(new ServiceConfigurationError("C: P not found")).sentence();
    assertTrue(services.contains("names a class that is not there"), services);
    assertTrue(stack.sentence().contains("needs more stack"), stack::toString);
    assertTrue(
        Failures.of(new OutOfMemoryError("secret4711")).sentence().contains("needs more memory"));
    Failures.FailureText other = Failures.of(new NoClassDefFoundError("secret4711"));
    assertTrue(other.sentence().contains("failed with NoClassDefFoundError"), other::toString);
    assertFalse(other.sentence().contains("4711"), other::toString);
  }

  @Test
  void whatATerminalWouldObeyIsSpelledOut() {
    Ended ended = ldp("sql -e %s", "SELECT '\u001b[31mred\u202e' AS `\u001b[2J`").done();
    assertEquals("\\u001b[2J\n\\u001b[31mred\\u202e\n", ended.out());
    ldp("privatize %s", "--\u001b[31m").keeps("\u001b");
  }

  // where results go

  @Test
  void theOutputMayBeNeitherTheRootNorInsideOfTheInput() {
    box.write("plan.conf", NOTHING_PUBLIC);
    box.write("in/v.csv", "user_id,age\nu1,20\nu2,30\n");
    box.ldp("privatize --plan @plan.conf --input @in/v.csv --output /")
        .badInput("a folder below another");
    for (String command : List.of("privatize", "run")) {
      for (String inside : List.of("@in", "@in/out", "@in/../in/out")) {
        box.ldp(command + " --plan @plan.conf --input @in/ --output " + inside)
            .badInput("outside of the input");
      }
    }
    assertEquals(List.of("v.csv"), box.names("in"));
  }

  @ParameterizedTest
  @CsvSource({
    "_delta_log/0.json, Delta",
    "metadata/v1.metadata.json, Iceberg",
    ".hoodie/hoodie.properties, Hudi"
  })
  void theFolderOfATableFormatIsNotReadAsPlainFiles(String file, String name) {
    box.write("plan.conf", NOTHING_PUBLIC);
    box.write("table/part-0.csv", "user_id,age\nu1,20\n");
    box.write("table/" + file, "{}");
    box.ldp("privatize --plan @plan.conf --input @table --output @r")
        .badInput("a table of " + name);
  }

  /** A plan of words, which are {@code a "b", c} and d. */
  private static final String WORDS =
      NOTHING_PUBLIC
          .replace("column = age", "column = word")
          .replace("range, from = 16, to = 99", "list, items = [\"a \\\"b\\\", c\", \"d\"]")
          .replace("hadamard(epsilon=2.0)", "grr(epsilon=20)");

  @Test
  void quotesInACsvAreDoubledAsRfc4180SaysInAndOut() throws IOException {
    box.write("plan.conf", WORDS);
    box.write("v.csv", "user_id,word\nu1,\"a \"\"b\"\", c\"\nu2,d\n");
    box.ldp("run --plan @plan.conf --input @v.csv --output @r").done();
    String csv = csv("r/estimated/estimates_csv");
    List<String> lines = box.read("r/estimated/estimates_csv/" + csv).lines().toList();
    assertTrue(lines.get(1).startsWith("\"a \"\"b\"\", c\",1.0"), lines::toString);
  }

  /** Three items that differ in spaces alone would be three rows of one name. */
  @Test
  void spacesAtAnItemsEndsStandInTheWrittenCsv() throws IOException {
    box.write("plan.conf", WORDS.replaceAll("items = .*]", "items = [\" a\", \"b \"]"));
    box.write("v.csv", "user_id,word\nu1,b \n");
    box.ldp("run --plan @plan.conf --input @v.csv --output @r").done();
    String csv = box.read("r/estimated/estimates_csv/" + csv("r/estimated/estimates_csv"));
    assertTrue(csv.matches("(?s)[^\n]*\n a,.*\nb ,.*"), csv);
  }

  private String csv(String folder) {
    return box.names(folder).stream()
        .filter(file -> file.matches("[^.].*csv"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aDomainsTableIsOneOfTheCatalogueAndNotAnyFile() {
    box.write("release.key", "ab".repeat(32) + "\n");
    for (String table : List.of("text.`release.key`", "csv.`release.key`", "nowhere", "no-where")) {
      String domain = "domain { type = column, table = \"" + table + "\", column = value }";
      box.write("plan.conf", NOTHING_PUBLIC.replaceAll("domain .*", domain));
      box.ldp("privatize --plan @plan.conf --input people --output @r")
          .badInput("must be in the catalogue");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"privatize --plan %s --input x --output y", "sql -f %s", "@%s"})
  void aKeyInPlaceOfAnotherFileIsNotShown(String line) {
    Path key = box.write("release.key", "ab".repeat(32) + "\n");
    ldp(line, key).badInput().keeps("abababab");
  }

  @Test
  void whatOurOwnCodeSaysInATaskIsShown() {
    Ended ended =
        ldp("sql -e %s", "SELECT ldp_randomize(id + 98, 'grr(epsilon=1.0,k=99)') FROM range(3)");
    ended.badInput();
    assertTrue(ended.err().startsWith("ldp: a value must be an item index in [0, k)"), ended.err());
  }

  // usage

  @ParameterizedTest
  @CsvSource({
    "protocol, colunm = age, Did you mean column?",
    "hadamard, , Did you mean grr or pgr?"
  })
  void aMisspeltKeyOrProtocolIsGuessed(String word, String line, String words) {
    String misspelt = line == null ? PLAN.replace(word, "ggr") : PLAN.replace("column = age", line);
    box.write("plan.conf", misspelt);
    box.ldp("run --plan @plan.conf --input x --output @y").badInput(words);
  }

  @Test
  void helpOfACommandIsItsOwnHelp() {
    assertEquals(ldp("run --help").done().out(), ldp("help run").done().out());
    assertEquals(ldp("--help").done().out(), ldp("help").done().out());
  }

  // studies

  @Test
  void designTurnsAnErrorIntoPeopleAndBack() {
    String design = "design --domain 64 --epsilon 1 --format csv ";
    String people = ldp(design + "--error 0.01").done().lines().get(1).split(",")[5];
    double[] errors = ldp(design + "--users %s", people).done().column("standard_error");
    assertEquals(0.01, errors[0], 1e-5);
  }

  /** Here none of them is on the class path. */
  @ParameterizedTest
  @CsvSource({
    "lab, simulate --spec rr(epsilon=1) --users 5",
    "lab, reproduce gaussian-1 --output x",
    "lab, bench --data x",
    "lab, bench --help",
    "lab, demo",
    "lab, generate zipf --rows 5 --output x",
    "optimizer, optimize --workload prefix --domain 8 --epsilon 1",
    "optimizer, design --task workload --workload prefix --domain 8 --epsilon 1"
  })
  void aCommandOfAnotherJarNamesTheJar(String jar, String line) {
    Ended ended = ldp(line).badInput("with its jar", "spark-ldp-" + jar + ".jar in --jars.");
    assertEquals(1, ended.err().lines().count(), ended::toString);
  }

  @ParameterizedTest
  @CsvSource({"release, task = release", "lab, queries = []"})
  void aPlanOfAnotherJarNamesTheJar(String jar, String plan) {
    box.write("other.conf", plan);
    box.ldp("run --input x --output y --plan @other.conf")
        .badInput("must have its jar", "spark-ldp-" + jar + ".jar in --jars.");
  }
}
