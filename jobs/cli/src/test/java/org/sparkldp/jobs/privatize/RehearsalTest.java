package org.sparkldp.jobs.privatize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Ldp;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.TestContext;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.Observed;
import org.sparkldp.sql.SparkTest;

/** A rehearsal counts what is wrong with a table, at a terminal, and leaves no trace. */
@ExtendWith(SparkTest.class)
class RehearsalTest {
  private static final String PLAN =
      """
      name = rehearsed
      column = height
      id = id
      protocol = "grr(epsilon=1.0)"
      domain { type = bins, from = 100, to = 200, count = 4 }
      outside = %s
      randomness = write-once
      """;

  @RegisterExtension final Sandbox box = new Sandbox();

  private static Plan plan(String outside) throws IOException {
    return new PlanReader(new TestContext(Path.of("."))).read(PLAN.formatted(outside), "test");
  }

  private Rehearsal rehearse(Plan plan, String csv, Map<String, String> read) {
    box.write("people.csv", csv);
    return Inputs.people(
            spark(),
            new Input(box.path("people.csv"), read),
            plan,
            Days.ALL,
            found -> assertEquals("", found))
        .map(people -> Rehearsal.of(plan, people, Days.ALL))
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "category", "category\nmissing = category"})
  void mistakesAreCountedWhateverThePlanDoesAboutThem(String outside) throws IOException {
    Plan plan = plan(outside);
    String good = "id,height\n1,150.5\n2,160\n3,199\n";
    assertEquals(new Rehearsal(3, 0, 0, 0, 0, 0, List.of()), rehearse(plan, good, Map.of()));
    assertEquals(
        new Rehearsal(9, 2, 1, 1, 3, 1, List.of()),
        rehearse(plan, good + "3,1\n4,n/a\n5,\n,150\n6,NaN\n7,100\n8\n9,1,1\n", Map.of()));
  }

  @Test
  void ofSeveralColumnsEachIsCounted() throws IOException {
    String attributes =
        "attributes = [{ column = height, domain { type = bins, from = 100, to = 200, count = 4 } },"
            + " { column = sex, domain { type = list, items = [f, m] } }]";
    String text =
        PLAN.formatted("category")
            .replaceFirst("column = height\n", "")
            .replaceFirst("domain .*", attributes);
    Plan plan = new PlanReader(new TestContext(Path.of("."))).read(text, "test");
    Rehearsal found = rehearse(plan, "id,height,sex\n1,150,f\n2,tall,x\n3,99,m\n4,99,\n", Map.of());

    assertEquals(
        new Rehearsal(
            4,
            0,
            0,
            0,
            2,
            3,
            List.of(new Rehearsal.OfColumn("height", 1, 2), new Rehearsal.OfColumn("sex", 1, 1))),
        found);
    assertEquals(
        List.of(
            "  in height", "  in sex", "rows whose value the plan does not know", "  in height"),
        found.lines().subList(5, 9).stream()
            .map(line -> line.replaceAll("  +[0-9].*", ""))
            .toList());
  }

  /** What made everybody (other), and cost everybody epsilon. */
  @Test
  void aDecimalCommaIsSeenInTime() throws IOException {
    Map<String, String> read = Map.of("delimiter", ";");
    String csv = "id;height\n1;150,5\n2;160,0\n3;199,1\n";
    Rehearsal wrong = rehearse(plan("category"), csv, read);
    assertEquals(new Rehearsal(3, 0, 0, 0, 3, 0, List.of()), wrong);
    assertTrue(wrong.lines().get(4).endsWith("3 (100.0 %)"), wrong.lines()::toString);
    assertEquals(0, rehearse(plan("category"), csv.replace(',', '.'), read).missing());
  }

  /** Spark counts the rows that pass each step, for whoever reads metrics. */
  @Test
  @Tag("slow")
  void noMetricHoldsItsCounts() throws IOException {
    Plan plan = plan("category");
    Inputs.CountedTable people =
        Inputs.CountedTable.of(
            spark()
                .range(0, 5000)
                .selectExpr(
                    "IF(id < 137, NULL, id % 3891) AS id", "IF(id < 91, 5D, 150D) AS height"));
    Set<String> metrics = new TreeSet<>();
    Observed seen =
        Observed.of(
            () -> {
              Rehearsal found = Rehearsal.of(plan, people, Days.ALL);
              assertEquals(new Rehearsal(5000, 0, 137, 972, 0, 91, List.of()), found);
              return "done";
            });
    for (String event : seen.lines("events")) {
      Pattern.compile("\"number of output rows\"[^{}]*?\"?(\\d+)\"?[,}]")
          .matcher(event)
          .results()
          .forEach(metric -> metrics.add(metric.group(0)));
    }
    assertTrue(metrics.size() > 2, metrics::toString);
    for (int count : List.of(137, 5000 - 137, 972, 91)) {
      assertTrue(metrics.stream().noneMatch(m -> m.contains("" + count)), metrics::toString);
    }
  }

  @ParameterizedTest
  @CsvSource({"run", "privatize"})
  void withoutATerminalNothingIsRead(String command) {
    box.write("plan.conf", PLAN.formatted("fail"));
    box.ldp(command + " --rehearse --plan @plan.conf --input @nofile.csv --output @out")
        .badInput("needs a terminal");
    assertFalse(box.has("out"));
  }

  @Test
  @Tag("slow")
  void itIsShownAtATerminalAndNowhereElse() throws Exception {
    box.write("plan.conf", PLAN.formatted("fail"));
    String csv =
        IntStream.range(0, 77)
            .mapToObj(i -> i + "," + (i < 7 ? 1234 : 150))
            .collect(Collectors.joining("\n", "id,height\n", "\n"));
    box.write("people.csv", csv);
    box.write("open.csv", csv.replace("70,", "70,\""));
    atTerminal().done().shows("plan does not know", " 7 (9.1 %)", "opened in line 72 of open.csv");
    assertEquals(List.of("events.jsonl", "open.csv", "people.csv", "plan.conf"), box.names(""));
    assertEquals("", box.read("events.jsonl"));
  }

  /** Both tables in one JVM, at a terminal that {@code script} makes. */
  private Ended atTerminal() throws Exception {
    Path repository = DocPage.repository();
    String command =
        String.join(
            " ",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "@" + repository.resolve("conf/jvm.options"),
            "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
            "-cp '" + System.getProperty("java.class.path") + "'",
            "'" + Rehearsals.class.getName() + "'",
            box.path(""));
    return Ended.of(
        new ProcessBuilder("script", "-qec", command, "/dev/null")
            .redirectErrorStream(true)
            .directory(Files.createTempDirectory("rehearsal").toFile()));
  }

  /** A process of its own, which has a terminal. */
  static final class Rehearsals {
    public static void main(String[] folder) {
      String line =
          "--events %1$s/events.jsonl run --rehearse --plan %1$s/plan.conf --output %1$s/out"
              + " --input";
      List<String> words = List.of(line.formatted(folder[0]).split(" "));
      int code = 0;
      for (String table : List.of("people.csv", "open.csv")) {
        List<String> command = new ArrayList<>(words);
        command.add(folder[0] + "/" + table);
        code = Math.max(code, Ldp.run(command.toArray(String[]::new)));
      }
      System.exit(code);
    }
  }
}
