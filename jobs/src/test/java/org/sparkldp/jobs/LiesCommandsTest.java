package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.sql.SparkTest;

/** People who lie, on the command line: what they can do, whether it is seen, and what is left. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class LiesCommandsTest {
  /** Of the country table's 20,000. */
  private static final int PEOPLE = 20_000;

  @TempDir Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void designRanksByWhatFakeReportsCanDoIfAsked() {
    List<String> asked =
        List.of("design", "--domain", "64", "--epsilon", "1", "--users", "100000", "--format");
    String usual = Ended.of(with(asked, "csv")).done().out();
    String ranked = Ended.of(with(asked, "csv", "--rank", "shift")).done().out();

    assertTrue(!usual.contains("shift"), usual);
    double[] shifts = // specs have commas
        Ended.column(ranked.replaceAll("\"[^\"]*\"", ""), "shift_per_percent");
    assertEquals(ranked.lines().count() - 1, shifts.length, ranked);
    double[] sorted = shifts.clone();
    Arrays.sort(sorted);
    assertArrayEquals(sorted, shifts);
    // sue: p/(p - q), p = 1 - q = s/(s + 1), s = e^(1/2); as a fraction of people, for 1 % of them.
    assertTrue(ranked.lines().skip(1).findFirst().orElseThrow().contains(",sue,"), ranked);
    assertEquals(0.01 * Math.exp(0.5) / (Math.exp(0.5) - 1), shifts[0], 1e-9);
    assertEquals(Exit.BAD_INPUT, ldp("design --task query --rank shift").code());
    String means =
        ldp("design --task mean --domain 1 --epsilon 1 --users 1000 --rank shift --format " + "csv")
            .done()
            .out();
    assertTrue(means.lines().skip(1).findFirst().orElseThrow().startsWith("mean,duchi"), means);
  }

  private static String[] with(List<String> line, String... more) {
    String[] all = Arrays.copyOf(line.toArray(new String[0]), line.size() + more.length);
    System.arraycopy(more, 0, all, line.size(), more.length);
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"maximal-gain", "random-report", "input"})
  void simulatePredictsWhatItSees(String attack) {
    String csv =
        ldp(
                "simulate --spec oue(epsilon=1,k=16) --users 20000 --trials 20 --attack %s "
                    + "--fakes 10 --targets 4 --format csv",
                attack)
            .done()
            .out()
            .replaceAll("\"[^\"]*\"", "spec");
    double predicted = Ended.column(csv, "predicted_shift")[0];
    double shift = Ended.column(csv, "shift")[0];

    // Of 4 targets and 20 trials, 6 standard errors of n 4 e/(e - 1)^2.
    double error = 6 * Math.sqrt(20_000 * 4 * Math.E) / (Math.E - 1) / Math.sqrt(4 * 20);
    assertEquals(predicted, shift, error);
    boolean isSeen = !attack.equals("input");
    assertEquals(isSeen ? 1 : 0, Ended.column(csv, "alarm")[0]);
    double repaired = Ended.column(csv, "repaired_shift")[0];
    assertTrue(isSeen ? Math.abs(repaired) < shift / 2 : repaired == shift, csv);
    assertTrue(csv.lines().findFirst().orElseThrow().contains(",seconds,attack,"), csv);
  }

  @Test
  void badAttacksAreRefused() {
    List<String> line =
        List.of("simulate", "--spec", "oue(epsilon=1,k=4)", "--users", "10", "--trials", "2");
    for (String[] more :
        new String[][] {
          {"--attack", "other"},
          {"--attack", "input", "--fakes", "100"},
          {"--attack", "input", "--fakes", "-1"},
          {"--attack", "input", "--targets", "5"},
          {"--attack", "input", "--targets", "0"},
          {"--attack", "input", "--populations"},
        }) {
      assertEquals(Exit.BAD_INPUT, Ended.of(with(line, more)).code(), Arrays.toString(more));
    }
    Ended ended =
        ldp(
            "simulate --spec duchi(epsilon=1,lower=0,upper=1) --users 10 --trials 2 "
                + "--attack input");
    ended.says("only frequency oracles");
  }

  private String plan(String protocol) throws IOException {
    return Files.writeString(
            folder.resolve("plan.conf"),
            """
            name = phones
            column = phone
            id = user_id
            protocol = "%s"
            domain { type = list, items = [a, b, c, d, e, f, g, h, i, j, k, l] }
            outside = fail
            randomness = keyed
            postprocess = [shift-per-percent]
            """
                .formatted(protocol))
        .toString();
  }

  private void privatize(String plan) {
    privatize(plan, "0 AS day", PEOPLE);
  }

  /** Reports of so many people. */
  private void privatize(String plan, String day, int people) {
    spark()
        .range(people)
        .selectExpr("id AS user_id", day, "chr(97 + CAST(pmod(id, 12) AS INT)) AS phone")
        .write()
        .parquet(path("people"));
    ldp(
            "privatize --plan %s --input %s --output %s --key-file %s",
            plan, path("people"), path("made"), SparkTest.KEY_FILE)
        .done();
  }

  /** The reports as envelopes, and fake ones whose report is an expression. */
  private void collect(String plan, String fake, int fakes) {
    privatize(plan);
    String fields = "version, spec, fingerprint, id, report";
    spark().read().parquet(path("made/reports")).createOrReplaceTempView("made");
    spark()
        .sql(
            ("SELECT 1 AS version, '%s' AS spec, plan AS fingerprint, hex(report_id) AS id,"
                    + " report FROM made UNION ALL SELECT 1, '%s', (SELECT max(plan) FROM made),"
                    + " concat('fake', id), %s FROM range(%d)")
                .formatted(spec(plan), spec(plan), fake, fakes))
        .selectExpr("to_json(struct(" + fields + "))")
        .write()
        .text(path("sent.jsonl"));
    ldp("ingest --plan %s --input %s --output %s", plan, path("sent.jsonl"), path("reports"))
        .done();
  }

  private static String spec(String plan) {
    try {
      String text = Files.readString(Path.of(plan)).split("\"")[1];
      return Protocols.of(text.replace(")", ",k=12)")).spec().toString();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void fakeReportsThatComeInAreSeenAndTakenOff() throws IOException {
    String plan = plan("oue(epsilon=1.0)");
    collect(plan, "unbase64('BwA=')", 1000); // items a, b and c

    Ended honest = ldp("alarm --input %s --format csv", path("made")).done();
    Ended ended = ldp("alarm --input %s --format csv", path("reports")).done();

    honest.says("no alarm");
    ended.says("ALARM");
    double[] raw = Ended.column(ended.out(), "estimate");
    double[] repaired = Ended.column(ended.out(), "repaired");
    double truth = PEOPLE / 12.0;
    double before = 0;
    double after = 0;
    for (int v = 0; v < 3; v++) {
      before += (raw[v] - truth) / 3;
      after += (repaired[v] - truth) / 3;
    }
    assertTrue(before > 2000 && Math.abs(after) < before / 2, before + " to " + after);
    assertArrayEquals(
        Ended.column(honest.out(), "estimate"), Ended.column(honest.out(), "repaired"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hadamard(epsilon=1.0)      | ",
        "loloha(epsilon=1.0)        | ",
        "factorization(epsilon=1.0) | task = workload, workload = prefix"
      })
  void estimatesCarryTheShiftIfAsked(String protocol, String more) throws IOException {
    String plan = plan(protocol);
    if (more != null) {
      Files.writeString(
          Path.of(plan), Files.readString(Path.of(plan)) + more.replace(", ", "\n") + "\n");
    }
    privatize(plan);
    ldp("accumulate --input %s --output %s", path("made"), path("sums")).done();
    String csv =
        ldp(
                "estimate --input %s --output %s --format csv --html %s",
                path("sums"), path("estimates"), path("page.html"))
            .done()
            .out();

    double[] stated =
        Protocols.of(
                protocol.replace(
                    ")", more == null ? ",k=12)" : ",workload=prefix,domain=12,attributes=12)"))
            .shiftPerPercent(PEOPLE)
            .orElseThrow();
    double[] shifts = Ended.column(csv, "shift_per_percent");
    Arrays.sort(stated); // counts are printed from the largest down
    Arrays.sort(shifts);
    assertArrayEquals(stated, shifts, 1e-6 * stated[stated.length - 1]);
    String page = Files.readString(folder.resolve("page.html"));
    assertFalse(page.contains("made consistent (shift-per-percent)"), "a shift is no answer");
  }

  @Test
  void theAlarmLooksAtTheDaysThatAreAskedFor() throws IOException {
    days("oue(epsilon=1.0)");

    Ended all = ldp("alarm --input %s", path("made")).done();
    Ended some = ldp("alarm --input %s --days 0,2..3", path("made")).done();
    Ended none = ldp("alarm --input %s --days 2,7", path("made"));

    all.says("nothing in 4000 reports");
    some.says("nothing in 3000 reports");
    none.badInput("Provided: [7]; privatize or ingest");
  }

  /** Its devices keep their coins, so that those of several days look like fake ones. */
  @Test
  void theAlarmOfRapporLooksAtOneDay() throws IOException {
    days("rappor(epsilon=1.0)");

    Ended all = ldp("alarm --input %s", path("made"));
    Ended one = ldp("alarm --input %s --days 3", path("made")).done();

    all.badInput("Provided periods: 4; name one with --days");
    one.says("nothing in 1000 reports");
  }

  /** Reports of 4,000 people on four days. */
  private void days(String protocol) throws IOException {
    String plan = plan(protocol);
    Files.writeString(
        Path.of(plan), Files.readString(Path.of(plan)) + "public = [day]\nperiod = day\n");
    privatize(plan, "id % 4 AS day", 4000);
  }

  @Test
  void aProtocolWithoutAlarmIsRefused() throws IOException {
    String plan = plan("grr(epsilon=1.0)");
    privatize(plan);

    Ended ended = ldp("alarm --input %s", path("made"));

    ended.badInput("must have an alarm");
  }
}
