package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.jobs.pipeline.Accumulation;
import org.sparkldp.jobs.pipeline.Estimation;
import org.sparkldp.jobs.pipeline.Generation;
import org.sparkldp.jobs.pipeline.Privatization;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.PlanReader;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.TestContext;
import org.sparkldp.jobs.table.DomainTable;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.jobs.task.KnownTruth;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/** The plans of conf/plans run on the events they were written for, and estimate their truth. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class SamplePlansTest {
  private static final Path REPOSITORY = DocPage.repository();

  /**
   * People; enough to distinguish the true counts from the same in reverse order, under every plan.
   */
  private static final long PEOPLE = 100_000;

  @TempDir static Path folder;

  @BeforeAll
  static void generate() {
    Generation.write(
        spark(),
        Datasets.find("events(days=2)"),
        1,
        PEOPLE,
        2,
        folder.resolve("events").toString());
  }

  /**
   * Those of items; {@link MeanCommandsTest}, {@link QuantileCommandsTest} and {@link
   * QueryCommandsTest} have the plans of numbers, {@link WordsCommandsTest} that of words, {@link
   * LifetimeCommandsTest} that of a panel, {@link ReleaseCommandTest} has those of releases.
   */
  static List<Path> plans() throws IOException {
    Set<String> others =
        Set.of(
            "heights.conf",
            "income-mean.conf",
            "median-height.conf",
            "daily-item.conf",
            "audience.conf",
            "fares.conf",
            "pickups.conf",
            "words.conf");
    try (Stream<Path> files = Files.list(REPOSITORY.resolve("conf/plans"))) {
      return files
          .filter(file -> file.toString().endsWith(".conf"))
          .filter(file -> !others.contains(file.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  @Test
  void thePlansShowEveryKindOfDomainAndPolicyAndBothKindsOfRandomness() throws IOException {
    StringBuilder all = new StringBuilder();
    for (Path plan : plans()) {
      all.append(Files.readString(plan));
    }
    for (String type : List.of("list", "file", "range", "bins", "column")) {
      assertTrue(all.toString().contains("type = " + type), type);
    }
    for (String policy : List.of("fail", "category", "drop")) {
      assertTrue(all.toString().contains("outside = " + policy), policy);
    }
    for (String randomness : List.of("keyed", "write-once")) {
      assertTrue(all.toString().contains("randomness = " + randomness), randomness);
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void aPlanEstimatesTheTruthAndNotItsReverse(Path file) throws IOException {
    Plan plan = read(file);
    String name = folder.resolve(file.getFileName()).toString();
    var values = Inputs.table(spark(), folder.resolve("events").toString());
    Output reports = new Output(spark(), name + "/privatized");
    Output accumulators = new Output(spark(), name + "/accumulated");
    List<Privatization.Outcome> privatized =
        new Privatization(plan).run(() -> values, reports, Days.ALL);
    new Accumulation(spark(), plan).run(List.of(reports), List.of(), false, accumulators);
    Estimation.Result result =
        new Estimation(spark(), plan, plan.postprocess())
            .run(List.of(accumulators), new Output(spark(), name + "/estimated"));

    Estimate estimate = result.groups().get(0).estimate();
    double[] truth = KnownTruth.answers(values, plan, List.of()).get(List.of());
    double[] reversed = new double[truth.length];
    for (int i = 0; i < truth.length; i++) {
      reversed[i] = truth[truth.length - 1 - i];
    }
    // Answers of a workload share people, so that their z go together: each |z| is to be below 6.
    // Items' hardly do: z² of k items has mean k and, were they independent, standard deviation
    // √(2k): ten of those. For k = 2 both items are one coin: 50 more lets |z| go to 6, false alarm
    // 2e-9.
    boolean together = plan.task().provider().name().equals("workload");
    double limit = together ? 36 : truth.length + 10 * Math.sqrt(2.0 * truth.length) + 50;
    double right = together ? largestSquare(estimate, truth) : sumOfSquares(estimate, truth);
    double wrong = together ? largestSquare(estimate, reversed) : sumOfSquares(estimate, reversed);
    assertTrue(right < limit, right + " against " + limit);
    assertTrue(wrong > limit, wrong + " against " + limit);
    long drawn = privatized.stream().mapToLong(Privatization.Outcome::reports).sum();
    long leftOut = privatized.stream().mapToLong(Privatization.Outcome::leftOut).sum();
    assertTrue(estimate.n() == drawn, "all reports are in the estimate");
    assertTrue(drawn + leftOut == PEOPLE, "no row is lost");
  }

  private static double largestSquare(Estimate estimate, double[] truth) {
    double largest = 0;
    for (int i = 0; i < truth.length; i++) {
      Estimate.Row row = estimate.rows().get(i);
      if (row.standardError() < 1e-6 * estimate.n()) { // the number of people is known
        assertTrue(Math.abs(row.estimate() - estimate.n()) < 1e-6 * estimate.n(), row.item());
      } else {
        double z = (row.estimate() - truth[i]) / row.standardError();
        largest = Math.max(largest, z * z);
      }
    }
    return largest;
  }

  private static double sumOfSquares(Estimate estimate, double[] truth) {
    double sum = 0;
    for (int i = 0; i < truth.length; i++) {
      Estimate.Row row = estimate.rows().get(i);
      double z = (row.estimate() - truth[i]) / row.standardError();
      sum += z * z;
    }
    return sum;
  }

  /** As the command reads it, from the repository's folder. */
  private static Plan read(Path file) throws IOException {
    return new PlanReader(
            new TestContext(file.getParent()) {
              @Override
              public List<String> distinct(String table, String column) {
                return Inputs.distinct(spark(), REPOSITORY.resolve(table).toString(), column);
              }

              @Override
              public BitSet[] select(ProductDomain domain, List<String> predicates) {
                return new DomainTable(spark(), domain).select(predicates);
              }
            })
        .read(Files.readString(file), file.getFileName().toString());
  }
}
