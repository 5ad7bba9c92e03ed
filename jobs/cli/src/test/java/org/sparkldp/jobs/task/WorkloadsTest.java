package org.sparkldp.jobs.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.Workloads;
import org.sparkldp.sql.SparkTest;

/**
 * Workloads through plans, with strategies that are made or named. Reports and their sums are those
 * of plain Java (AccumulatorsAsInJavaTest); here is what commands make of them.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class WorkloadsTest {
  @RegisterExtension static final Sandbox BOX = new Sandbox();

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

  private static Ended ended;

  @BeforeAll
  static void run() {
    BOX.table("people", "SELECT id, CAST(id % 3 AS INT) AS item FROM range(0, 600, 1, 3)");
    BOX.write("plan.conf", PLAN);
    ended =
        BOX.ldp("run --plan @plan.conf --input @people --output @out --html @page --format csv")
            .done();
  }

  private static Ended privatize(String from, String to, String output) {
    assertTrue(PLAN.contains(from), from);
    BOX.write("other.conf", PLAN.replace(from, to));
    return BOX.ldp("privatize --plan @other.conf --input @people --output @%s", output);
  }

  @Test
  void aPlanAnswersItsWorkloadWithErrorsAndConsistently() {
    assertEquals("item,estimate,standard_error,lower,upper,wnnls,note,best", ended.lines().get(0));
    double before = 0;
    for (double consistent : ended.column("wnnls")) {
      assertTrue(consistent >= before - 1e-6, "a distribution function never falls: " + ended);
      before = consistent;
    }
    assertEquals(600, ended.column("estimate")[6], 1e-6);
    assertTrue(BOX.read("page").contains("How many people are at or below each value of item"));
    assertTrue(BOX.read("page").contains("strategy: the best possible one"));
    assertTrue(BOX.has("out/privatized/plan.attachment"));
  }

  /** Bit b is worth 2^b, in plans as in workloads. */
  @Test
  void aPlainDomainReadAsBitsIsNamedByBits() {
    BOX.write("bits.conf", PLAN.replace("prefix", "marginals-1").replace("to = 6", "to = 7"));
    Ended bits =
        BOX.ldp("run --plan @bits.conf --input @people --output @bits --format csv").done();
    Map<String, Double> answers =
        Ended.csv(bits.out()).stream()
            .skip(1)
            .collect(Collectors.toMap(row -> row[0], row -> Double.parseDouble(row[1])));
    // Items are 0, 1 and 2: nobody has bit 2 set, and a third each of the others.
    assertEquals(0, answers.get("bit 2=1"), 100);
    assertEquals(200, answers.get("bit 1=1"), 100);
    assertEquals(200, answers.get("bit 0=1"), 100);
  }

  /** As {@code optimize} writes it. */
  private static void strategy(String mechanism, int domain, String file) {
    StrategyRequest request = new StrategyRequest(4, Workloads.parse("prefix", domain), mechanism);
    Strategies.maker(request).make(request, OptionalDouble.empty(), () -> true).write(BOX.at(file));
  }

  @Test
  void anotherStrategyIsAnotherPlan() {
    strategy("randomized-response", 7, "rr.strategy");
    String named = "strategy(file=rr.strategy)";
    privatize("factorization(epsilon=4.0)", named, "out/privatized").refused();
    privatize("factorization(epsilon=4.0)", named, "named").done();
  }

  /** 2,240 cells of three columns, of which three predicates make 6 classes. */
  @Test
  void predicatesOverThousandsOfCellsAreAskedByTheirClasses() {
    BOX.table(
        "many",
        "SELECT id, CAST(id % 2 AS STRING) AS gender, CAST(18 + id % 70 AS INT) AS age,"
            + " CAST(id % 16 AS STRING) AS education FROM range(0, 20000, 1, 3)");
    BOX.write(
        "many.conf",
        """
        task = workload, name = many, id = id, outside = fail, randomness = keyed
        attributes = [
          { column = gender, domain { type = list, items = ["0", "1"] } }
          { column = age, domain { type = range, from = 18, to = 87 } }
          { column = education, domain { type = list, items = ["0","1","2","3","4","5","6","7","8",\
        "9","10","11","12","13","14","15"] } }
        ]
        workload { type = predicates, queries = [
          "gender = '1' AND age < 30", "age BETWEEN 30 AND 49", "education = '12' OR education = '13'"
        ] }
        protocol = "factorization(epsilon=4)"
        """);
    Ended many =
        BOX.ldp("run --plan @many.conf --input @many --output @many-out --format csv").done();

    double[] estimates = many.column("estimate");
    double[] errors = many.column("standard_error");
    double[] truth = {1716, 5720, 2500};
    for (int i = 0; i < truth.length; i++) {
      assertEquals(truth[i], estimates[i], 5 * errors[i], many.out());
    }
    assertTrue(BOX.read("many-out/privatized/plan.conf").contains("domain=6"), "classes");
    BOX.ldp("run --plan @many.conf --input @many --output @many-out").done().says("");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "item < | must be valid SQL over",
        "item > 9 | item > 9, which holds for none",
        "item > rand() * 9 | nothing random",
        "item > day(current_date()) | nothing that depends on the time",
      })
  void aPredicateThatCannotBeIsRefused(String predicate, String words) {
    String workload = "workload { type = predicates, queries = [\"" + predicate + "\"] }";
    privatize("workload = prefix", workload, "refused").badInput(words);
    assertFalse(BOX.has("refused"));
  }

  @Test
  void aStrategyThatDoesNotFitOrIsDamagedIsRefused() throws IOException {
    strategy("subset-selection", 8, "eight.strategy");
    String named = "strategy(file=eight.strategy)";
    privatize("factorization(epsilon=4.0)", named, "refused")
        .badInput("must have the domain of its strategy, 8 items");
    byte[] bytes = Files.readAllBytes(BOX.at("eight.strategy"));
    bytes[bytes.length / 2] ^= 1;
    Files.write(BOX.at("eight.strategy"), bytes);
    privatize("factorization(epsilon=4.0)", named, "refused").says("a strategy file must be whole");
  }
}
