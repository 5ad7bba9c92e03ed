package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.exit.Exit;
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
      postprocess = [norm-sub]
      """;

  @TempDir Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private String write(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  // sql

  private static final String SELECT =
      "SELECT id, 'a\"b,' || id AS text, id / 2 AS half, CAST(NULL AS INT) AS none, array(id) AS"
          + " list FROM range(2)";

  @Test
  void sqlPrintsTheLastResultAndNothingElse() throws IOException {
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
    String file =
        write("q.sql", "CREATE OR REPLACE TEMP VIEW v AS SELECT ';' AS x; -- a; b\nTABLE v;\n");
    assertEquals("x\n;\n", ldp("sql --format csv -f %s", file).done().out());
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
  void theVerbsOneByOneAndRunGiveTheSameEstimates() throws IOException {
    String plan = write("plan.conf", PLAN);
    ldp("generate events(days=2) --rows 3000 --seed 7 --partitions 3 --output %s", path("events"))
        .done();
    Ended privatized =
        ldp("privatize --plan %s --input %s --output %s", plan, path("events"), path("r")).done();
    assertEquals("", privatized.out());
    privatized.says("3000 reports of hadamard(epsilon=2.0,k=85");
    privatized.says("exact epsilon 1.99999");

    Ended again =
        ldp("privatize --plan %s --input %s --output %s", plan, path("events"), path("r")).done();
    again.says("already done, nothing was drawn: 3000 reports");

    ldp("accumulate --input %s --output %s --group-by day", path("r"), path("a")).done();
    Ended estimated =
        ldp("estimate --input %s --output %s --format csv", path("a"), path("e")).done();
    assertEquals("day,item,estimate,standard_error,lower,upper,norm_sub", estimated.lines().get(0));
    assertEquals(1 + 2 * 85, estimated.lines().size());
    assertTrue(estimated.lines().get(85).contains(",(other),"), estimated.lines().get(85));
    double sum =
        estimated.lines().stream()
            .skip(1)
            .mapToDouble(line -> Double.parseDouble(line.split(",")[6]))
            .sum();
    assertEquals(3000, sum, 1e-6);

    Ended run =
        ldp(
                "run --plan %s --input %s --output %s --group-by day --format csv --html %s",
                plan, path("events"), path("all"), path("report.html"))
            .done();
    assertEquals(estimated.out(), run.out());
    assertTrue(Files.readString(folder.resolve("report.html")).contains("ages"));
    assertEquals(
        run.out(),
        ldp(
                "run --plan %s --input %s --output %s --group-by day --format csv",
                plan, path("events"), path("all"))
            .done()
            .out());

    write("other.conf", PLAN.replace("ages", "other"));
    Ended refused =
        ldp(
            "privatize --plan %s --input %s --output %s",
            path("other.conf"), path("events"), path("r"));
    refused.refused();
    assertTrue(
        refused.err().startsWith("ldp: an output folder must hold reports of one plan"),
        refused.err());
  }

  @Test
  void theKeyFileMayBeAnOption() throws IOException {
    SparkTest.startedWith(KeyLocation.KEY_FILE, null);
    String plan = write("plan.conf", PLAN.replace("public = [day]\n", ""));
    String input = path("v.csv");
    write("v.csv", "user_id,age\nu1,20\nu2,30\n");
    Ended without = ldp("privatize --plan %s --input %s --output %s", plan, input, path("r"));
    without.badInput("needs a release key");
    String key = write("my.key", "ab".repeat(32));
    Ended open =
        ldp(
            "privatize --key-file %s --plan %s --input %s --output %s",
            key, plan, input, path("r"));
    open.badInput("run chmod 600 on it");
    Files.setPosixFilePermissions(Path.of(key), PosixFilePermissions.fromString("rw-------"));
    ldp("privatize --key-file %s --plan %s --input %s --output %s", key, plan, input, path("r"))
        .done();
    String bad = write("bad.key", "secret4711");
    Files.setPosixFilePermissions(Path.of(bad), PosixFilePermissions.fromString("rw-------"));
    Ended wrong =
        ldp(
            "privatize --key-file %s --plan %s --input %s --output %s",
            bad, plan, input, path("s"));
    wrong.badInput("64 hexadecimal digits");
    assertFalse(wrong.err().contains("secret4711"), wrong.err());
  }

  @Test
  void theDemoShowsEstimatesBesideTheTruthAndKeepsItsKeyToItself() throws IOException {
    Ended demo = ldp("demo --rows 2000 --output %s", path("demo")).done();
    assertTrue(demo.lines().get(0).endsWith("truth"), demo.out());
    assertTrue(demo.out().contains("US "), demo.out());
    Path key = folder.resolve("demo/release.key");
    assertEquals(PosixFilePermissions.fromString("rw-------"), Files.getPosixFilePermissions(key));
    String digits = Files.readString(key).strip();
    assertFalse((demo.out() + demo.err()).contains(digits));
    assertFalse(Files.readString(folder.resolve("demo/report.html")).contains(digits));
  }

  @Test
  void generatorsAreListed() {
    String list = ldp("generate --list").done().out();
    for (String name : List.of("zipf", "uniform", "events")) {
      assertTrue(list.contains(name), list);
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
    Files.createDirectories(folder.resolve("t/_delta_log"));
    String plan = write("plan.conf", PLAN);
    for (String[] input :
        new String[][] {{path("t"), "format=delta"}, {"nosuch.db.people", "versionAsOf=1"}}) {
      Ended ended =
          ldp(
              "--conf spark.sql.catalog.nosuch=no.such.Catalogue privatize --plan %s --input "
                  + "%s --read %s --output %s",
              plan, input[0], input[1], path("r"));
      ended.failed("--packages loads its jar");
    }
    SparkTest.spark().conf().unset("spark.sql.catalog.nosuch");
  }

  @Test
  void theSessionOfTheProcessOutlivesACommand() {
    ldp("sql -e %s", "SELECT 1").done();
    assertFalse(SparkTest.spark().sparkContext().isStopped());
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
  void refusalsCountAndNeverName(String table, int code, String words) throws IOException {
    String plan =
        write("plan.conf", PLAN.replace("category", "fail").replace("public = [day]\n", ""));
    write("v.csv", table.replace(';', '\n') + "\n");
    Ended ended = ldp("privatize --plan %s --input %s --output %s", plan, path("v.csv"), path("r"));
    assertEquals(code, ended.code(), ended::toString);
    ended.says(words);
    assertFalse(ended.err().contains("4711"), ended.err());
    assertEquals("", ended.out());
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(
          List.of("plan.conf", "v.csv"),
          left.map(p -> p.getFileName().toString()).sorted().toList());
    }
  }

  @Test
  void whatATaskSaysOfItsRowIsWithheld() throws IOException {
    SparkTest.spark()
        .udf()
        .register("to_number", (UDF1<String, Integer>) Integer::parseInt, DataTypes.IntegerType);
    String plan = write("plan.conf", PLAN.replace("public = [day]\n", ""));
    // Evaluated by tasks, and by the driver, which computes small constant tables itself.
    for (String rows :
        List.of(
            "(SELECT id AS user_id, IF(id = 1, 'secret4711', '20') AS text FROM range(3))",
            "VALUES (1, '20'), (2, 'secret4711') AS t(user_id, text)")) {
      for (String age : List.of("to_number(text)", "CAST(text AS INT)")) {
        SparkTest.spark()
            .sql("SELECT user_id, " + age + " AS age FROM " + rows)
            .createOrReplaceTempView("poisoned");
        Ended ended = ldp("privatize --plan %s --input poisoned --output %s", plan, path("r"));
        ended.failed("Its message is withheld");
        assertFalse(ended.err().contains("secret4711"), ended.err());
        Ended shown = ldp("--stacktrace sql -e %s", "SELECT sum(age) FROM poisoned");
        shown.failed("secret4711");
      }
    }
    SparkTest.spark().catalog().dropTempView("poisoned");
  }

  /** A person who is taken for the header, or for a key, is not named; how many columns is said. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "v.csv  | alice4711@x.org,cancer,17 Elm Street;bob,flu,3 Oak Street | it has 3 columns",
        "v.json | {\"alice4711@x.org\": 1, \"age\": 2}                  | Missing: user_id; it has"
            + " 1 columns",
      })
  void columnsThatAreNamedByTheDataAreCountedAndNotNamed(String file, String text, String words)
      throws IOException {
    String plan = write("plan.conf", PLAN.replace("public = [day]\n", ""));
    write(file, text.replace(';', '\n') + "\n");
    Ended ended = ldp("privatize --plan %s --input %s --output %s", plan, path(file), path("r"));
    ended.badInput(words);
    assertFalse((ended.out() + ended.err()).contains("4711"), ended.err());
    assertFalse((ended.out() + ended.err()).contains("Elm"), ended.err());
    // Of a schema that a person wrote, the names help.
    SparkTest.spark().sql("SELECT 1 AS user_id, 2 AS height").createOrReplaceTempView("heights");
    Ended named = ldp("privatize --plan %s --input heights --output %s", plan, path("r"));
    named.says("Missing: age; it has user_id, height.");
    SparkTest.spark().catalog().dropTempView("heights");
  }

  /** Spark computes constant tables on the driver, where no task stands between. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT java_method('java.util.UUID', 'fromString', t) FROM VALUES ('secret4711') AS v(t)",
        "SELECT t RLIKE t FROM VALUES ('secret4711(') AS v(t)",
        "SELECT CAST(t AS INT) FROM VALUES ('secret4711') AS v(t)",
        "SELECT to_number(t) FROM VALUES ('secret4711') AS v(t)",
        "SELECT raise_error(t) FROM VALUES ('secret4711') AS v(t)",
        "SELECT element_at(map('a', 1), t) / int(t) FROM VALUES ('secret4711') AS v(t)",
        "SELECT from_json(t, t) FROM VALUES ('secret4711') AS v(t)",
        "SELECT secret FROM (SELECT 1 AS secret4711)",
      })
  void whatFailsOnTheDriverKeepsItsMessageToItself(String sql) {
    SparkTest.spark()
        .udf()
        .register("to_number", (UDF1<String, Integer>) Integer::parseInt, DataTypes.IntegerType);
    Ended ended = ldp("sql -e %s", sql);
    assertFalse(ended.code() == Exit.DONE, ended::toString);
    assertFalse((ended.out() + ended.err()).contains("4711"), ended.err());
  }

  @Test
  void errorsOfTheJvmEndAsOneSentence() {
    Failures.Shown stack = Failures.of(new RuntimeException(new StackOverflowError()));
    assertEquals(Exit.FAILED, stack.code());
    assertTrue(stack.sentence().contains("needs more stack"), stack::toString);
    assertTrue(
        Failures.of(new OutOfMemoryError("secret4711")).sentence().contains("needs more memory"));
    Failures.Shown other = Failures.of(new NoClassDefFoundError("secret4711"));
    assertTrue(other.sentence().contains("failed with NoClassDefFoundError"), other::toString);
    assertFalse(other.sentence().contains("4711"), other::toString);
  }

  @Test
  void whatATerminalWouldObeyIsSpelledOut() {
    Ended ended = ldp("sql -e %s", "SELECT '\u001b[31mred\u202e' AS `\u001b[2J`").done();
    assertEquals("\\u001b[2J\n\\u001b[31mred\\u202e\n", ended.out());
    Ended refused = ldp("privatize %s", "--\u001b[31m");
    assertFalse(refused.err().contains("\u001b"), refused.err());
  }

  // where results go

  @Test
  void theOutputMayBeNeitherTheRootNorInsideOfTheInput() throws IOException {
    String plan = write("plan.conf", PLAN.replace("public = [day]\n", ""));
    Files.createDirectories(folder.resolve("in"));
    String input = write("in/v.csv", "user_id,age\nu1,20\nu2,30\n");
    Ended root = ldp("privatize --plan %s --input %s --output /", plan, input);
    root.badInput("a folder below another");
    for (String command : List.of("privatize", "run")) {
      for (String inside : List.of(path("in"), path("in/out"), path("in/../in/out"))) {
        Ended ended =
            Ended.of(command, "--plan", plan, "--input", path("in") + "/", "--output", inside);
        ended.badInput("outside of the input");
      }
    }
    assertEquals(List.of("v.csv"), List.of(folder.resolve("in").toFile().list()));
  }

  @ParameterizedTest
  @CsvSource({
    "_delta_log/0.json, Delta",
    "metadata/v1.metadata.json, Iceberg",
    ".hoodie/hoodie.properties, Hudi"
  })
  void theFolderOfATableFormatIsNotReadAsPlainFiles(String file, String name) throws IOException {
    String plan = write("plan.conf", PLAN.replace("public = [day]\n", ""));
    Path table = folder.resolve("table");
    SparkTest.spark().sql("SELECT 'u1' AS user_id, 20 AS age").write().parquet(table.toString());
    Files.createDirectories(table.resolve(file).getParent());
    Files.writeString(table.resolve(file), "{}");
    Ended ended = ldp("privatize --plan %s --input %s --output %s", plan, table, path("r"));
    ended.badInput("a table of " + name);
  }

  @Test
  void quotesInACsvAreDoubledAsRfc4180SaysInAndOut() throws IOException {
    String plan =
        write(
            "plan.conf",
            PLAN.replace("column = age", "column = word")
                .replace("public = [day]\n", "")
                .replace("range, from = 16, to = 99", "list, items = [\"a \\\"b\\\", c\", \"d\"]")
                .replace("epsilon=2.0", "epsilon=20")
                .replace("hadamard", "grr"));
    write("v.csv", "user_id,word\nu1,\"a \"\"b\"\", c\"\nu2,d\n");
    ldp("run --plan %s --input %s --output %s", plan, path("v.csv"), path("r")).done();
    try (Stream<Path> files = Files.list(folder.resolve("r/estimated/estimates_csv"))) {
      Path csv = files.filter(file -> file.toString().endsWith(".csv")).findFirst().orElseThrow();
      List<String> lines = Files.readAllLines(csv);
      assertTrue(lines.get(1).startsWith("\"a \"\"b\"\", c\",1.0"), lines::toString);
    }
  }

  @Test
  void aLineBreakInsideOfQuotesMakesNoRow() throws IOException {
    String plan =
        write(
            "plan.conf",
            PLAN.replace("column = age", "column = word")
                .replace("public = [day]\n", "public = [country]\n")
                .replace("range, from = 16, to = 99", "list, items = [a, b]"));
    write("v.csv", "user_id,word,country\n1,a,DE\n2,\"b\n999,b,SECRET4711\",FR\n");
    Ended ended =
        ldp("privatize --plan %s --input %s --output %s", plan, path("v.csv"), path("r")).done();
    ended.says("ldp: 2 reports");
    Ended shown =
        ldp("sql -e %s", "SELECT country FROM parquet.`" + path("r") + "/reports`").done();
    assertFalse(shown.out().contains("4711"), shown.out());
  }

  @Test
  void aDomainsTableIsOneOfTheCatalogueAndNotAnyFile() throws IOException {
    write("release.key", "ab".repeat(32) + "\n");
    for (String table : List.of("text.`release.key`", "csv.`release.key`", "nowhere")) {
      String plan =
          write(
              "plan.conf",
              PLAN.replace("public = [day]\n", "")
                  .replaceAll(
                      "domain .*",
                      "domain { type = column, table = \"" + table + "\", column = value }"));
      Ended ended = ldp("privatize --plan %s --input people --output %s", plan, path("r"));
      ended.badInput("must be in the catalogue");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--plan", "-f", "@"})
  void aKeyInPlaceOfAnotherFileIsNotShown(String option) throws IOException {
    String key = write("release.key", "ab".repeat(32) + "\n");
    Ended ended =
        switch (option) {
          case "--plan" -> ldp("privatize %s %s --input x --output %s", option, key, path("r"));
          case "-f" -> ldp("sql %s %s", option, key);
          default -> Ended.of("@" + key);
        };
    ended.badInput();
    assertFalse((ended.out() + ended.err()).contains("abababab"), ended.err());
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
  @ValueSource(
      strings = {
        "",
        "sql",
        "generate",
        "privatize",
        "accumulate",
        "estimate",
        "run",
        "query",
        "demo",
        "design",
        "simulate",
        "audit",
        "optimize",
        "reproduce",
        "bench"
      })
  void everyCommandHasHelp(String command) {
    Ended help = command.isEmpty() ? Ended.of("--help").done() : Ended.of(command, "--help").done();
    assertTrue(help.out().startsWith("Usage: ldp " + command), help.out());
    assertTrue(help.out().contains("--help"), help.out());
    assertEquals("", help.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nosuch",
        "--nosuch",
        "sql -e",
        "sql --nosuch",
        "sql -e X -f Y",
        "sql -e X --format xml",
        "privatize --plan p",
        "privatize extra",
        "generate zipf --rows many --output x",
        "accumulate --input a",
        "estimate",
        "run --plan p --input i",
        "query --script s --input i",
        "design --domain 4 --epsilon 1",
        "design --domain 4 --epsilon 1 --users 5 --error 0.1",
        "simulate",
        "audit",
        "optimize --workload prefix --domain 8",
        "reproduce",
        "reproduce factorization-1"
      })
  void badUsageShowsUsageOnStandardErrorAndExitsWithTwo(String line) {
    Ended ended = Ended.of(line.isEmpty() ? new String[0] : line.split(" "));
    ended.badInput();
    assertEquals("", ended.out());
    ended.says("Usage: ldp");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "generate",
        "generate nosuch --rows 5 --output x",
        "generate zipf --rows 0 --output x",
        "design --task nosuch --domain 4 --epsilon 1 --users 5",
        "design --domain 1 --epsilon 1 --users 5",
        "design --domain 4 --epsilon -1 --users 5",
        "design --domain 4 --epsilon 1 --users 0",
        "design --domain 4 --epsilon 1 --error 1",
        "simulate --spec nosuch(epsilon=1) --users 5 --trials 5",
        "simulate --spec rr(epsilon=1) --users 0 --trials 5",
        "simulate --spec rr(epsilon=1) --users 5 --trials 1",
        "audit --spec grr(epsilon=1)",
        "audit --spec rr(epsilon=1) --mutant 2",
        "sql -e nonsense",
        "sql -e ;",
        "privatize --plan nosuch.conf --input x --output y",
        "accumulate --input nosuch --output y",
        "estimate --input nosuch --output y",
        "query --script nosuch --input x --output y"
      })
  void badInputIsOneSentenceAndExitsWithTwo(String line) {
    Ended ended = Ended.of(line.split(" "));
    ended.badInput();
    assertEquals("", ended.out());
    assertTrue(ended.err().startsWith("ldp: "), ended.err());
    assertFalse(ended.err().contains("\tat "), ended.err());
  }

  // studies

  @Test
  void designRanksProtocolsUnderTheContractsColumns() {
    List<String> lines =
        ldp("design --task histogram --domain 64 --epsilon 1 --users 10000 --format csv")
            .done()
            .lines();
    assertTrue(
        lines
            .get(0)
            .startsWith("task,mechanism,domain,epsilon,standard_error,users_needed,report_bytes"),
        lines.get(0));
    assertTrue(lines.size() > 5, lines::toString);
    double[] errors =
        lines.stream().skip(1).mapToDouble(l -> Double.parseDouble(l.split(",")[4])).toArray();
    // The smallest report with nearly the least error comes first, then all others by error.
    double[] others = Arrays.copyOfRange(errors, 1, errors.length);
    double[] sorted = others.clone();
    Arrays.sort(sorted);
    assertTrue(Arrays.equals(sorted, others), lines::toString);
    assertTrue(errors[0] <= 1.02 * others[0], lines::toString);
  }

  @Test
  void designTurnsAnErrorIntoPeopleAndBack() {
    String people =
        ldp("design --domain 64 --epsilon 1 --error 0.01 --format csv")
            .done()
            .lines()
            .get(1)
            .split(",")[5];
    String error =
        ldp("design --domain 64 --epsilon 1 --users %s --format csv", people)
            .done()
            .lines()
            .get(1)
            .split(",")[4];
    assertEquals(0.01, Double.parseDouble(error), 1e-5);
  }

  @Test
  void simulateSpeaksTheContractsColumnsAndRepeatsItself() {
    String[] command = {
      "simulate", "--spec", "grr(epsilon=1.0,k=4)", "rr(epsilon=1.0)", "--users", "500",
      "--trials", "40", "--seed", "3", "--format", "csv"
    };
    List<String> lines = Ended.of(command).done().lines();
    assertTrue(
        lines
            .get(0)
            .startsWith(
                "spec,users,trials,bias,rmse,rmse_over_theory,ratio_to_limit,coverage,failures"),
        lines.get(0));
    assertEquals(3, lines.size());
    assertTrue(lines.get(1).startsWith("\"grr(epsilon=1.0,k=4)\",500,40,"), lines.get(1));
    assertEquals(withoutSeconds(lines), withoutSeconds(Ended.of(command).done().lines()));
  }

  private static List<String> withoutSeconds(List<String> lines) {
    return lines.stream().map(line -> line.substring(0, line.lastIndexOf(','))).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rr(epsilon=1.0)",
        "grr(epsilon=1.0,k=8)",
        "sue(epsilon=1.0,k=8)",
        "oue(epsilon=1.0,k=8)",
        "the(epsilon=1.0,k=8)",
        "blh(epsilon=1.0,k=8)",
        "olh(epsilon=1.0,k=8)",
        "hadamard(epsilon=1.0,k=8)",
        "subset(epsilon=1.0,k=8)",
        // One-time: a second randomization would leave so much room that 2 % do not use it up.
        "rappor(epsilon=1.0,k=8,irr_p=0.0,irr_q=1.0)"
      })
  void auditHoldsEveryOracleToItsClaimAndCatchesItsMutant(String spec) {
    Ended sound = ldp("audit --spec %s --samples 2000 --format csv", spec).done();
    assertTrue(
        sound
            .lines()
            .get(0)
            .startsWith("spec,claimed_epsilon,exact_epsilon,empirical_lower_bound,verdict"),
        sound.out());
    assertTrue(sound.lines().get(1).contains(",holds,"), sound.out());
    Ended mutant = ldp("audit --spec %s --samples 0 --mutant 0.02 --format csv", spec);
    mutant.refused();
    assertTrue(mutant.out().contains("above claim"), mutant.out());
  }
}
