package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.sql.SparkTest;

/** optimize, design for workloads, reproduce, and plans with strategies, as scripts meet them. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class WorkloadCommandsTest {
  @TempDir Path folder;

  private static String done(String... arguments) {
    return Ended.of(arguments).done().out();
  }

  // --- design ---

  @Test
  void designComparesEveryMechanismUnderTheContractsColumns() {
    List<String> lines =
        done("design --task workload --workload prefix --domain 16 --epsilon 1 --format csv"
                .split(" "))
            .lines()
            .toList();
    assertTrue(
        lines
            .get(0)
            .startsWith(
                "workload,mechanism,domain,epsilon,sample_complexity_worst,"
                    + "sample_complexity_average,objective,lower_bound,svd_bound,rows,seconds"),
        lines.get(0));
    Map<String, double[]> complexities = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",");
      assertEquals("prefix", cells[0]);
      double worst = Double.parseDouble(cells[4]);
      double average = Double.parseDouble(cells[5]);
      double objective = Double.parseDouble(cells[6]);
      assertTrue(worst >= average * (1 - 1e-9), line);
      assertTrue(objective >= Double.parseDouble(cells[7]), line);
      assertTrue(objective >= Double.parseDouble(cells[8]), line);
      complexities.put(cells[1], new double[] {worst, objective});
    }
    assertEquals(
        List.of(
            "fourier",
            "hadamard",
            "hierarchical",
            "matrix-l1",
            "matrix-l2",
            "optimized",
            "paper",
            "paper-published",
            "randomized-response",
            "rappor",
            "subset-selection"),
        complexities.keySet().stream().sorted().toList());
    double[] worsts = complexities.values().stream().mapToDouble(c -> c[0]).toArray();
    double[] sorted = worsts.clone();
    Arrays.sort(sorted);
    assertTrue(Arrays.equals(sorted, worsts), lines::toString);
    assertEquals("optimized", complexities.keySet().iterator().next());
  }

  /** Randomized response on the histogram, McKenna et al., section 5.2, at n = 64. */
  @Test
  void designAgreesWithTheClosedForm() {
    String line =
        done(
                "design",
                "--task",
                "workload",
                "--workload",
                "histogram",
                "--domain",
                "64",
                "--epsilon",
                "1",
                "--mechanisms",
                "randomized-response",
                "--format",
                "csv")
            .lines()
            .toList()
            .get(1);
    double e = Math.E;
    double expected = 63 / (64 * 0.01) * (64 / ((e - 1) * (e - 1)) + 2 / (e - 1));
    assertEquals(expected, Double.parseDouble(line.split(",")[4]), 1e-6 * expected);
    assertEquals(expected, Double.parseDouble(line.split(",")[5]), 1e-6 * expected);
  }

  // --- optimize ---

  @Test
  void optimizeMakesAStrategyOnceAndWritesIt() {
    String file = folder.resolve("p.strategy").toString();
    String[] command = {
      "optimize", "--workload", "prefix", "--domain", "11", "--epsilon", "1.5", "--output", file
    };
    String[] again = Arrays.copyOf(command, command.length + 1);
    again[command.length] = "--again";
    String first = done(again);
    assertTrue(first.contains("strategy: made now, written to " + file), first);
    StrategyFile read = StrategyFile.read(Path.of(file));
    assertEquals(11, read.workload().domain());
    assertTrue(read.strategy().exactEpsilon() <= 1.5);
    assertTrue(Double.parseDouble(read.notes().get("objective over bound")) >= 1);
    String second = done(command);
    assertTrue(second.contains("strategy: cached, written to " + file), second);
    assertEquals(first.replace("made now", "cached"), second);
  }

  @Test
  void aStrategyFileIsAProtocolForAuditAndSimulation() {
    String file = folder.resolve("m.strategy").toString();
    done(
        "optimize",
        "--workload",
        "marginals-2",
        "--domain",
        "8",
        "--epsilon",
        "1",
        "--output",
        file);
    String spec = "strategy(file='" + file + "')";
    String[] audit =
        done("audit", "--spec", spec, "--format", "csv")
            .lines()
            .toList()
            .get(1)
            .split("\",|,(?=[0-9a-z])");
    assertTrue(Arrays.toString(audit).contains("holds"), Arrays.toString(audit));
    Ended mutant = ldp("audit --spec %s --samples 0 --mutant 0.02 --format csv", spec);
    assertEquals(Exit.REFUSED, mutant.code(), mutant.out());
    String simulated =
        done("simulate", "--spec", spec, "--users", "1000", "--trials", "200", "--format", "json");
    double ratio =
        Double.parseDouble(simulated.replaceAll("(?s).*\"rmse_over_theory\":([0-9.]+).*", "$1"));
    // 200 trials of 13 independent numbers or so: a deviation of about 1.4 %.
    assertEquals(1, ratio, 0.08, simulated);
    // The wrong twin: variances stated half as large again.
    assertTrue(Math.abs(ratio / Math.sqrt(1.5) - 1) > 0.08, simulated);
    assertTrue(simulated.contains("\"ratio_to_limit\":null"), simulated);
  }

  // --- plans ---

  private static final String PLAN =
      """
      task = workload
      name = upto
      column = item
      id = id
      workload = prefix
      protocol = "factorization(epsilon=4.0)"
      domain { type = range, from = 0, to = 6 }
      outside = fail
      randomness = keyed
      postprocess = [wnnls]
      """;

  private String people() {
    String table = folder.resolve("people").toString();
    SparkTest.spark()
        .range(0, 4000, 1, 3)
        .selectExpr("id", "CAST(pmod(hash(id), 20) % 3 AS INT) AS item")
        .write()
        .parquet(table);
    return table;
  }

  @Test
  void aPlanAnswersItsWorkloadWithErrorsAndConsistently() throws IOException {
    Path plan = Files.writeString(folder.resolve("plan.conf"), PLAN);
    Path html = folder.resolve("report.html");
    List<String> lines =
        done(
                "run",
                "--plan",
                plan.toString(),
                "--input",
                people(),
                "--output",
                folder.resolve("out").toString(),
                "--html",
                html.toString(),
                "--format",
                "csv")
            .lines()
            .toList();
    assertEquals("item,estimate,standard_error,lower,upper,wnnls", lines.get(0));
    assertEquals(
        List.of("up to 0", "up to 1", "up to 2", "up to 3", "up to 4", "up to 5", "up to 6"),
        lines.stream().skip(1).map(line -> line.split(",")[0]).toList());
    double before = 0;
    for (String line : lines.subList(1, lines.size())) {
      double consistent = Double.parseDouble(line.split(",")[5]);
      assertTrue(consistent >= before - 1e-6, "a distribution function never falls: " + lines);
      before = consistent;
    }
    assertEquals(4000, Double.parseDouble(lines.get(7).split(",")[1]), 1e-6);
    String page = Files.readString(html);
    assertTrue(page.contains("How many people are at or below each value of item"));
    assertTrue(page.contains("strategy: objective over bound"));
    assertTrue(Files.isRegularFile(folder.resolve("out/privatized/plan.attachment")));
  }

  /** Bit b is worth 2^b, in plans as in workloads. */
  @Test
  void aPlainDomainReadAsBitsIsNamedByBits() throws IOException {
    Path plan =
        Files.writeString(
            folder.resolve("bits.conf"),
            PLAN.replace("prefix", "marginals-1").replace("to = 6", "to = 7"));
    List<String> lines =
        done(
                "run",
                "--plan",
                plan.toString(),
                "--input",
                people(),
                "--output",
                folder.resolve("out").toString(),
                "--format",
                "csv")
            .lines()
            .toList();
    Map<String, Double> answers =
        lines.stream()
            .skip(1)
            .collect(
                Collectors.toMap(l -> l.split(",")[0], l -> Double.parseDouble(l.split(",")[1])));
    // Items are 0, 1 and 2 only: nobody has bit 2 set, and about a third each of the others.
    assertEquals(0, answers.get("bit 2=1"), 600);
    assertTrue(answers.get("bit 0=1") > 600 && answers.get("bit 1=1") > 600, answers::toString);
  }

  @Test
  void anotherStrategyIsAnotherPlan() throws IOException {
    String people = people();
    Path plan = Files.writeString(folder.resolve("plan.conf"), PLAN);
    done(privatize(plan, people, "a"));
    String file = folder.resolve("rr.strategy").toString();
    done(
        "optimize",
        "--workload",
        "prefix",
        "--domain",
        "7",
        "--epsilon",
        "4",
        "--mechanism",
        "randomized-response",
        "--output",
        file);
    Path other =
        Files.writeString(
            folder.resolve("other.conf"),
            PLAN.replace("factorization(epsilon=4.0)", "strategy(file=rr.strategy)"));
    Ended refused = Ended.of(privatize(other, people, "a"));
    refused.refused();
    done(privatize(other, people, "b"));
  }

  private String[] privatize(Path plan, String people, String output) {
    return new String[] {
      "privatize",
      "--plan",
      plan.toString(),
      "--input",
      people,
      "--output",
      folder.resolve(output).toString()
    };
  }

  // --- refusals ---

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "workload = prefix | workload = prefixes | a workload must be one of histogram",
        "workload = prefix | workload = parity | power of two",
        "workload = prefix | # none | must name it in workload",
        "workload = prefix | workload { type = predicates, queries = [\"item <\"] } | must be valid"
            + " SQL over",
        "workload = prefix | workload { type = predicates, queries = [\"item > 9\"] } | an entry"
            + " other than 0",
        "workload = prefix | workload { type = sets } | type must be matrix or predicates",
        "factorization(epsilon=4.0) | factorization(epsilon=4.0,domain=7) | takes epsilon",
        "factorization(epsilon=4.0) | grr(epsilon=4.0) | a workload needs factorization or"
            + " strategy",
        "factorization(epsilon=4.0) | strategy(file=none) | must be readable",
        "postprocess = [wnnls] | postprocess = [norm-sub] | must name known steps:"
            + " shift-per-percent, wnnls",
        "task = workload | task = histogram | workload belongs to task = workload",
        "task = workload | task = mode | task must be one of change",
      })
  void aBadPlanIsRefusedInOneSentence(String old, String replacement, String words)
      throws IOException {
    Path plan = Files.writeString(folder.resolve("plan.conf"), PLAN.replace(old, replacement));
    Ended ended = Ended.of(privatize(plan, people(), "out"));
    ended.badInput();
    String message =
        ended.err().lines().filter(line -> line.startsWith("ldp: ")).collect(Collectors.joining());
    assertTrue(message.contains(words), message);
    assertFalse(Files.exists(folder.resolve("out")));
  }

  @Test
  void aStrategyOfAnotherDomainIsRefused() throws IOException {
    String file = folder.resolve("eight.strategy").toString();
    done(
        "optimize",
        "--workload",
        "prefix",
        "--domain",
        "8",
        "--epsilon",
        "4",
        "--mechanism",
        "subset-selection",
        "--output",
        file);
    Path plan =
        Files.writeString(
            folder.resolve("plan.conf"),
            PLAN.replace("factorization(epsilon=4.0)", "strategy(file=eight.strategy)"));
    Ended ended = Ended.of(privatize(plan, people(), "out"));
    ended.badInput("must have the domain of its strategy, 8 items");
    byte[] bytes = Files.readAllBytes(Path.of(file));
    bytes[bytes.length / 2] ^= 1;
    Files.write(Path.of(file), bytes);
    assertTrue(
        Ended.of(privatize(plan, people2(), "out"))
            .err()
            .contains("a strategy file must be whole"));
  }

  private String people2() {
    return folder.resolve("people").toString();
  }

  @ParameterizedTest
  @CsvSource({
    "design --task workload --domain 8 --epsilon 1, a workload must be named",
    "design --task workload --workload prefix --domain 8 --epsilon 1 --users 5, belong to task",
    "design --task histogram --workload prefix --domain 8 --epsilon 1 --users 5, belongs to",
    "design --task histogram --domain 8 --epsilon 1, needs --users or --error",
    "design --task workload --workload prefix --domain 8 --epsilon 1 --mechanisms x, a mechanism",
    "optimize --workload prefix --domain 8 --epsilon 0, epsilon",
    "optimize --workload prefix --domain 8 --epsilon 1 --seconds 0, seconds must be above 0",
    "optimize --workload prefix --domain 100000 --epsilon 1, at most 1024",
    "optimize --workload prefix --domain 8 --attributes 3x3 --epsilon 1, product of attributes",
    "optimize --workload none.csv --domain 8 --epsilon 1, must be readable",
    "reproduce factorization-9 --output x, a figure must be one of",
    "reproduce factorization-1 --output x --domain 100, power of two",
  })
  void badInputIsOneSentence(String line, String words) {
    Ended ended = Ended.of(line.split(" "));
    ended.badInput();
    assertTrue(ended.err().startsWith("ldp: ") && ended.err().contains(words), ended.err());
    assertFalse(ended.err().contains("\tat "), ended.err());
  }

  // --- reproduce ---

  @ParameterizedTest
  @CsvSource({
    "factorization-1, randomized-response",
    "factorization-2, randomized-response",
    "factorization-3a, paper",
    "factorization-3c, optimized",
    "factorization-bounds, optimized",
    "factorization-matrix, matrix-l2",
  })
  void aFigureIsATableAndAPicture(String figure, String mechanism) throws IOException {
    String output = folder.resolve("figures").toString();
    done("reproduce", figure, "--output", output, "--domain", "16", "--mechanisms", mechanism);
    List<String> table = Files.readAllLines(Path.of(output, figure + ".csv"));
    int rows =
        switch (figure) {
          case "factorization-1" -> 6 * 8;
          case "factorization-2" -> 6 * 2;
          case "factorization-3a" -> 1;
          case "factorization-bounds" -> 7 * 4;
          case "factorization-matrix" -> 7 * 5;
          default -> 6;
        };
    assertEquals(rows + 1, table.size(), table::toString);
    boolean isOurs = rows % 7 == 0;
    String page = Files.readString(Path.of(output, figure + ".html"));
    assertTrue(page.contains(isOurs ? "this project's pages" : "McKenna"));
    if (figure.equals("factorization-bounds")) {
      for (String line : table.subList(1, table.size())) {
        String[] cells = line.split(",");
        double gap = Double.parseDouble(cells[8]);
        assertTrue(gap >= 1 - 1e-9 && gap <= Double.parseDouble(cells[7]) * (1 + 1e-9), line);
      }
    }
    if (figure.equals("factorization-matrix")) {
      for (String line : table.subList(1, table.size())) {
        double[] cells =
            Arrays.stream(line.split(",")).skip(4).mapToDouble(Double::parseDouble).toArray();
        assertEquals(cells[2], cells[3] * cells[4] * cells[5], 1e-9, line);
        assertEquals(cells[0], cells[1] * cells[2], 1e-9 * cells[0], line);
      }
    }
    if (figure.equals("factorization-3c")) {
      for (String line : table.subList(1, table.size())) {
        double gain = Double.parseDouble(line.split(",")[6]);
        assertTrue(gain > 1, "non-negative answers are closer on sparse data: " + line);
      }
    }
  }
}
