package org.sparkldp.jobs.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.analysis.amplification.Amplification;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.budget.AccumulatorsOnly;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.TestContext;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.sql.SparkTest;

/** {@code ldp design --budget}: several questions, and who of the people is asked which. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class BudgetCommandTest {
  private static final int PEOPLE = 600;

  @RegisterExtension static final Sandbox BOX = new Sandbox();

  @BeforeAll
  static void lay() {
    BOX.table("people", "SELECT id AS user_id, 1 + id % 80 AS age FROM range(" + PEOPLE + ")");
    items("few", 4);
    items("many", 40);
    mean("a");
    mean("b");
  }

  private static void plan(String name, String question) {
    BOX.write(
        name + ".conf",
        "name = %s, id = user_id, outside = drop, outside_reason = test, randomness = keyed%n%s%n"
            .formatted(name, question));
  }

  private static void items(String name, int k) {
    plan(
        name,
        "column = age, protocol = \"hadamard(epsilon=1.0)\", domain { type = range, from = 1, to ="
            + " %d }".formatted(k));
  }

  private static void mean(String name) {
    plan(
        name,
        "task = mean, column = income, protocol = \"duchi(epsilon=1.0,lower=0,upper=10,"
            + "outside=clip)\"");
  }

  private static Ended divided(String rest) {
    return BOX.ldp("design --format csv --budget " + rest);
  }

  private static Plan read(String text) {
    return new PlanReader(new TestContext(Path.of(""))).read(text, "a plan");
  }

  private static List<Plan> plans(String folder) {
    return BOX.names(folder).stream().map(name -> read(BOX.read(folder + "/" + name))).toList();
  }

  private static long asked(String plan, String output) {
    BOX.ldp("privatize --plan @%s --input @people --output @%s", plan, output).done();
    return BOX.table(output + "/reports").count();
  }

  @Test
  void aPlanOfSeveralReportsAPersonCostsAllOfThem() {
    Plan once = read(BOX.read("few.conf"));
    assertEquals(
        Amplification.of(once.protocol(), 1_000_000, 1e-8),
        AccumulatorsOnly.of(once, 1_000_000, 1e-8));
    Plan thrice = read(BOX.read("few.conf") + "reports_per_person = 3");
    Amplification all = AccumulatorsOnly.of(thrice, 1_000_000, 1e-8);
    assertFalse(all.isAmplified());
    assertTrue(all.epsilon() >= 3, all.toString());
    assertTrue(all.reason().orElseThrow().contains("several reports"), all.toString());
  }

  @Test
  void peopleAreDividedByWhatEachQuestionTakes() {
    Ended ended = divided("2.0 --questions @few.conf @many.conf").done();

    List<String[]> rows = ended.lines().stream().skip(1).map(line -> line.split(",", 6)).toList();
    assertEquals(
        List.of("people few", "people many", "epsilon few", "epsilon many"),
        rows.stream().map(row -> row[0] + " " + row[1]).toList());
    assertEquals(1_000_000, number(rows, 0, 3) + number(rows, 1, 3));
    assertTrue(number(rows, 0, 3) < number(rows, 1, 3) / 20);
    assertEquals(2.0, number(rows, 2, 2) + number(rows, 3, 2), 1e-12);
    // Errors by hand: the mean variance over items with equally many people, and who is asked.
    for (int i = 0; i < 2; i++) {
      int k = i == 0 ? 4 : 40;
      double share = number(rows, i, 3) / 1_000_000;
      long each = 1_000_000_000L;
      long[] counts = new long[k];
      Arrays.fill(counts, each);
      FrequencyOracle<?> oracle =
          (FrequencyOracle<?>) Protocols.of(rows.get(i)[5].replace("\"", ""));
      double noise = Arrays.stream(oracle.variances(counts)).average().orElseThrow() / each;
      double variance = (noise * k + (k - 1) * (1 - share)) / (share * 1_000_000);
      assertEquals(Math.sqrt(variance), number(rows, i, 4), 1e-9);
    }
    double worse = Math.max(number(rows, 2, 4), number(rows, 3, 4));
    double better = Math.max(number(rows, 0, 4), number(rows, 1, 4));
    ended.says("splitting people is %.2f times better".formatted(worse / better));
  }

  private static double number(List<String[]> rows, int row, int column) {
    return Double.parseDouble(rows.get(row)[column]);
  }

  @Test
  void epsilonIsDividedWhereThatIsBetter() {
    // Reports of one bit are hardly better at an epsilon of 16 than at 8.
    divided("16 --output @means --questions @a.conf @b.conf")
        .done()
        .says("splitting epsilon is 1.58");
    assertEquals(2, plans("means").size());
    for (Plan plan : plans("means")) {
      assertTrue(plan.block().isEmpty());
      assertEquals(8.0, plan.protocol().guarantee().epsilon());
    }
  }

  /** The wrong twin: blocks of pools of different names overlap. */
  @Test
  void theWrittenPlansAskEveryPersonOneQuestion() {
    items("three", 90);
    items("four", 120);
    items("more", 100);
    divided("2.0 --output @divided --users 600 --questions @three.conf @four.conf @more.conf")
        .done()
        .says("ldp: 3 plans in ");

    long asked = 0;
    int from = 0;
    for (Plan plan : plans("divided")) {
      assertEquals("three, four, more", plan.block().orElseThrow().pool());
      assertEquals(from, plan.block().orElseThrow().from());
      from = plan.block().orElseThrow().to();
      assertEquals(2.0, plan.protocol().guarantee().epsilon());
    }
    assertEquals(10_000, from);
    List<String> files = BOX.names("divided");
    for (String file : files) {
      asked += asked("divided/" + file, file + "-reports");
    }
    assertEquals(PEOPLE, asked); // everybody is asked once: the divisions are one

    String last = BOX.read("divided/" + files.get(2));
    assertTrue(last.contains("three, four, more"), last);
    BOX.write("overlapping.conf", last.replace("three, four, more", "another"));
    asked -= BOX.table(files.get(2) + "-reports/reports").count();
    assertNotEquals(PEOPLE, asked + asked("overlapping.conf", "overlapping-reports"));
  }

  @Test
  void thePeopleOfABlockMustBeEnough() {
    String question =
        "task = query, queries = [{ name = old, predicate = \"age > 40\" }], protocol ="
            + " \"sq(epsilon=4.0)\", tau = 0.12, beta = 0.05"; // takes 550 people
    plan("all", question);
    assertEquals(PEOPLE, asked("all.conf", "all"));
    plan("half", question + ", block { pool = p, from = 0, to = 1, blocks = 2 }");
    BOX.ldp("privatize --plan @half.conf --input @people --output @half")
        .badInput("people must be enough");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "reports_per_person = 2 | ask everybody once",
        "public = [day], period = day | ask everybody once",
        "block { pool = p, from = 0, to = 1, blocks = 2 } | ask everybody once",
        "id = other | by one id",
        "name = few | different names",
        "task = density, protocol = \"density(epsilon=1.0,lower=0,upper=100,users=1000)\" |"
            + " histogram, mean and query",
      })
  void plansThatABudgetDoesNotCoverAreRefused(String key, String reason) {
    String domain = key.contains("density") ? "" : ", domain { type = range, from = 0, to = 1 }";
    plan("odd", "column = age, protocol = \"rr(epsilon=1.0)\"" + domain + "\n" + key);
    divided("2.0 --questions @few.conf @odd.conf").badInput(reason);
  }

  @Test
  void aBudgetIsOfQuestions() {
    assertEquals("", divided("1").badInput("ldp: ").out());
  }
}
