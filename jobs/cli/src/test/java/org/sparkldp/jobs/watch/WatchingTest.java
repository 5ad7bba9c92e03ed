package org.sparkldp.jobs.watch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.sql.Observed;
import org.sparkldp.sql.SparkTest;

/** What an operator who is asleep can be woken by: a line a step, and counters. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class WatchingTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @RegisterExtension final Sandbox box = new Sandbox();

  @BeforeEach
  void lay() {
    box.plan("name = watched", "public = [day]", "period = day");
    people(0, 20, "a");
  }

  private void people(int from, int to, String item) {
    box.add(
        "values",
        "SELECT id, '%s' AS item, make_date(2026, 1, 1 + id %% 2) AS day FROM range(%d, %d, 1, 1)"
            .formatted(item, from, to));
  }

  /** The command with its events in a file. */
  private Ended watched(String line) {
    return box.ldp("--events @events.jsonl " + line);
  }

  private static final String PRIVATIZE =
      "privatize --plan @plan.conf --input @values --output @reports";

  private Ended privatize() {
    return watched(PRIVATIZE);
  }

  /** The lines so far. */
  private List<JsonNode> lines() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : box.read("events.jsonl").lines().toList()) {
      lines.add(JSON.readTree(line));
    }
    return lines;
  }

  private JsonNode lastLine() throws IOException {
    List<JsonNode> lines = lines();
    return lines.get(lines.size() - 1);
  }

  private static String brief(JsonNode line) {
    return String.join(
        " ",
        line.path("command").asText(),
        line.path("step").asText(),
        line.path("outcome").asText(),
        line.path("period").asText("-"),
        line.path("reports").asText("-"),
        line.path("earlier").asText("-"));
  }

  @Tag("long")
  @Test
  void eachStepOfACommandIsALine() throws IOException {
    Observed seen =
        Observed.of(
            () -> watched("run --plan @plan.conf --input @values --output @out").done().toString());
    assertEquals(
        List.of(
            "run privatize done day=2026-01-01 10 0",
            "run privatize done day=2026-01-02 10 0",
            "run accumulate done - 20 0",
            "run estimate done - 20 -"),
        lines().stream().map(WatchingTest::brief).toList());
    JsonNode first = lines().get(0);
    assertEquals(10, first.path("rows").asInt(), first::toString);
    assertEquals(0, first.path("left_out").asInt(), first::toString);
    assertEquals(1, first.path("files").asInt(), first::toString);
    assertEquals(40, first.path("report_bytes").asInt(), first::toString);
    assertEquals("grr(epsilon=1.0,k=5)", first.path("protocol").asText());
    assertEquals("watched", first.path("name").asText());
    assertEquals(64, first.path("fingerprint").asText().length());
    double epsilon = first.path("exact_epsilon").asDouble();
    assertTrue(epsilon > 0.999 && epsilon <= 1, first::toString);
    List<String> logged =
        seen.lines("log").stream().filter(line -> line.startsWith("INFO events: {")).toList();
    assertEquals(4, logged.size(), logged::toString);
    assertTrue(
        logged.stream()
            .anyMatch(line -> line.contains("\"step\":\"privatize\",\"outcome\":\"done\"")));
    for (JsonNode line : lines()) {
      assertEquals(0, line.path("exit_code").asInt(-1), line::toString);
      assertEquals(box.path("out"), line.path("output").asText(), line::toString);
      assertTrue(line.path("seconds").isNumber(), line::toString);
      Instant.parse(line.path("time").asText());
    }
  }

  @Tag("long")
  @Test
  void aRerunSaysThatAllWasDoneAndLateRowsAreCountedApart() throws IOException {
    privatize();
    privatize();
    assertEquals("privatize privatize already-done day=2026-01-02 0 10", brief(lastLine()));
    people(20, 26, "b");
    privatize();
    assertEquals("privatize privatize done day=2026-01-02 3 10", brief(lastLine()));
    String accumulate = "accumulate --input @reports --output @acc";
    watched(accumulate);
    assertEquals("accumulate accumulate done - 26 0", brief(lastLine()));
    watched(accumulate);
    assertEquals("accumulate accumulate already-done - 0 26", brief(lastLine()));
    people(26, 28, "c");
    privatize();
    watched(accumulate);
    assertEquals("accumulate accumulate done - 2 26", brief(lastLine()));
    watched("clean @reports --reports");
    assertEquals(28, lastLine().path("reports_deleted").asInt(), lastLine()::toString);
  }

  @Tag("long")
  @Test
  void aRefusalIsALineWithTheUsersSentenceAndHidesNoPeriodThatWasDrawnBefore() throws IOException {
    people(1, 2, "b"); // one person of the second day twice
    Ended ended = privatize().refused("for day=2026-01-01, exact epsilon", "a report (1 of 2)\n");
    assertEquals(
        List.of(
            "privatize privatize done day=2026-01-01 10 0",
            "privatize privatize refused day=2026-01-02 - -",
            "privatize privatize refused - - -"),
        lines().stream().map(WatchingTest::brief).toList());
    JsonNode line = lastLine();
    assertEquals(Exit.REFUSED, line.path("exit_code").asInt(), line::toString);
    assertTrue(ended.err().endsWith("ldp: " + line.path("sentence").asText() + "\n"), ended.err());
    assertTrue(line.path("plan").asText().endsWith("plan.conf"), line::toString);
  }

  @Tag("long")
  @ParameterizedTest
  @CsvSource({
    "accumulate --input @nowhere --output x, 2, failed, the folder must hold finished reports",
    "run --plan @nosuch --input x --output @y, 2, failed, --plan must name a file that is there",
    "privatize --nosuch secret4711, 2, failed, the command line must be as",
    "sql -e SELECT/**/raise_error('secret4711'), 1, failed, a step failed with USER_RAISED",
    "audit --spec rr(epsilon=1.0) --samples 0 --mutant 0.02, 3, refused, ''",
  })
  void everyCommandThatDoesNotEndWellIsOneLine(
      String words, int code, String outcome, String sentence) throws IOException {
    Ended ended = watched(words);
    assertEquals(code, ended.code(), ended::toString);
    assertEquals(1, lines().size());
    JsonNode line = lastLine();
    assertEquals(words.split(" ")[0], line.path("command").asText(), line::toString);
    assertEquals(outcome, line.path("outcome").asText(), line::toString);
    assertEquals(code, line.path("exit_code").asInt(), line::toString);
    assertTrue(line.path("sentence").asText().startsWith(sentence), line::toString);
    assertFalse(line.toString().contains("secret4711"), line::toString);
  }

  @Tag("long")
  @Test
  void aLineIsOneLineOfAsciiWhateverTheUserTyped() throws IOException {
    ldp(
        "--events %s accumulate --input %s --output %s",
        box.path("events.jsonl"), box.path("nowhere"), "\u202ea\n\u001b[2Jb");
    List<String> lines = box.read("events.jsonl").lines().toList();
    assertEquals(1, lines.size(), lines::toString);
    assertTrue(lines.get(0).chars().allMatch(c -> c >= ' ' && c < 127), lines::toString);
    assertEquals("\u202ea\n\u001b[2Jb", lastLine().path("output").asText());
  }

  // the file

  @Test
  void aFileThatCannotBeWrittenStopsTheCommandBeforeAnybodyIsDrawn() throws IOException {
    box.write("release.key", "ab".repeat(32) + "\n");
    for (String file : List.of("@nowhere/events.jsonl", "@release.key", "@.")) {
      box.ldp("--events " + file + " " + PRIVATIZE).badInput("event");
      assertFalse(box.has("reports"));
    }
    assertEquals("ab".repeat(32) + "\n", box.read("release.key"));
    box.ldp("--events @events.jsonl " + PRIVATIZE).done();
    assertEquals(
        "rw-------",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(box.at("events.jsonl"))));
  }

  @Tag("long")
  @Test
  void aDiskThatFillsUpLaterStopsNothing() {
    if (Files.exists(Path.of("/dev/full"))) { // on Linux
      box.ldp("--events /dev/full " + PRIVATIZE)
          .done()
          .says("could not be written to /dev/full (no space");
    }
  }
}
