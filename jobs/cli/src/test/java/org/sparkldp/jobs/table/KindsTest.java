package org.sparkldp.jobs.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Refused;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.privatize.Rehearsal;
import org.sparkldp.sql.SparkTest;

/**
 * What a column may be. Ids, groups and values have one spelling each, wherever and whenever they
 * are read; a type of which this is not true is refused before anybody is asked, with a remedy that
 * works. Epsilon is 20, so an estimate is the truth to .01.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
class KindsTest {
  private static final String LIST = "domain { type = list, items = [red, blue] }";

  @RegisterExtension final Sandbox box = new Sandbox();

  /** 20 people, half red and half blue, with a column x. */
  private void people(String id, String colour, String x) {
    box.delete("people");
    box.table("people", query(id, colour, x));
  }

  private static String query(String id, String colour, String x) {
    return "SELECT %s AS id, %s AS colour, %s AS x FROM (SELECT id AS n,".formatted(id, colour, x)
        + " IF(id % 2 = 0, 'red', 'blue') AS c FROM range(20))";
  }

  private static String plan(String column, String domain, String... more) {
    return String.join(
        "\n",
        "name = kinds\ncolumn = \"" + column + "\"",
        domain,
        "protocol = \"grr(epsilon=20)\"\nrandomness = keyed",
        List.of(more).stream().anyMatch(line -> line.startsWith("id =")) ? "" : "id = id",
        List.of(more).stream().anyMatch(line -> line.startsWith("outside"))
            ? ""
            : "outside = category",
        String.join("\n", more));
  }

  private Ended run(String plan, String input, String more) {
    box.write("plan.conf", plan);
    return box.ldp(
        "run --plan @plan.conf --input @" + input + " --output @out --format csv" + more);
  }

  private static void estimates(Ended done, double... people) {
    assertArrayEquals(people, done.done().column("estimate"), .01);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "concat('u', n) COLLATE UTF8_LCASE | c | 0 | id of type STRING COLLATE UTF8_LCASE; give it one spelling",
        "concat('u', n) COLLATE UTF8_BINARY_RTRIM | c | 0 | give it one spelling",
        "CAST(n AS DOUBLE) | c | 0 | CAST(id AS BIGINT)",
        "CAST(n AS DECIMAL(9,2)) | c | 0 | CAST(id AS BIGINT)",
        "CAST(DATE'2026-01-01' + CAST(n AS INT) AS TIMESTAMP) | c | 0 | time zone",
        "array(n) | c | 0 | make one of it in a view",
        "n | c COLLATE UNICODE | 0 | give it one spelling",
        "n | CAST(c AS BINARY) | 0 | CAST(colour AS STRING)",
        "n | array(c) | 0 | colour of type ARRAY",
        "n | map(c, 1) | 0 | colour of type MAP",
        "n | named_struct('a', c) | 0 | name one of its fields, as in colour.FIELD",
        "n | TIMESTAMP'2026-01-01 00:00:00' | 0 | date_format(to_utc_timestamp(colour",
        "n | c | c COLLATE UTF8_LCASE | x of type STRING COLLATE UTF8_LCASE",
        "n | c | TIMESTAMP'2026-01-01 00:00:00' | x of type TIMESTAMP",
        "n | c | array(1) | x of type ARRAY",
        "n | c | map(1, 1) | x of type MAP",
        "n | c | named_struct('a', 1) | as in x.FIELD",
      })
  void aTypeWithoutOneSpellingIsRefused(String id, String colour, String x, String words) {
    if ((id + colour + x).contains("COLLATE")) {
      SparkTest.assumeSince("4.0", "COLLATE");
    }
    Plan plan = Fixture.reader().read(plan("colour", LIST, "public = [x]"), "plan.conf");
    Dataset<Row> people = spark().sql(query(id, colour, x));
    String sentence = Refused.badInput(words, () -> new Privatization(plan).check(people));
    assertTrue(sentence.startsWith("the column's type must be"), sentence);
    Refused.badInput(words, () -> Rehearsal.of(plan, Inputs.CountedTable.of(people), Days.ALL));
    Refused.badInput(words, () -> Job.of(spark(), plan).run(people, box.path("out")));
    assertFalse(box.has("out"));
  }

  /** The twin: types that are taken, each with a text of its own. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "'a'",
        "true",
        "1",
        "1.5",
        "CAST(1.5 AS DOUBLE)",
        "DATE'2026-01-01'",
        "X'61'",
        "TIMESTAMP_NTZ'2026-01-01 00:00:00'",
        "INTERVAL '1' DAY",
      })
  void aTypeWithOneSpellingIsTaken(String x) {
    Plan plan = Fixture.reader().read(plan("colour", LIST, "public = [x]"), "plan.conf");
    new Privatization(plan).check(spark().sql(query("concat('u', n)", "c", x)));
  }

  @Test
  void aRefusalWritesNothingAndItsTwinIsDrawn() {
    SparkTest.assumeSince("4.0", "COLLATE");
    String plan = plan("colour", LIST, "public = [x]");
    people("concat('u', n) COLLATE UTF8_LCASE", "c", "0");
    run(plan, "people", "").badInput("id of type STRING COLLATE UTF8_LCASE");
    assertFalse(box.has("out"));
    people("concat('u', n)", "c", "concat('x', n % 2)");
    estimates(run(plan, "people", " --group-by x"), 10, 0, 0, 0, 10, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"America/New_York", "Asia/Tokyo"})
  void theRemedyOfATimestampIsOneTextInEveryZone(String zone) {
    SparkTest.startedWith("spark.sql.session.timeZone", zone);
    assertEquals(
        "2026-01-01 00:00",
        spark()
            .sql(
                "SELECT date_format(to_utc_timestamp(TIMESTAMP'2026-01-01 00:00:00Z',"
                    + " current_timezone()), 'yyyy-MM-dd HH:mm')")
            .head()
            .getString(0));
  }

  @Test
  void aGroupOfBytesIsHexadecimalEverywhere() {
    people("n", "c", "CAST(concat('x', n % 2) AS BINARY)");
    Ended done = run(plan("colour", LIST, "public = [x]"), "people", " --group-by x");
    estimates(done, 10, 0, 0, 0, 10, 0);
    List<String> groups = done.lines().stream().filter(line -> line.contains(",red,")).toList();
    assertEquals(List.of("7830", "7831"), groups.stream().map(g -> g.split(",")[0]).toList());
    assertEquals(
        List.of("[7830]", "[7831]"),
        box
            .table("out/privatized/reports")
            .select("x")
            .distinct()
            .orderBy("x")
            .collectAsList()
            .stream()
            .map(Row::toString)
            .toList());
  }

  @Test
  void aFieldOfAStructIsNamedAsSparkNamesItInEveryPlaceOfAPlan() {
    people(
        "n",
        "c",
        "named_struct('user', concat('u', n), 'colour', c, 'a.b', n % 2, 'day', DATE'2026-01-01')");
    String plan =
        plan("x.colour", LIST, "id = x.user", "public = [\"x.`a.b`\", x.day]", "period = x.day");
    estimates(run(plan, "people", ""), 10, 10, 0);
    estimates(run(plan, "people", " --group-by x.`a.b`"), 10, 0, 0, 0, 10, 0);
    box.delete("out");
    run(plan("x.`colour`", LIST), "people", "").badInput("write x.colour");
    run(plan("colour", LIST, "public = [\"x.`colour`\"]", "id = x.colour"), "people", "")
        .badInput("copied in clear");
    run(plan("x.age", LIST), "people", "").badInput("Missing: x.age");
  }

  @Test
  void predicatesNameFieldsAsSqlDoes() {
    people("n", "c", "named_struct('colour', c, 'in', named_struct('odd', n % 2))");
    String plan =
        """
        name = asked
        task = workload
        attributes = [
          { column = x.colour, domain { type = list, items = [red, blue] } }
          { column = x.in.odd, domain { type = range, from = 0, to = 1 } }
        ]
        workload { type = predicates, queries = ["x.colour = 'red' AND x.in.odd = 0", "x.in.odd = 1"] }
        protocol = "factorization(epsilon=20)"
        id = id
        outside = fail
        randomness = keyed
        """;
    estimates(run(plan, "people", ""), 10, 10);
  }

  private void write(String name, String... lines) {
    box.write(name, String.join("\n", lines) + "\n");
  }

  @Test
  void aFieldOfAnObjectOfJsonIsReadAsWell() {
    write(
        "in/a.jsonl",
        "{\"p\":{\"user\":\"1\",\"colour\":\"red\",\"age\":21.0}}",
        "{\"p\":{\"colour\":\"blue\",\"more\":[1],\"user\":\"2\",\"age\":\"22\"},\"q\":1}");
    estimates(run(plan("p.colour", LIST, "id = p.user"), "in/a.jsonl", ""), 1, 1, 0);
    String ages = plan("p.age", "domain { type = range, from = 20, to = 22 }", "id = p.user");
    box.delete("out");
    estimates(run(ages, "in/a.jsonl", ""), 0, 1, 1, 0);
    box.delete("out");
    run(plan("p.color", LIST, "id = p.user"), "in/a.jsonl", "")
        .badInput("Missing: p.color in a.jsonl");
    write("in/a.jsonl", "{\"p\":{\"user\":\"1\",\"colour\":\"red\"}}", "{\"p\":\"no\"}");
    box.delete("out");
    run(plan("p.colour", LIST, "id = p.user"), "in/a.jsonl", "").badInput("");
  }

  private static String[] csv(String header, String... rows) {
    return IntStream.range(-1, rows.length)
        .mapToObj(i -> i < 0 ? "id," + header : i + "," + rows[i])
        .toArray(String[]::new);
  }

  private static final String RANGE = "domain { type = range, from = 20, to = 22 }";

  @ParameterizedTest
  @ValueSource(strings = {RANGE, "domain { type = list, items = [20, 21, 22] }"})
  void aWholeNumberIsOneInEverySpelling(String domain) {
    String plan = plan("age", domain);
    write("in/a.csv", csv("age", "20", "21.0", "22.00", "21.", "2.1E1", "21.5", "2l"));
    estimates(run(plan, "in/a.csv", ""), 1, 3, 1, 2);
    write(
        "in/b.json",
        "{\"id\":1,\"age\":21.0}",
        "{\"id\":2,\"age\":\"21\"}",
        "{\"id\":3,\"age\":22}");
    box.delete("out");
    estimates(run(plan, "in/b.json", ""), 0, 2, 1, 0);
    for (String type : List.of("DOUBLE", "FLOAT", "DECIMAL(9,3)", "INT")) {
      box.delete("people");
      box.delete("out");
      box.table("people", "SELECT id, CAST(20 + id % 4 AS " + type + ") AS age FROM range(8)");
      estimates(run(plan, "people", ""), 2, 2, 2, 2);
    }
  }

  @Test
  void aNumberTooLargeForADoubleKeepsItsDigits() {
    String domain = "domain { type = range, from = 9007199254740992, to = 9007199254740993 }";
    String highest = "9007199254740993";
    write("in/a.csv", csv("age", highest, highest + ".0", " " + highest + " ", "9007199254740992"));
    estimates(run(plan("age", domain), "in/a.csv", ""), 1, 3, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[\"1\", \"1.0\"]", "[\"1\", other]", "[\"01\", \"1.0\"]"})
  void inAListThatIsNotOfDifferentNumbersTextsAreTexts(String items) {
    write("in/a.csv", csv("x", "1.0", "1.0", "1.00"));
    double[] found =
        run(plan("x", "domain { type = list, items = " + items + " }"), "in/a.csv", "")
            .done()
            .column("estimate");
    assertEquals(items.contains("1.0") ? 2 : 0, found[1], .01);
    assertEquals(items.contains("1.0") ? 1 : 3, found[2], .01);
  }

  @Test
  void aValueThatIsNoNumberStaysMissing() {
    write("in/a.csv", csv("age", "20", "n/a", "23", ""));
    estimates(run(plan("age", RANGE, "missing = category"), "in/a.csv", ""), 1, 0, 0, 1, 2);
  }

  // Ids.

  @Test
  void idsOfCsvAndJsonAreTexts() {
    write("in/a.csv", "id,colour", "0007,red", "7,blue", "07,blue");
    estimates(run(plan("colour", LIST), "in/a.csv", ""), 1, 2, 0);
    String integer = plan("colour", LIST, "id_type = integer");
    box.delete("out");
    run(integer, "in/a.csv", "").refused("Ids that occur more often: 1");
    write("in/a.csv", "id,colour", "0007,red", "8.0,blue", "A1,blue", "9.5,red");
    run(integer, "in/a.csv", "").refused("by a whole number", "without an id: 2");
    write("in/b.json", "{\"id\":7,\"colour\":\"red\"}", "{\"id\":\"A1\",\"colour\":\"red\"}");
    estimates(run(plan("colour", LIST), "in/b.json", ""), 2, 0, 0);
    write("in/b.json", "{\"id\":7,\"colour\":\"red\"}", "{\"id\":7.5,\"colour\":\"red\"}");
    box.delete("out");
    run(plan("colour", LIST), "in/b.json", "").badInput("id of type DOUBLE");
  }

  /** The same person, be it by a number of a table, of a file, or by a text of a file. */
  @Test
  void aSeriesGoesOnUnderIdType() {
    people("n", "c", "0");
    String plan = plan("colour", LIST);
    estimates(run(plan, "people", ""), 10, 10, 0);
    write(
        "in/a.csv",
        csv("colour", IntStream.range(0, 21).mapToObj(i -> "red").toArray(String[]::new)));
    run(plan, "in/a.csv", "")
        .refused(
            "type of id is BIGINT", "write id_type = integer in the plan", "Nothing was drawn");
    estimates(run(plan + "\nid_type = integer", "in/a.csv", ""), 11, 10, 0); // number 20 is new
    box.delete("out");
    estimates(run(plan, "in/a.csv", ""), 21, 0, 0);
    run(plan, "people", "").refused("write id_type = text in the plan");
    estimates(run(plan + "\nid_type = text", "people", ""), 21, 0, 0);
  }

  @Test
  void reportsOfPeopleByTwoKindsOfIdsAreNotAddedUp() {
    people("n", "c", "0");
    write("in/a.csv", csv("colour", "red", "blue"));
    box.write("plan.conf", plan("colour", LIST));
    box.ldp("privatize --plan @plan.conf --input @people --output @a").done();
    box.ldp("privatize --plan @plan.conf --input @in/a.csv --output @b").done();
    box.ldp("accumulate --input @a @b --output @sum").refused("ids of type BIGINT and STRING");
    box.ldp("accumulate --input @a --output @sa").done();
    box.ldp("accumulate --input @b --output @sb").done();
    box.ldp("estimate --input @sa @sb --output @e").refused("ids of type BIGINT and STRING");
    box.ldp("estimate --input @sa --output @e").done();
  }

  // The public list.

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'red\u00a0', blue | begin and end with what people see",
        "'\u200bred', blue | begin and end with what people see",
        "'caf\u00e9', 'cafe\u0301' | must not look alike",
        "'New York', 'New\u00a0York' | must not look alike",
        "red, 'red ' | must not look alike",
        "red, '' | takes for no value",
        "red, NULL | takes for no value",
        "red, 'a\\nb' | cannot hold",
        "red, '\u20ac' | cannot hold",
      })
  void anItemThatNobodyCouldHaveIsRefused(String items, String words) {
    String list = items.replace("'", "\"");
    write("in/a.csv", csv("colour", "red"));
    String read = "read { nullValue = NULL, encoding = ISO-8859-1 }";
    if (items.contains("''")) {
      read = "";
    }
    run(plan("colour", "domain { type = list, items = [" + list + "] }", read), "in/a.csv", "")
        .badInput(words);
    estimates(run(plan("colour", LIST, read), "in/a.csv", ""), 1, 0, 0);
  }

  @Test
  void anEmptyTextIsAnItemWhereItCanBeOne() {
    write("in/a.csv", csv("colour", "red", "\"\"", ""));
    String plan = plan("colour", "domain { type = list, items = [red, \"\"] }");
    estimates(run(plan + "\nread { nullValue = NULL }", "in/a.csv", ""), 1, 1, 1);
    box.table("people", "SELECT id, '' AS colour FROM range(3)");
    box.delete("out");
    estimates(run(plan, "people", ""), 0, 3, 0);
  }

  @Test
  void aNameThatIsTwiceInATableIsRefused() {
    spark().conf().set("spark.sql.caseSensitive", "true");
    try {
      spark()
          .sql("SELECT id, 'red' AS colour, 'x' AS Colour FROM range(3)")
          .write()
          .parquet(box.path("people"));
    } finally {
      spark().conf().unset("spark.sql.caseSensitive");
    }
    run(plan("colour", LIST), "people", "").badInput("a name must be one column's");
  }

  // Values that nobody expected.

  /** Days of 200 people; of the last one half of the reds are written otherwise, or of all days. */
  private Ended days(String otherwise) {
    return days(otherwise, plan("colour", LIST, "public = [day]", "period = day"));
  }

  private Ended days(String otherwise, String plan) {
    box.table(
        "people",
        "SELECT n AS id, DATE_ADD(DATE'2026-01-01', d) AS day, IF(n % 2 = 0 AND "
            + otherwise
            + ", 'RED', 'red') AS colour, n % 2 AS x FROM (SELECT id AS n, explode(sequence(0, 3)) AS d FROM"
            + " range(200))");
    return run(plan, "people", "").done();
  }

  @Test
  void aDayOnWhichManyMorePeopleAreOutsideIsSaid() {
    String words = "day=2026-01-04: (other) is an estimated 50 % of the people, and was 0 %";
    days("d = 3").shows(words);
    Dataset<Row> rows = box.table("out/estimated/estimates");
    assertEquals(3, rows.where("note LIKE '%(other) is an estimated 50 %'").count());
    assertEquals(0, rows.where("day < DATE'2026-01-04' AND note <> ''").count());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "protocol = \"grr(epsilon=20)\"",
        "protocol = \"factorization(epsilon=20)\"\ntask = workload\nworkload = marginals-1"
      })
  void soItIsOfOneColumnAmongSeveral(String asked) {
    String plan =
        "name = two\nattributes = [{ column = colour, "
            + LIST
            + " },"
            + " { column = x, domain { type = range, from = 0, to = 1 } }]\nid = id\n"
            + "outside = category\nrandomness = keyed\npublic = [day]\nperiod = day\n"
            + asked;
    days("d = 3", plan)
        .shows("day=2026-01-04: colour=(other) is an estimated 50 % of the people, and was 0 %");
  }

  @Test
  void whatWasAlwaysOutsideIsNotSaidAnew() {
    days("true");
    assertEquals(0, box.table("out/estimated/estimates").where("note <> ''").count());
  }
}
