package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.analysis.amplification.Amplification;
import org.sparkldp.jobs.budget.AccumulatorsOnly;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.TestContext;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.sql.SparkTest;

/** {@code ldp design}: what accumulators alone give away, and several questions under a budget. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class DesignCommandTest {
  @TempDir Path folder;

  private String plan(String name, String question) throws IOException {
    Path file = folder.resolve(name + ".conf");
    Files.writeString(
        file,
        "name = %s, id = user_id, outside = drop, outside_reason = test, randomness = keyed%n%s%n"
            .formatted(name, question));
    return file.toString();
  }

  private String items(String name, int k) throws IOException {
    return plan(
        name,
        "column = age, protocol = \"hadamard(epsilon=1.0)\", domain { type = range, from = 1, to ="
            + " %d }".formatted(k));
  }

  private String mean(String name) throws IOException {
    return plan(
        name,
        "task = mean, column = income, protocol = \"duchi(epsilon=1.0,lower=0,upper=10,"
            + "outside=clip)\"");
  }

  private static Ended divided(String budget, List<String> more, String... questions) {
    List<String> line = new ArrayList<>(List.of("design", "--budget", budget, "--questions"));
    line.addAll(Arrays.asList(questions));
    line.addAll(List.of("--format", "csv"));
    line.addAll(more);
    return Ended.of(line.toArray(String[]::new));
  }

  // what accumulators alone give away

  @Test
  void theConditionalColumnsSayOfWhomTheyHold() {
    String csv =
        Ended.of(
                ("design --domain 16 --epsilon 1 --users 1000000 --format csv"
                        + " --accumulators-only 1e-8")
                    .split(" "))
            .done()
            .out();
    String header = csv.lines().findFirst().orElseThrow();
    assertTrue(
        header.endsWith(
            ",spec,epsilon_if_only_accumulators_are_seen,delta_if_only_accumulators_are_seen"),
        header);
    boolean amplifies = false;
    for (String line : csv.lines().skip(1).toList()) {
      String[] cells = line.split("\"")[2].split(",");
      Amplification expected = Amplification.of(Protocols.of(line.split("\"")[1]), 1_000_000, 1e-8);
      assertEquals(expected.epsilon(), Double.parseDouble(cells[1]), line);
      assertEquals(expected.delta(), Double.parseDouble(cells[2]), line);
      amplifies |= line.startsWith("histogram,olh") && expected.isAmplified();
      assertFalse(line.startsWith("histogram,oue") && expected.isAmplified());
    }
    assertTrue(amplifies, csv);
  }

  @Test
  void aPlanOfSeveralReportsAPersonCostsAllOfThem() throws IOException {
    PlanReader reader = new PlanReader(new TestContext(folder));
    String text = Files.readString(Path.of(items("few", 4)));
    Plan once = reader.read(text, "once");
    assertEquals(
        Amplification.of(once.protocol(), 1_000_000, 1e-8),
        AccumulatorsOnly.of(once, 1_000_000, 1e-8));
    Amplification thrice =
        AccumulatorsOnly.of(
            reader.read(text + "reports_per_person = 3", "thrice"), 1_000_000, 1e-8);
    assertFalse(thrice.isAmplified());
    assertTrue(thrice.epsilon() >= 3, thrice.toString());
    assertTrue(thrice.reason().orElseThrow().contains("several reports"), thrice.toString());
  }

  /** The smallest report of those with nearly the least error; then by error, which is another. */
  @ParameterizedTest
  @CsvSource({
    "256, 1, pgr, subset",
    "256, 4, pgr, subset",
    "1024, 2, pgr, subset",
    "256, 5, grr, subset",
    "20, 3, grr, pgr",
    "16, 0.5, pgr, subset"
  })
  void aHistogramsFirstRowIsTheAnswer(int items, double epsilon, String first, String second) {
    List<String[]> rows =
        rows(
            Ended.of(
                    "design --domain %s --epsilon %s --users 1000000 --format csv"
                        .formatted(items, epsilon)
                        .split(" "))
                .done());
    assertEquals(first, rows.get(0)[1]);
    assertEquals(second, rows.get(1)[1]);
    assertTrue(rows.get(0)[5].startsWith("1000000,4,"), rows.get(0)[5]);
    assertTrue(number(rows, 0, 4) <= 1.02 * number(rows, 1, 4));
    for (int row = 2; row < rows.size(); row++) {
      assertTrue(number(rows, row, 4) >= number(rows, row - 1, 4));
    }
  }

  @Test
  void withoutTheOptionNothingIsSaidOfAccumulators() {
    String csv =
        Ended.of("design --domain 4 --epsilon 1 --users 9 --format csv".split(" ")).done().out();
    assertFalse(csv.contains("accumulators"), csv);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "design --domain 4 --epsilon 1 --users 9 --accumulators-only 1",
        "design --domain 4 --epsilon 1 --task workload --workload prefix --accumulators-only 1e-8",
        "design --queries 4 --epsilon 1 --users 9 --task query --accumulators-only 1e-8",
        "design --domain 4 --epsilon 1 --users 9 --output x",
        "design --budget 1 --accumulators-only 1e-8",
        "design --budget 1 --epsilon 1",
        "design --budget 1 --domain 4",
        "design --budget 1 --output .",
        "design --budget 1 --output hdfs://h/p",
        "design --budget 1",
        "design --budget 0",
      })
  void whatDoesNotFitIsRefused(String line) {
    Ended ended = Ended.of(line.split(" "));
    ended.badInput();
    assertEquals("", ended.out());
    assertTrue(ended.err().startsWith("ldp: ") && !ended.err().contains("\tat "), ended.err());
  }

  // several questions under a budget

  @Test
  void peopleAreDividedByWhatEachQuestionTakes() throws IOException {
    Ended ended = divided("2.0", List.of(), items("few", 4), items("many", 40));

    List<String[]> rows = rows(ended);
    assertEquals(List.of("people", "people", "epsilon", "epsilon"), column(rows, 0));
    assertEquals(List.of("few", "many", "few", "many"), column(rows, 1));
    assertEquals(1_000_000, number(rows, 0, 3) + number(rows, 1, 3));
    assertTrue(number(rows, 0, 3) < number(rows, 1, 3) / 20);
    assertEquals(2.0, number(rows, 2, 2) + number(rows, 3, 2), 1e-12);
    // Errors by hand: the mean variance over items with equally many people, and who is asked.
    for (int i = 0; i < 2; i++) {
      String spec = rows.get(i)[5].replace("\"", "");
      int k = i == 0 ? 4 : 40;
      double share = number(rows, i, 3) / 1_000_000;
      long each = 1_000_000_000L;
      long[] counts = new long[k];
      Arrays.fill(counts, each);
      var oracle = (org.sparkldp.protocols.frequency.FrequencyOracle<?>) Protocols.of(spec);
      double noise = Arrays.stream(oracle.variances(counts)).average().orElseThrow() / each;
      double variance = (noise * k + (k - 1) * (1 - share)) / (share * 1_000_000);
      assertEquals(Math.sqrt(variance), number(rows, i, 4), 1e-9);
    }
    double worse = Math.max(number(rows, 2, 4), number(rows, 3, 4));
    double better = Math.max(number(rows, 0, 4), number(rows, 1, 4));
    ended.says("splitting people is %.2f times better".formatted(worse / better));
  }

  @Test
  void epsilonIsDividedWhereThatIsBetter() throws IOException {
    // Reports of one bit are hardly better at an epsilon of 16 than at 8.
    Ended ended =
        divided("16", List.of("--output", folder.resolve("out").toString()), mean("a"), mean("b"));
    ended.says("splitting epsilon is 1.58");
    List<Plan> plans = plans();
    assertEquals(2, plans.size());
    for (Plan plan : plans) {
      assertTrue(plan.block().isEmpty());
      assertEquals(8.0, plan.protocol().guarantee().epsilon());
    }
  }

  @Test
  void theWrittenPlansAskEveryPersonOneQuestion() throws IOException {
    String events = folder.resolve("events").toString();
    ldp("generate events --rows 3000 --output %s", events).done();
    Ended ended =
        divided(
            "2.0",
            List.of("--output", folder.resolve("out").toString(), "--users", "3000"),
            items("three", 90),
            items("four", 120),
            items("more", 100));
    ended.says("ldp: 3 plans in ");

    long asked = 0;
    int from = 0;
    List<Plan> plans = plans();
    for (Plan plan : plans) {
      assertEquals("three, four, more", plan.block().orElseThrow().pool());
      assertEquals(from, plan.block().orElseThrow().from());
      from = plan.block().orElseThrow().to();
      assertEquals(2.0, plan.protocol().guarantee().epsilon());
      Path file =
          folder.resolve("out").resolve((plans.indexOf(plan) + 1) + "-" + plan.name() + ".conf");
      String out = folder.resolve("reports-" + plan.name()).toString();
      ldp(
              "privatize --plan %s --input %s --output %s --key-file %s",
              file, events, out, SparkTest.KEY_FILE)
          .done();
      asked += spark().read().parquet(out + "/reports").count();
    }
    assertEquals(10_000, from);
    assertEquals(3000, asked); // everybody is asked once: the divisions are one
  }

  @Test
  void plansOfOnePoolAskDifferentPeopleOfAPlanOfTheSameName() throws IOException {
    // A wrong twin: blocks of pools of different names overlap.
    String events = folder.resolve("events").toString();
    ldp("generate events --rows 2000 --output %s", events).done();
    long same = 0;
    long other = 0;
    for (String block : new String[] {"pool = a, from = 0, to = 1", "pool = a, from = 1, to = 2"}) {
      same += reports(events, block + ", blocks = 2");
      other +=
          reports(
              events, block.replace("pool = a, from = 1", "pool = b, from = 1") + ", blocks = 2");
    }
    assertEquals(2000, same);
    assertTrue(other != 2000, "people of pools of two names");
  }

  @Test
  void thePeopleOfABlockMustBeEnough() throws IOException {
    String events = folder.resolve("events").toString();
    ldp("generate events --rows 3000 --output %s", events).done();
    String question =
        "task = query, queries = [{ name = old, predicate = \"age > 40\" }], protocol ="
            + " \"sq(epsilon=4.0)\", tau = 0.06, beta = 0.05"; // takes 2,200 people
    String half = question + ", block { pool = p, from = 0, to = 1, blocks = 2 }";
    assertEquals(Exit.DONE, privatized(plan("all", question), events).code());
    Ended few = privatized(plan("half", half), events);
    few.badInput("people must be enough");
  }

  private Ended privatized(String plan, String events) {
    return ldp(
        "privatize --plan %s --input %s --output %s --key-file %s",
        plan, events, plan + "-reports", SparkTest.KEY_FILE);
  }

  private int number;

  private long reports(String events, String block) throws IOException {
    number++;
    String file =
        plan(
            "q" + number,
            "column = age, protocol = \"rr(epsilon=1.0)\", domain { type = bins, edges = [0, 30,"
                + " 900] }, block { %s }".formatted(block));
    String out = folder.resolve("q-" + number).toString();
    ldp(
            "privatize --plan %s --input %s --output %s --key-file %s",
            file, events, out, SparkTest.KEY_FILE)
        .done();
    return spark().read().parquet(out + "/reports").count();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reports_per_person = 2 | ask everybody once",
        "public = [day], period = day | ask everybody once",
        "block { pool = p, from = 0, to = 1, blocks = 2 } | ask everybody once",
        "id = other | by one id",
      })
  void plansThatABudgetDoesNotCoverAreRefused(String key, String reason) throws IOException {
    String odd =
        plan(
            "odd",
            "column = age, protocol = \"rr(epsilon=1.0)\", domain { type = bins, edges = [0, 3,"
                + " 9] }%n%s".formatted(key));
    Ended ended = divided("2.0", List.of(), items("few", 4), odd);
    ended.badInput(reason);
  }

  @Test
  void questionsWithoutAFormulaAndEqualNamesAreRefused() throws IOException {
    String density =
        plan(
            "density",
            "task = density, column = age, protocol ="
                + " \"density(epsilon=1.0,lower=0,upper=100,users=100000)\"");
    Ended ended = divided("2.0", List.of(), items("few", 4), density);
    ended.badInput("histogram, mean and query");
    Ended twice = divided("2.0", List.of(), items("few", 4), items("few", 5));
    twice.badInput("different names");
  }

  private List<Plan> plans() throws IOException {
    PlanReader reader = new PlanReader(new TestContext(folder));
    try (Stream<Path> files = Files.list(folder.resolve("out"))) {
      List<Plan> plans = new ArrayList<>();
      for (Path file : files.sorted().toList()) {
        plans.add(reader.read(Files.readString(file), file.toString()));
      }
      return plans;
    }
  }

  private static List<String[]> rows(Ended ended) {
    ended.done();
    return ended.lines().stream().skip(1).map(line -> line.split(",", 6)).toList();
  }

  private static List<String> column(List<String[]> rows, int column) {
    return rows.stream().map(row -> row[column]).toList();
  }

  private static double number(List<String[]> rows, int row, int column) {
    return Double.parseDouble(rows.get(row)[column]);
  }
}
