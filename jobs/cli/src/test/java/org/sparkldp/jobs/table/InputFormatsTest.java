package org.sparkldp.jobs.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/**
 * The same people in every kind of file give the same reports. What a file cannot be read as is
 * refused, in words without a value.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class InputFormatsTest {
  private static final int PEOPLE = 40;
  private static final List<String> COUNTRIES = List.of("DE", "Österreich", "say \"hi\", you");

  private static final String PLAN =
      """
      name = countries
      column = country
      id = user_id
      protocol = "grr(epsilon=1.0)"
      domain { type = list, items = [DE, Österreich, "say \\"hi\\", you"] }
      outside = fail
      randomness = keyed
      public = [day]
      """;

  @RegisterExtension static final Sandbox box = new Sandbox();

  private static List<String> expected;

  @BeforeAll
  static void privatizeParquet() throws IOException {
    box.write("plan.conf", PLAN);
    write("made/people.csv", csv(",", true));
    SparkTest.spark()
        .read()
        .option("escape", "\"")
        .option("header", "true")
        .option("inferSchema", "true")
        .csv(box.path("made/people.csv"))
        .write()
        .parquet(box.path("people"));
    expected = reports("parquet", "people");
    assertEquals(PEOPLE, expected.size());
  }

  private static String country(int person) {
    return COUNTRIES.get(person % COUNTRIES.size());
  }

  private static String csv(String delimiter, boolean header) {
    return (header ? String.join(delimiter, "user_id", "country", "day") + "\n" : "")
        + IntStream.range(0, PEOPLE)
            .mapToObj(
                i ->
                    String.join(
                        delimiter,
                        "u" + i,
                        "\"" + country(i).replace("\"", "\"\"") + "\"",
                        "2026-01-0" + (1 + i % 2)))
            .collect(Collectors.joining("\n", "", "\n"));
  }

  private static List<String> objects() {
    return IntStream.range(0, PEOPLE)
        .mapToObj(
            i ->
                "{\"user_id\": \"u%d\", \"country\": \"%s\", \"day\": \"2026-01-0%d\"}"
                    .formatted(i, country(i).replace("\"", "\\\""), 1 + i % 2))
        .toList();
  }

  private static void write(String name, String text) throws IOException {
    write(name, text, StandardCharsets.UTF_8);
  }

  private static void write(String name, String text, Charset charset) throws IOException {
    Files.createDirectories(box.at(name).getParent());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(bytes) : bytes) {
      out.write(text.getBytes(charset));
    }
    Files.write(box.at(name), bytes.toByteArray());
  }

  private static Ended privatize(String output, String input, String... options) {
    StringBuilder line = new StringBuilder("privatize --plan @plan.conf --output @out/" + output);
    for (String option : options) {
      line.append(" --read ").append(option);
    }
    return box.ldp(line + " --input " + (box.has(input) ? "@" + input : input));
  }

  /** All reports, with the types of public columns left out: CSV and JSON have none. */
  private static List<String> reports(String output, String input, String... options) {
    privatize(output, input, options).done();
    return box
        .table("out/" + output + "/reports")
        .selectExpr("hex(report_id) || ' ' || plan || ' ' || report || ' ' || CAST(day AS DATE)")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  @Test
  void everyFormatGivesTheReportsOfParquet() throws IOException {
    box.table("people").write().orc(box.path("people.orc"));
    assertEquals(expected, reports("orc", "people.orc"));
    write("people.csv.gz", csv(",", true));
    assertEquals(expected, reports("csv.gz", "people.csv.gz"));
    write("people.tsv", csv("\t", true));
    assertEquals(expected, reports("tsv", "people.tsv"));
    write("tabbed", csv("\t", true));
    assertEquals(expected, reports("tabbed", "tabbed", "format=TSV"));
    write("tabs/people.tsv.gz", csv("\t", true));
    assertEquals(expected, reports("tabs", "tabs"));
    write("tabs/people.csv", csv(",", true));
    privatize("tabs2", "tabs").badInput("of one format", ".csv, .tsv");
    write("people.ndjson.gz", String.join("\n", objects()));
    assertEquals(expected, reports("ndjson", "people.ndjson.gz"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ";   | UTF-8      | delimiter=;    | encoding=UTF-8",
        "^   | UTF-8      | delimiter=^    | quote=\"",
        ";   | ISO-8859-1 | delimiter=;    | encoding=ISO-8859-1",
        ";   | UTF-16LE   | delimiter=;    | encoding=UTF-16LE",
        ",   | UTF-8      | multiLine=false | ENCODING=utf-8",
      },
      quoteCharacter = '\'')
  void aCsvHasTheDelimiterAndEncodingThatOptionsSay(
      String delimiter, String charset, String first, String second) throws IOException {
    String name = first.replaceAll("\\W", "") + second.replaceAll("\\W", "_");
    write(name + ".csv", csv(delimiter, true), Charset.forName(charset));
    assertEquals(expected, reports(name, name + ".csv", first, second));
  }

  @Test
  void aCsvWithoutAHeaderHasColumnsByNumber() throws IOException {
    write("bare.csv", csv(",", false));
    box.write(
        "plan.conf",
        PLAN.replace("user_id", "_c0").replace("= country", "= _c1").replace("[day]", "[_c2]"));
    try {
      privatize("bare", "bare.csv", "header=false").done().says("ldp: " + PEOPLE + " reports");
    } finally {
      box.write("plan.conf", PLAN);
    }
  }

  @Test
  void aDocumentOfJsonIsReadWhole() throws IOException {
    write("people.json", "\n [" + String.join(",\n", objects()) + "]\n");
    assertEquals(expected, reports("json", "people.json", "multiLine=true"));
  }

  /** Spark would read the first person and forget the others, without a word. */
  @Test
  void linesOfJsonAreNotTakenForADocument() throws IOException {
    write("lines.json", String.join("\n", objects()));
    privatize("lines", "lines.json", "multiLine=true")
        .badInput("must hold one array of objects")
        .keeps("Österreich");
    assertEquals(expected, reports("lines", "lines.json"));
    // Of two arrays it would read the first.
    write("arrays.json", ("[" + objects().get(0) + "]\n").repeat(2));
    privatize("arrays", "arrays.json", "multiLine=true").badInput("must hold one array of objects");
    // A folder's name may be a private value.
    write("by/country=secret4711/lines.json", String.join("\n", objects()));
    privatize("by", "by", "multiLine=true").badInput().keeps("secret4711");
  }

  @Test
  void aFolderIsReadByTheEndingsOfItsFiles() throws IOException {
    List<String> lines = csv(",", true).lines().toList();
    String header = lines.get(0) + "\n";
    write("plain/part-1.csv", header + String.join("\n", lines.subList(1, 20)));
    write("plain/sub/part-2.csv.gz", header + String.join("\n", lines.subList(20, PEOPLE + 1)));
    write("plain/_SUCCESS", "");
    assertEquals(expected, reports("plain", "plain", "recursiveFileLookup=true"));
    write("plain/more.json", String.join("\n", objects()));
    privatize("mixed", "plain").badInput("of one format", ".csv, .json");
    assertEquals(expected, reports("chosen", "plain", "pathGlobFilter=*.json"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "people.csv | inferSchema=true      | inferSchema for CSV; known are comment, dateFormat",
        "people.csv | encoding=windows-1252 | spark.sql.legacy.javaCharsets=true",
        "people.csv | versionAsOf=1         | versionAsOf for CSV",
        "@people    | delimiter=;           | delimiter for PARQUET",
        "a_table    | delimiter=;           | delimiter for a table of the catalogue",
        "@people    | format=text           | format must be parquet, orc, csv, tsv, json,"
            + " jsonl, ndjson or delta",
        "@people    | password=secret4711   | password for files",
      })
  void anOptionThatDoesNotFitIsRefused(String input, String option, String words)
      throws IOException {
    if (option.startsWith("encoding")) {
      SparkTest.assumeSince("4.0", "a list of encodings");
    }
    write("people.csv", csv(",", true));
    Ended ended = privatize("r", input, option);
    ended.badInput(words);
    ended.keeps("secret4711");
  }

  @Test
  void everyCharsetOfJavaIsReadWhereSparkIsTold() throws IOException {
    write("windows.csv", csv(",", true), Charset.forName("windows-1252"));
    SparkTest.spark().conf().set("spark.sql.legacy.javaCharsets", "true");
    try {
      assertEquals(expected, reports("windows", "windows.csv", "encoding=windows-1252"));
    } finally {
      SparkTest.spark().conf().unset("spark.sql.legacy.javaCharsets");
    }
  }

  /** Of a pattern's characters, too, for Hadoop would take another file or none. */
  @Test
  void aPathThatIsThereIsReadAsItIsWritten() throws IOException {
    write("people[1].csv", csv(",", true));
    write("people1.csv", "user_id,country,day\n");
    assertEquals(expected, reports("bracket", "people[1].csv"));
    write("dir[3]/a.csv", csv(",", true));
    write("dir3/a.csv", "user_id,country,day\n");
    assertEquals(expected, reports("brackets", "dir[3]"));
    write("in/people2.csv", csv(",", true));
    assertEquals(expected, reports("pattern", box.path("in/people[2].csv")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "orc", "csv"})
  void aPrivateColumnThatFoldersAreNamedByHasTheTypeOfThePlan(String format) {
    SparkTest.spark()
        .sql("SELECT id, '0' || (1 + id % 2) AS state FROM range(10)")
        .write()
        .partitionBy("state")
        .option("header", "true")
        .format(format)
        .save(box.path("states-" + format));
    Input input = Input.of(box.path("states-" + format));
    Dataset<Row> people =
        Inputs.values(
            SparkTest.spark(), input, List.of("id"), Map.of("state", DataTypes.StringType));
    assertEquals(5, people.where("state = '01'").count());
    assertEquals(DataTypes.StringType, people.schema().apply("state").dataType());
  }

  @Test
  void aFileThatSparkWouldLeaveOutIsRefused() throws IOException {
    write("nested/a.csv", csv(",", true));
    write("nested/sub/b.csv", csv(",", true));
    privatize("nested", "nested")
        .badInput("sub/b.csv in another folder; say --read recursiveFileLookup=true");
    write("broken/a.csv", csv(",", true));
    write("broken/b.csv", "");
    privatize("broken", "broken").badInput("b.csv in", "of 0 bytes");
    box.table("people").write().parquet(box.path("cut"));
    write("cut/part-9.parquet", "");
    privatize("cut", "cut").badInput("part-9.parquet in", "of 0 bytes");
    Files.createDirectories(box.at("none"));
    privatize("none", "none").badInput("the path must hold a file");
  }

  @Test
  void aLineOfJsonIsOneObject() throws IOException {
    String whole = String.join("\n", objects());
    for (String line :
        List.of(
            "secret4711",
            "[]",
            "5",
            "\"US\"",
            "{\"user_id\": \"u4",
            "{\"a\":1} {\"a\":2}",
            "[{\"a\":1}] [{\"a\":1}]",
            "[{\"a\":1}, 5]",
            "{\"a\": secret4711}")) {
      write("other.json", whole + "\n" + line + "\n");
      privatize("other", "other.json")
          .badInput("Lines that are none, or hold more: 1;")
          .keeps("secret4711");
    }
    assertEquals(false, box.has("out/other"));
    write("array.json", "\n \n[" + String.join(",", objects()) + "]\n");
    assertEquals(expected, reports("array", "array.json"));
    write(
        "quotes.json", whole.replace("{\"user_id\"", "{'x': NaN, 'user_id'").replace("\n", "\r\n"));
    write("ends.json", String.join("!", objects()), StandardCharsets.UTF_16LE);
    assertEquals(expected, reports("ends", "ends.json", "encoding=UTF-16LE", "lineSep=!"));
    assertEquals(expected, reports("quotes", "quotes.json"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "csv", "json"})
  void aColumnStandsInFilesOrInTheirFoldersNames(String format) {
    SparkTest.spark()
        .sql("SELECT id, 'US' AS Country FROM range(4)")
        .write()
        .option("header", "true")
        .format(format)
        .save(box.path("both-" + format + "/country=DE"));
    privatize("both", "both-" + format).badInput("Provided: country in both");
  }

  @Test
  void whatSparkCannotReadIsRefusedInASentence() throws IOException {
    write("people.csv", csv(",", true));
    privatize("r", "people.csv", "header=no").badInput("header must be true or false");
    write("wide.json", String.join("\n", objects()), StandardCharsets.UTF_16);
    privatize("r", "wide.json", "encoding=UTF-16").badInput("lines of JSON must be in UTF-8");
    write("twice.json", objects().get(0).replace("}", ", \"secret4711\": 1, \"SECRET4711\": 2}\n"));
    privatize("r", "twice.json")
        .badInput("must differ in more than the case")
        .keeps("secret4711", "SECRET4711");
    privatize("r", "people:2.csv").badInput("without a colon in a name");
  }
}
