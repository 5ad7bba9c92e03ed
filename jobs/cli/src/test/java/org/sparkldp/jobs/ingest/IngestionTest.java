package org.sparkldp.jobs.ingest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;
import static org.sparkldp.jobs.Refused.refused;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.accumulate.Accumulation;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.ExampleValues;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.envelope.Envelope;
import org.sparkldp.protocols.envelope.EnvelopeCheck;
import org.sparkldp.protocols.envelope.Flaw;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/** Reports made elsewhere are counted once each, and nothing else is counted or lost. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class IngestionTest {
  @TempDir Path folder;

  private static final String SUBSET = "subset(epsilon=1.0,k=10,size=2)";

  private static final String NOISE = "laplace-mean(epsilon=1.0,lower=0,upper=1)";

  private static Plan numbers() {
    String text =
        "task = mean\nname = test\ncolumn = x\nid = id\noutside = fail\nrandomness = keyed\n"
            + "public = []\nprotocol = \""
            + NOISE
            + "\"\n";
    return Fixture.reader().read(text, "the test's plan");
  }

  private static Plan plan(String protocol, String... lines) {
    List<String> all = new ArrayList<>(List.of("public = []", "protocol = \"" + protocol + "\""));
    all.addAll(List.of(lines));
    all.add("domain { type = range, from = 0, to = 9 }");
    return Fixture.plan(all.toArray(String[]::new));
  }

  private static Envelope envelope(Plan plan, String id, Object report) {
    return envelope(plan, id, "", Map.of(), report);
  }

  private static Envelope envelope(
      Plan plan, String id, String period, Map<String, String> publicColumns, Object report) {
    String spec = plan.protocol().spec().toString();
    return new Envelope(spec, plan.fingerprint(), id, period, 0, publicColumns, report);
  }

  private Path lines(String name, List<String> lines) throws IOException {
    return Files.write(folder.resolve(name), lines);
  }

  private Ingested ingest(Plan plan, Path input, String output) {
    return ingest(plan, List.of(), input, output);
  }

  private Ingested ingest(Plan plan, List<String> days, Path input, String output) {
    return new Ingestion(spark(), plan, days, Map.of()).run(files(input), output(output));
  }

  /** What a batch came to, as its sentence says, without protocol and folder. */
  private static String said(Ingested outcome) {
    return outcome.sentences().get(0).replaceFirst(" of \\S+ in \\S+,", ",");
  }

  private static EnvelopeFiles files(Path input) {
    return files(input, Map.of());
  }

  private static EnvelopeFiles files(Path input, Map<String, String> options) {
    return EnvelopeFiles.at(input.toString(), options, spark().sessionState().newHadoopConf());
  }

  private Output output(String name) {
    return new Output(spark(), folder.resolve(name).toString());
  }

  private Dataset<Row> reports(String output) {
    Output made = output(output);
    return made.read(Privatization.REPORTS, made.runs());
  }

  private Dataset<Row> quarantine(String output) {
    Output made = output(output);
    return made.read(
        Ingestion.QUARANTINE,
        made.runs().stream().filter(run -> run.hasTable(Ingestion.QUARANTINE)).toList());
  }

  @SuppressWarnings("unchecked")
  private static byte[] sum(Plan plan, Stream<?> reports) {
    Accumulator<Object> sum =
        (Accumulator<Object>) plan.protocol().newAccumulator(plan.fingerprint());
    reports.forEach(sum::add);
    return sum.toBytes();
  }

  // Every kind of report and every format.

  private static <V, R> List<R> made(Protocol<V, R> protocol, int n) {
    RandomSource source = new SimulationSource(3);
    List<V> values = ExampleValues.of(protocol);
    List<R> reports = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      reports.add(protocol.randomizer().randomize(values.get(i % values.size()), source));
    }
    return reports;
  }

  /** A report is an int, a long or bytes; EnvelopeTest reads back those of every protocol. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "grr(epsilon=1.0)                   | INT",
        NOISE + "                           | BIGINT",
        SUBSET + "                          | BINARY"
      })
  void accumulatorsOfIngestedReportsAreTheSameToTheByte(String spec, String type)
      throws IOException {
    Plan plan = spec.equals(NOISE) ? numbers() : plan(spec);
    List<?> reports = made(plan.protocol(), 60);
    List<Envelope> envelopes = new ArrayList<>();
    for (Object report : reports) {
      envelopes.add(envelope(plan, "id-" + envelopes.size(), report));
    }
    List<String> json = envelopes.stream().map(Envelope::json).toList();

    assertEquals(60, ingest(plan, lines("in.jsonl", json), "json").reports());
    assertEquals(60, ingest(plan, parquet(envelopes, type), "parquet").reports());
    assertEquals(60, ingest(plan, avro(envelopes), "avro").reports());
    assertArrayEquals(
        sum(plan, reports.stream()),
        sum(plan, reports("json").collectAsList().stream().map(row -> row.getAs("report"))));
    assertEquals(shown("json"), shown("parquet"));
    assertEquals(shown("json"), shown("avro"));
    assertEquals(type, reports("json").schema().apply("report").dataType().sql());
  }

  /** Ids and reports as text, by id. */
  private List<Row> shown(String output) {
    Column id = functions.hex(functions.col("report_id"));
    return reports(output)
        .select(id, functions.hex(functions.col("report")))
        .orderBy(id)
        .collectAsList();
  }

  /** In the order of their names. */
  private static Object[] cells(Envelope e) {
    Object period = e.period().isEmpty() ? null : e.period();
    Object round = e.round() == 0 ? null : e.round();
    return new Object[] {
      1, e.spec(), e.fingerprint(), e.id(), period, round, e.publicColumns(), e.report()
    };
  }

  private Path parquet(List<Envelope> envelopes, String type) {
    StructType schema =
        StructType.fromDDL(
            "version INT, spec STRING, fingerprint STRING, id STRING, period STRING, round INT,"
                + " public MAP<STRING, STRING>, report "
                + type);
    List<Row> rows = envelopes.stream().map(e -> RowFactory.create(cells(e))).toList();
    Path file = folder.resolve("in.parquet");
    spark().createDataFrame(rows, schema).coalesce(1).write().parquet(file.toString());
    return file;
  }

  /** The one file of such a table. */
  private static Path part(Path table) {
    return Fixture.listed(table, "part-.*").get(0);
  }

  private static Schema schema(Object report) {
    String type = report instanceof byte[] ? "bytes" : report instanceof Long ? "long" : "int";
    return new Schema.Parser()
        .parse(
            """
            {"type": "record", "name": "Envelope", "fields": [
              {"name": "version", "type": "int"},
              {"name": "spec", "type": "string"},
              {"name": "fingerprint", "type": "string"},
              {"name": "id", "type": "string"},
              {"name": "period", "type": ["null", "string"], "default": null},
              {"name": "round", "type": ["null", "int"], "default": null},
              {"name": "public", "type": ["null", {"type": "map", "values": "string"}]},
              {"name": "report", "type": ["null", "string", "%s"]}]}
            """
                .formatted(type));
  }

  private Path avro(List<Envelope> envelopes) throws IOException {
    Path file = folder.resolve("in.avro");
    Schema schema = schema(envelopes.get(0).report());
    try (DataFileWriter<GenericRecord> writer =
        new DataFileWriter<>(new GenericDatumWriter<GenericRecord>(schema))) {
      writer.create(schema, file.toFile());
      for (Envelope e : envelopes) {
        GenericRecord record = new GenericData.Record(schema);
        Object[] cells = cells(e);
        for (int i = 0; i < cells.length; i++) {
          record.put(i, cells[i] instanceof byte[] bits ? ByteBuffer.wrap(bits) : cells[i]);
        }
        writer.append(record);
      }
    }
    return file;
  }

  // Malformed ones.

  private static final int LINES = 1_000;

  /**
   * A line with one flaw.
   *
   * @param nth how many there were with it before; each two disputes are over one id
   */
  private static String flawed(Flaw flaw, String right, Plan plan, long nth) {
    String other = right.replace("AwA=", "DAA="); // items 2 and 3
    return switch (flaw) {
      case TOO_LONG ->
          other.replace("{", "{" + " ".repeat(EnvelopeCheck.mostBytes(plan.protocol())));
      case UNREADABLE -> other.substring(0, other.length() / 2);
      case REPEATED_FIELD -> other.replace("{\"version\":1", "{\"version\":1,\"version\":1");
      case UNKNOWN_FIELD -> other.replace("{", "{\"extra\":{\"deep\":[[[1]]]},");
      case WRONG_TYPE -> other.replace("\"DAA=\"", "{\"a\":\"b\"}");
      case MISSING_FIELD -> other.replaceFirst("\"id\":\"[^\"]*\",", "");
      case UNKNOWN_VERSION -> other.replace("\"version\":1", "\"version\":2");
      case FOREIGN_SPEC -> other.replace("k=10", "k=11");
      case FOREIGN_PLAN -> other.replace(plan.fingerprint(), "f".repeat(64));
      case OTHER_ROUND -> other.replace("{\"version\"", "{\"round\":1,\"version\"");
      case BAD_ID -> other.replace("\"id\":\"", "\"id\":\"\\u0000" + "x".repeat(200));
      case UNKNOWN_PERIOD -> other.replace("2026-01-02", "2026-02-30");
      case UNKNOWN_GROUP -> other.replace("DE", "XX");
      case REPORT_ENCODING -> other.replace("DAA=", "DAB=");
      case REPORT_SIZE -> other.replace("DAA=", "DAAA");
      case REPORT_RANGE -> other.replace("DAA=", "/wM="); // overfull
      case DISPUTED_ID ->
          (nth % 2 == 0 ? right : right.replace("AwA=", "MAA=")) // items 4 and 5
              .replaceFirst("\"id\":\"[^\"]*\"", "\"id\":\"twin-" + nth / 2 + "\"");
    };
  }

  @Test
  void ofMalformedEnvelopesNoneIsCountedNoneIsLostAndEachHasItsKind() throws IOException {
    Plan plan = plan(SUBSET, "public = [day, country]", "period = day");
    Flaw[] flaws = Flaw.values();
    Map<String, Long> expected = new TreeMap<>();
    long good = 0;
    long repeats = 0;
    Path input = Files.createDirectories(folder.resolve("in.jsonl"));
    String right = "";
    try (OutputStream plain = Files.newOutputStream(input.resolve("a.jsonl"));
        OutputStream zipped =
            new GZIPOutputStream(Files.newOutputStream(input.resolve("b.jsonl.gz")))) {
      for (int i = 0; i < LINES; i++) {
        int kind = i % (flaws.length + 2);
        String line;
        if (kind == 0) {
          right =
              envelope(plan, "id-" + i, "2026-01-02", Map.of("country", "DE"), new byte[] {3, 0})
                  .json();
          line = right;
          good++;
        } else if (kind == flaws.length + 1) {
          line = right;
          repeats++;
        } else {
          Flaw flaw = flaws[kind - 1];
          if (flaw == Flaw.TOO_LONG && expected.containsKey(flaw.text())) {
            flaw = Flaw.UNREADABLE; // one that is too long is enough
          }
          line = flawed(flaw, right, plan, expected.getOrDefault(flaw.text(), 0L));
          expected.merge(flaw.text(), 1L, Long::sum);
        }
        // What has one id must not stand together only.
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        (i / 10 % 2 == 0 ? plain : zipped).write(bytes);
      }
    }
    Ingested outcome =
        new Ingestion(
                spark(),
                plan,
                List.of("2026-01-01", "2026-01-02"),
                Map.of("country", List.of("DE")))
            .run(files(input), output("out"));

    assertEquals(expected, outcome.quarantined());
    assertEquals(flaws.length, expected.size());
    assertEquals(good, outcome.reports());
    assertEquals(repeats, outcome.repeats());
    assertEquals(LINES, outcome.envelopes());
    assertEquals(
        expected,
        quarantine("out").groupBy("kind").count().collectAsList().stream()
            .collect(
                Collectors.toMap(r -> r.getString(0), r -> r.getLong(1), Long::sum, TreeMap::new)));
    assertEquals(good, reports("out").count());
    assertEquals(good, reports("out").select("report_id").distinct().count());
    assertEquals(0, reports("out").where("hex(report) NOT IN ('0300', '3000')").count());
    assertEquals(0, quarantine("out").where("length(original) > 4096 OR place IS NULL").count());
    assertEquals(2, quarantine("out").select("file").distinct().count());
    assertEquals(
        outcome.quarantined().toString(),
        output("out")
            .run()
            .path("quarantined")
            .toString()
            .replace("\"", "")
            .replace(":", "=")
            .replace(",", ", "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"parquet", "avro"})
  void filesWithTypesAreCheckedTheSame(String format) throws IOException {
    Plan plan = plan(SUBSET);
    byte[] right = {3, 0};
    List<Envelope> envelopes = new ArrayList<>();
    envelopes.add(envelope(plan, "a", right));
    envelopes.add(envelope(plan, "a", right));
    envelopes.add(envelope(plan, "b", new byte[] {7, 0}));
    envelopes.add(envelope(plan, "c", new byte[] {3, 4}));
    envelopes.add(envelope(plan, "d", new byte[] {3}));
    envelopes.add(new Envelope(SUBSET, "another", "e", right));
    envelopes.add(new Envelope("x", plan.fingerprint(), "f", right));
    envelopes.add(new Envelope(SUBSET, plan.fingerprint(), "g", "day", 0, Map.of(), right));
    envelopes.add(new Envelope(SUBSET, plan.fingerprint(), "h", "", 2, Map.of(), right));
    envelopes.add(new Envelope(SUBSET, plan.fingerprint(), "i", "", 0, Map.of("x", "y"), right));

    Path input = format.equals("avro") ? avro(envelopes) : parquet(envelopes, "BINARY");
    Ingested outcome = ingest(plan, input, "out");

    assertEquals(
        "1 reports, of 10 envelopes, 1 repeats, 8 kept apart: 1 foreign-plan, 1 foreign-spec,"
            + " 1 other-round, 2 report-range, 1 report-size, 1 unknown-field, 1 unknown-period",
        said(outcome));
    assertEquals(
        8, quarantine("out").where("CAST(original AS STRING) LIKE '%fingerprint%'").count());
  }

  @Test
  void columnsOfAnotherTypeOrNoneAreKeptApartRowByRow() {
    Plan plan = plan(SUBSET);
    spark()
        .range(5)
        .selectExpr("1 AS version", "CAST(id AS STRING) AS id", "id AS report")
        .write()
        .parquet(folder + "/a.parquet");
    spark()
        .range(3)
        .selectExpr("id > 1 AS version", "CAST(id AS STRING) AS spec")
        .write()
        .parquet(folder + "/b.parquet");

    assertEquals(
        "{missing-field=5}",
        ingest(plan, folder.resolve("a.parquet"), "a").quarantined().toString());
    assertEquals(
        "{wrong-type=3}", ingest(plan, folder.resolve("b.parquet"), "b").quarantined().toString());
  }

  // Once each.

  @Test
  void aBatchThatArrivesAgainIsCountedOnce() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)");
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String json = envelope(plan, "id-" + i, i % 10).json();
      (i < 200 ? first : second).add(json);
    }
    Path a = lines("a.jsonl", first);
    assertEquals(200, ingest(plan, a, "out").reports());
    Map<String, String> before = Fixture.files(folder.resolve("out"));

    Ingested again = ingest(plan, a, "out");
    assertTrue(again.alreadyDone());
    assertEquals(before, Fixture.files(folder.resolve("out")));
    Ingested copied = ingest(plan, lines("copy.jsonl", first), "out");
    assertTrue(copied.alreadyDone());
    assertEquals(200, copied.replays());
    assertEquals(before, Fixture.files(folder.resolve("out")));

    second.addAll(first.subList(100, 200));
    second.add(envelope(plan, "id-7", 8).json()); // which was 7
    Ingested more = ingest(plan, lines("b.jsonl", second), "out");
    assertEquals(
        "100 reports, of 201 envelopes, 100 replays, 1 kept apart: 1 disputed-id;"
            + " 200 reports were there",
        said(more));
    assertEquals(300, reports("out").count());
    assertEquals(
        300,
        new Accumulation(plan).run(List.of(output("out")), List.of(), output("sums")).reports());
    Output sums = output("sums");
    assertArrayEquals(
        sum(plan, IntStream.range(0, 300).mapToObj(i -> i % 10)),
        sums.read(Accumulation.ACCUMULATORS, sums.runs()).head().<byte[]>getAs("accumulator"));
  }

  /** A batch is what it holds: neither the path of its file nor its size and time say that. */
  @Test
  void otherEnvelopesUnderTheSameNameSizeAndTimeAreCounted() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)");
    List<Long> sizes = new ArrayList<>();
    for (int batch = 0; batch < 2; batch++) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        lines.add(envelope(plan, "id-" + (100 + 50 * batch + i), i % 10).json());
      }
      lines.add("{\"not\": \"an envelope\"}");
      Path file = lines("a.jsonl", lines);
      Files.setLastModifiedTime(file, FileTime.fromMillis(0));
      sizes.add(Files.size(file));
      Ingested outcome = ingest(plan, file, "out");
      assertEquals(50, outcome.reports());
      Map<String, String> before = Fixture.files(folder.resolve("out"));
      Ingested again = ingest(plan, file, "out");
      assertTrue(again.alreadyDone());
      assertEquals(50, again.replays());
      assertEquals(before, Fixture.files(folder.resolve("out")));
    }
    assertEquals(sizes.get(0), sizes.get(1));
    assertEquals(100, reports("out").count());
    // A flawed envelope alone is news if it is another.
    Path flawed = lines("b.jsonl", List.of("{\"not\": \"an envelope either\"}"));
    assertFalse(ingest(plan, flawed, "out").alreadyDone());
  }

  /** Who sends many variants of an id does not win, nor who computes how they sort. */
  @Test
  void ofDifferentReportsOfAnIdInABatchNoneIsCounted() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)", "public = [country]");
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      lines.add(envelope(plan, "id-" + i, "", Map.of("country", "DE"), i % 10).json());
      lines.add(envelope(plan, "id-" + i, "", Map.of("country", "DE"), i % 10).json());
    }
    for (int i = 0; i < 20; i++) { // another report, or another public column
      lines.add(envelope(plan, "id-" + i, "", Map.of("country", "FR"), i % 10).json());
    }
    for (int i = 10; i < 30; i++) {
      lines.add(envelope(plan, "id-" + i, "", Map.of("country", "DE"), (i + 1) % 10).json());
    }
    for (int seed = 0; seed < 2; seed++) {
      Collections.shuffle(lines, new Random(seed));
      Ingested outcome = ingest(plan, lines(seed + ".jsonl", lines), "out-" + seed);
      assertEquals(
          "10 reports, of 120 envelopes, 10 repeats, 100 kept apart: 100 disputed-id",
          said(outcome));
      assertEquals(100, quarantine("out-" + seed).where("kind = 'disputed-id'").count());
    }
    assertEquals(shown("out-0"), shown("out-1"));

    // Alone in a later batch, the report of a suppressed id is counted; then it stays.
    Path alone = lines("alone.jsonl", List.of(line(plan, 5, 5)));
    assertEquals(1, ingest(plan, alone, "out-0").reports());
    Path both = lines("both.jsonl", List.of(line(plan, 5, 5), line(plan, 5, 6), line(plan, 5, 7)));
    assertEquals(
        "0 reports, of 3 envelopes, 1 replays, 2 kept apart: 2 disputed-id; 11 reports were there",
        said(ingest(plan, both, "out-0")));
  }

  private static String line(Plan plan, int id, int report) {
    return envelope(plan, "id-" + id, "", Map.of("country", "DE"), report).json();
  }

  /** What a phone sends as a public column is a text in a spreadsheet, and no terminal obeys it. */
  @Test
  void aFormulaThatIsSentIsATextInTheEstimates() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)", "public = [\"=country\"]");
    List<String> lines = new ArrayList<>();
    for (String text :
        List.of(
            "=HYPERLINK(\"http://a.example\")", "+49", "-5", "a\u0085b", "\u009b31m", "\u00a0")) {
      lines.add(envelope(plan, "id-" + lines.size(), "", Map.of("=country", text), 1).json());
    }
    assertEquals(
        "{unknown-group=2}", ingest(plan, lines("a.jsonl", lines), "out").quarantined().toString());
    new Accumulation(plan).run(List.of(output("out")), List.of("=country"), output("sums"));
    new Estimation(spark(), plan, List.of()).run(List.of(output("sums")), output("estimates"));
    Path csv = Fixture.listed(folder.resolve("estimates/estimates_csv"), "part-.*").get(0);
    List<String> cells =
        Files.readAllLines(csv).stream()
            .map(line -> line.replaceFirst(",\\d+,-?\\d.*", ""))
            .toList();
    assertEquals("'=country,item,estimate,standard_error,lower,upper,note,best", cells.get(0));
    assertEquals(
        Set.of("\"'=HYPERLINK(\"\"http://a.example\"\")\"", "'+49", "-5", "\u00a0"),
        Set.copyOf(cells.subList(1, cells.size())));
  }

  @Test
  void anIdOfAnotherDayIsAnotherReportAndOtherDaysAreKeptApart() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)", "public = [day]", "period = day");
    List<String> lines = new ArrayList<>();
    for (String day : List.of("2026-01-01", "2026-01-02", "2026-01-03", "2026-01-02x")) {
      lines.add(envelope(plan, "same", day, Map.of(), 1).json());
    }
    Path input = lines("a.jsonl", lines);
    List<String> days = Days.of(List.of("2026-01-01..2026-01-02")).each();

    Ingested outcome = ingest(plan, days, input, "out");
    assertEquals("2 reports, of 4 envelopes, 2 kept apart: 2 unknown-period", said(outcome));
    Ingested third = ingest(plan, List.of("2026-01-03"), lines("b.jsonl", lines), "out");
    assertEquals(1, third.reports());
    assertEquals(
        List.of("2026-01-01", "2026-01-02", "2026-01-03"),
        reports("out").select("day").orderBy("day").collectAsList().stream()
            .map(row -> row.getString(0))
            .toList());
    assertThrows(IllegalArgumentException.class, () -> ingest(plan, input, "other"));
    output("out").drop(Privatization.REPORTS, output("out").runs());
    assertThrows(Refusal.class, () -> ingest(plan, days, lines("c.jsonl", lines), "out"));
  }

  // Days that were named, whatever a sender writes.

  /** Batches of one folder: envelopes of 12 ids, to which senders add a day of their own. */
  private void sendDays(Plan plan, String output) throws IOException {
    for (String made : List.of("", "2026-01-02", "made-up")) {
      List<String> lines = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        String period = plan.period().isEmpty() ? "" : "2026-01-01";
        Map<String, String> columns = made.isEmpty() ? Map.of() : Map.of("Day", made);
        lines.add(envelope(plan, "id-" + i, period, columns, 1).json());
      }
      ingest(plan, List.of("2026-01-01"), lines(made + "-.jsonl", lines), output);
    }
  }

  /** Each of the 12 once, and of the day that was named. */
  private void requireNamedDay(String... outputs) {
    List<String> days = new ArrayList<>();
    for (String output : outputs) {
      reports(output).select("Day").collectAsList().forEach(row -> days.add(row.getString(0)));
    }
    assertEquals(Collections.nCopies(12, "2026-01-01"), days);
  }

  @Test
  void aReportIsOfTheDayThatWasCheckedAndCountedOnce() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)", "public = [Day]", "period = day");
    sendDays(plan, "out");
    requireNamedDay("out");
    // A later batch of another day finds what arrives again by its name alone.
    List<String> both = new ArrayList<>();
    for (String day : List.of("2026-01-01", "2026-01-02")) {
      both.add(envelope(plan, "id-0", day, Map.of(), 1).json());
    }
    Ingested later =
        ingest(plan, List.of("2026-01-01", "2026-01-02"), lines("b.jsonl", both), "out");
    assertEquals("1 reports, of 2 envelopes, 1 replays; 12 reports were there", said(later));
    new Accumulation(plan).run(List.of(output("out")), List.of(), output("sums"));

    // Twins: a day that is a column like any other, and batches that do not know each other.
    sendDays(plan("grr(epsilon=1.0)", "public = [Day]"), "careless");
    assertThrows(AssertionError.class, () -> requireNamedDay("careless"));
    sendDays(plan, "again");
    assertThrows(AssertionError.class, () -> requireNamedDay("again", "again"));
  }

  /** Columns of the quarantine may be public ones of a plan. */
  @Test
  void aPublicColumnMayHaveTheNameOfOneInTheQuarantine() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)", "public = [file, place, original, kind]");
    Map<String, String> all = Map.of("file", "f", "place", "p", "original", "o", "kind", "k");
    Path input =
        lines("a.jsonl", List.of(envelope(plan, "a", "", all, 1).json(), "not an envelope"));
    assertEquals("{unreadable=1}", ingest(plan, input, "out").quarantined().toString());
    assertEquals("f", reports("out").head().getAs("file"));
  }

  // Never half a batch.

  /** Every way in which a file may be cut off or spoilt; whole ones are counted above. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.jsonl.gz half",
        "a.jsonl.gz none",
        "a.jsonl.gz noise",
        "a.jsonl.gz tail",
        "a.parquet half",
        "a.parquet none",
        "a.parquet noise",
        "a.avro half",
        "a.avro none",
        "a.avro noise"
      })
  void aBrokenFileFailsUnderItsName(String which) throws IOException {
    String name = which.split(" ")[0];
    Plan plan = plan("grr(epsilon=1.0)");
    List<Envelope> envelopes =
        IntStream.range(0, 40).mapToObj(i -> envelope(plan, "id-" + i, i % 10)).toList();
    byte[] whole;
    if (name.endsWith("gz")) {
      whole = zipped(envelopes.stream().map(Envelope::json).collect(Collectors.joining("\n")));
    } else if (name.endsWith("avro")) {
      whole = Files.readAllBytes(avro(envelopes));
    } else {
      whole = Files.readAllBytes(part(parquet(envelopes, "INT")));
    }
    byte[] broken =
        switch (which.split(" ")[1]) {
          case "half" -> Arrays.copyOf(whole, whole.length / 2);
          case "none" -> new byte[0];
          case "tail" -> {
            byte[] longer = Arrays.copyOf(whole, whole.length + 100);
            Arrays.fill(longer, whole.length, longer.length, (byte) 7);
            yield longer;
          }
          default -> {
            byte[] noise = whole.clone();
            for (int i = noise.length / 3; i < 2 * noise.length / 3; i++) {
              noise[i] = (byte) (31 * i);
            }
            yield noise;
          }
        };
    Path input = Files.createDirectory(folder.resolve("sent"));
    Files.write(input.resolve(name), broken);
    Ended ended =
        Ended.ldp(
            "ingest --plan %s --input %s --output %s", planFile(plan), input, folder.resolve("o"));
    ended.failed("a file of envelopes must be whole", "sent/" + name).keeps("withheld", "id-");
    assertFalse(output("o").isComplete());
  }

  private Path planFile(Plan plan) throws IOException {
    return Files.writeString(folder.resolve("plan.conf"), plan.text());
  }

  private static byte[] zipped(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  /** Two gzip files one after the other are one, as gzip has it. */
  @Test
  void membersOfACompressedFileAreAllRead() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)");
    ByteArrayOutputStream both = new ByteArrayOutputStream();
    for (String id : List.of("a", "b")) {
      both.write(zipped(envelope(plan, id, 1).json() + "\n"));
    }
    Path input = Files.write(folder.resolve("a.jsonl.GZ"), both.toByteArray());
    assertEquals(2, ingest(plan, input, "out").reports());
  }

  @ParameterizedTest
  @ValueSource(strings = {"snappy", "lz4", "bz2", "zst", "deflate", "xz", "ZSTD", "zip"})
  void noOtherCompressionIsRead(String ending) throws IOException {
    Path input = Files.createDirectory(folder.resolve("in"));
    Files.write(input.resolve("a.json." + ending), new byte[28]);
    for (Map<String, String> options :
        List.of(Map.<String, String>of(), Map.of("format", "json"))) {
      badInput(
          "in no other way. Provided path: file:" + input.resolve("a.json." + ending),
          () -> files(input, options));
    }
  }

  /** 300 kB that would be 300 MB of lines. */
  @Test
  void aCompressedFileIsBounded() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)");
    Path input = folder.resolve("a.jsonl.gz");
    byte[] spaces = new byte[1 << 20];
    Arrays.fill(spaces, (byte) ' ');
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(input))) {
      for (int i = 0; i < 300; i++) {
        out.write(spaces);
      }
    }
    Ended.ldp("ingest --plan %s --input %s --output %s", planFile(plan), input, folder.resolve("o"))
        .failed("must hold at most 100 times its bytes. Provided path: file:" + input);
    assertFalse(output("o").isComplete());
  }

  @Test
  void aBatchThatCannotBeReadToItsEndIsNotCounted() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)");
    Path input = Files.createDirectories(folder.resolve("in.jsonl"));
    Files.writeString(input.resolve("a.jsonl"), envelope(plan, "a", 1).json() + "\n");
    Files.writeString(input.resolve("b.jsonl.gz"), "cut off while it was sent");

    assertThrows(Exception.class, () -> ingest(plan, input, "out"));
    assertFalse(output("out").isComplete());
    assertEquals(List.of("in.jsonl"), Fixture.names(folder));

    Files.delete(input.resolve("b.jsonl.gz"));
    assertEquals(1, ingest(plan, input, "out").reports());
  }

  @Test
  void aFolderHoldsReportsOfOneOrigin() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)", "randomness = write-once", "column = person");
    Path input = lines("a.jsonl", List.of(envelope(plan, "a", 1).json()));
    new Privatization(plan).run(Fixture.people(10, 1), output("drawn"));
    assertThrows(Refusal.class, () -> ingest(plan, input, "drawn"));

    ingest(plan, input, "sent");
    refused(
        "choose another folder",
        () -> new Privatization(plan).run(Fixture.people(1, 1), output("sent")));
  }

  // Lines.

  private static final String SPLIT = "mapreduce.input.fileinputformat.split.maxsize";

  @Test
  void linesAreReadWholeWhereverFilesAreCut() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)");
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      text.append(envelope(plan, "id-" + i, i % 10).json()).append(i % 3 == 0 ? "\r\n" : "\n");
    }
    text.append(envelope(plan, "last", 1).json()); // without an end
    Path input = folder.resolve("a.jsonl");
    Files.writeString(input, text);
    for (int size : new int[] {409, 4_093}) {
      Configuration hadoop = spark().sparkContext().hadoopConfiguration();
      hadoop.set(SPLIT, "" + size);
      try {
        assertEquals(101, ingest(plan, input, "out-" + size).reports(), "" + size);
      } finally {
        hadoop.unset(SPLIT);
      }
    }
  }

  @Test
  void filesOfTwoFormatsAndUnknownOptionsAreRefused() throws IOException {
    Path input = Files.createDirectories(folder.resolve("in"));
    Files.writeString(input.resolve("a.jsonl"), "{}");
    Files.writeString(input.resolve("b.avro"), "");

    assertThrows(IllegalArgumentException.class, () -> files(input));
    assertThrows(IllegalArgumentException.class, () -> files(folder.resolve("nowhere")));
    Map<String, String> options = new LinkedHashMap<>(Map.of("pathGlobFilter", "*.jsonl"));
    assertEquals(EnvelopeFiles.EnvelopeFormat.JSON, files(input, options).format());
    options.put("header", "true");
    assertThrows(IllegalArgumentException.class, () -> files(input, options));
  }

  @Test
  void theReasonOfAFlawIsBesideIt() throws IOException {
    Plan plan = plan("grr(epsilon=1.0)");
    ingest(plan, lines("a.jsonl", List.of(envelope(plan, "a", 1).json(), "garbage \u0000")), "out");

    Row row = quarantine("out").select("kind", "reason", "place", "original").head();
    assertEquals("unreadable", row.getString(0));
    assertEquals(Flaw.UNREADABLE.sentence(), row.getString(1));
    assertEquals(envelope(plan, "a", 1).json().length() + 1, row.getLong(2));
    assertEquals("garbage \u0000", new String(row.<byte[]>getAs(3), StandardCharsets.UTF_8));
    assertEquals(1, reports("out").agg(functions.count("plan")).head().getLong(0));
  }

  @Test
  void thePageHasTheKindsOfTheCode() throws IOException {
    String table =
        Stream.of(Flaw.values())
            .map(flaw -> "| `" + flaw.text() + "` | " + flaw.sentence() + " |")
            .collect(Collectors.joining("\n", "| kind | reason |\n|---|---|\n", ""));
    DocPage.check(
        DocPage.repository().resolve("jobs/docs/ingest.md"), Map.of("kinds", () -> table));
  }

  /** Names that would match other files as patterns; who names files must not hide others' ones. */
  @ParameterizedTest
  @ValueSource(strings = {"json", "parquet"})
  void filesAreReadByTheirNamesWhateverTheseAre(String format) throws IOException {
    Plan plan = plan("grr(epsilon=1.0)");
    List<Envelope> one = List.of(envelope(plan, "id", 1));
    Path made =
        format.equals("json")
            ? lines("in.jsonl", List.of(one.get(0).json()))
            : part(parquet(one, "INT"));
    Path input = Files.createDirectory(folder.resolve("in"));
    for (String name : List.of("a[b]", "ab", "{a,b}", "we ird*?")) {
      Files.copy(made, input.resolve(name + "." + format));
    }
    assertEquals(4, ingest(plan, input, "out").envelopes());
  }
}
