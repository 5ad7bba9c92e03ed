package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.sql.SparkTest;

/**
 * The same people in every kind of file give the same reports. What a file cannot be read as is
 * refused, in words without a value.
 */
@ExtendWith(SparkTest.class)
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

  @TempDir static Path folder;

  private static List<String> expected;

  @BeforeAll
  static void privatizeParquet() throws IOException {
    Files.writeString(folder.resolve("plan.conf"), PLAN);
    SparkTest.spark()
        .read()
        .option("escape", "\"")
        .option("header", "true")
        .option("inferSchema", "true")
        .csv(write("made/people.csv", csv(",", true)).toString())
        .write()
        .parquet(folder.resolve("people").toString());
    expected = reports("parquet", folder.resolve("people").toString());
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

  private static Path write(String name, String text) throws IOException {
    return write(name, text, StandardCharsets.UTF_8);
  }

  private static Path write(String name, String text, Charset charset) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(bytes) : bytes) {
      out.write(text.getBytes(charset));
    }
    return Files.write(file, bytes.toByteArray());
  }

  private static Ended privatize(String output, String input, String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "privatize",
                "--plan",
                folder.resolve("plan.conf").toString(),
                "--input",
                input,
                "--output",
                folder.resolve("out").resolve(output).toString()));
    for (String option : options) {
      words.addAll(List.of("--read", option));
    }
    return Ended.of(words.toArray(String[]::new));
  }

  /** All reports, with the types of public columns left out: CSV and JSON have none. */
  private static List<String> reports(String output, String input, String... options) {
    Ended ended = privatize(output, input, options);
    ended.done();
    return SparkTest.spark()
        .read()
        .parquet(folder.resolve("out").resolve(output).resolve("reports").toString())
        .selectExpr("hex(report_id) || ' ' || plan || ' ' || report || ' ' || CAST(day AS DATE)")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  @Test
  void everyFormatGivesTheReportsOfParquet() throws IOException {
    var people = SparkTest.spark().read().parquet(folder.resolve("people").toString());
    people.write().orc(folder.resolve("people.orc").toString());
    assertEquals(expected, reports("orc", folder.resolve("people.orc").toString()));
    write("people.csv.gz", csv(",", true));
    assertEquals(expected, reports("csv.gz", folder.resolve("people.csv.gz").toString()));
    write("people.tsv", csv("\t", true));
    assertEquals(expected, reports("tsv", folder.resolve("people.tsv").toString()));
    write("people.ndjson.gz", String.join("\n", objects()));
    assertEquals(expected, reports("ndjson", folder.resolve("people.ndjson.gz").toString()));
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
    Path file = write(name + ".csv", csv(delimiter, true), Charset.forName(charset));
    assertEquals(expected, reports(name, file.toString(), first, second));
  }

  @Test
  void aCsvWithoutAHeaderHasColumnsByNumber() throws IOException {
    Path file = write("bare.csv", csv(",", false));
    Files.writeString(
        folder.resolve("plan.conf"),
        PLAN.replace("user_id", "_c0").replace("= country", "= _c1").replace("[day]", "[_c2]"));
    try {
      Ended ended = privatize("bare", file.toString(), "header=false");
      ended.done().says("ldp: " + PEOPLE + " reports");
    } finally {
      Files.writeString(folder.resolve("plan.conf"), PLAN);
    }
  }

  @Test
  void aDocumentOfJsonIsReadWhole() throws IOException {
    Path file = write("people.json", "\n [" + String.join(",\n", objects()) + "]\n");
    assertEquals(expected, reports("json", file.toString(), "multiLine=true"));
  }

  /** Spark would read the first person and forget the others, without a word. */
  @Test
  void linesOfJsonAreNotTakenForADocument() throws IOException {
    Path file = write("lines.json", String.join("\n", objects()));
    Ended ended = privatize("lines", file.toString(), "multiLine=true");
    ended.badInput("must hold one array of objects");
    assertFalse(ended.err().contains("Österreich"), ended.err());
    assertEquals(expected, reports("lines", file.toString()));
    // A folder's name may be a private value.
    write("by/country=secret4711/lines.json", String.join("\n", objects()));
    Ended inside = privatize("by", folder.resolve("by").toString(), "multiLine=true");
    inside.badInput();
    assertFalse(inside.err().contains("secret4711"), inside.err());
  }

  @Test
  void aFolderIsReadByTheEndingsOfItsFiles() throws IOException {
    List<String> lines = csv(",", true).lines().toList();
    String header = lines.get(0) + "\n";
    write("plain/part-1.csv", header + String.join("\n", lines.subList(1, 20)));
    write("plain/sub/part-2.csv.gz", header + String.join("\n", lines.subList(20, PEOPLE + 1)));
    write("plain/_SUCCESS", "");
    assertEquals(
        expected, reports("plain", folder.resolve("plain").toString(), "recursiveFileLookup=true"));
    write("plain/more.json", String.join("\n", objects()));
    Ended mixed = privatize("mixed", folder.resolve("plain").toString());
    mixed.badInput("of one format", "[CSV, JSON]");
    assertEquals(
        expected, reports("chosen", folder.resolve("plain").toString(), "pathGlobFilter=*.json"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "people.csv | inferSchema=true      | inferSchema for CSV; known are comment, dateFormat",
        "people.csv | encoding=windows-1252 | spark.sql.legacy.javaCharsets=true",
        "people.csv | versionAsOf=1         | versionAsOf for CSV",
        "./people   | delimiter=;           | delimiter for PARQUET",
        "people     | delimiter=;           | delimiter for a table of the catalogue",
        "./people   | format=text           | format must be parquet, orc, csv, tsv, json"
            + " or delta",
        "./people   | password=secret4711   | password for files",
      })
  void anOptionThatDoesNotFitIsRefused(String input, String option, String words)
      throws IOException {
    write("people.csv", csv(",", true));
    Ended ended =
        privatize(
            "r",
            input.replace("./", folder + "/").replace("people.csv", folder + "/people.csv"),
            option);
    ended.badInput(words);
    assertFalse(ended.err().contains("secret4711"), ended.err());
  }

  @Test
  void everyCharsetOfJavaIsReadWhereSparkIsTold() throws IOException {
    Path file = write("windows.csv", csv(",", true), Charset.forName("windows-1252"));
    SparkTest.spark().conf().set("spark.sql.legacy.javaCharsets", "true");
    try {
      assertEquals(expected, reports("windows", file.toString(), "encoding=windows-1252"));
    } finally {
      SparkTest.spark().conf().unset("spark.sql.legacy.javaCharsets");
    }
  }
}
