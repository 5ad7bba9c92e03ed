package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.expr;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.privatize.Fixture.mean;
import static org.sparkldp.jobs.privatize.Fixture.names;
import static org.sparkldp.jobs.privatize.Fixture.output;
import static org.sparkldp.jobs.privatize.Fixture.people;
import static org.sparkldp.jobs.privatize.Fixture.plan;
import static org.sparkldp.jobs.privatize.Fixture.queries;
import static org.sparkldp.jobs.privatize.Fixture.reportsByPerson;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.sql.Faults;
import org.sparkldp.sql.SparkTest;

/**
 * Faults while values become reports: whatever is killed or lost, storage holds one report a
 * person, all or none of them. That these faults would show in an unprotected job is proved beside
 * the same faults in sql (ReplayTest).
 */
@ExtendWith(SparkTest.class)
@Tag("slow")
class PrivatizationFaultsTest {
  private static final int PEOPLE = 480;
  private static final int TASKS = 8;

  /** By plan, the reports of a run without faults. */
  private static final Map<String, Map<Long, List<String>>> UNDISTURBED = new HashMap<>();

  @TempDir Path folder;

  @BeforeEach
  void manyTasksAfterAShuffle() {
    spark().conf().set("spark.sql.shuffle.partitions", "" + TASKS);
    spark().conf().set("spark.sql.adaptive.coalescePartitions.enabled", "false");
  }

  @AfterEach
  void asBefore() {
    spark().conf().set("spark.sql.shuffle.partitions", "3");
    spark().conf().unset("spark.sql.adaptive.coalescePartitions.enabled");
  }

  private void privatize(Plan plan, Dataset<Row> values, String name) {
    Privatized outcome =
        new Privatization(plan)
            .withFilesOf(PEOPLE / TASKS)
            .run(values, output(folder.resolve(name)));
    assertEquals(PEOPLE, outcome.drawn());
    assertEquals(0, outcome.leftOut());
  }

  private Map<Long, List<String>> onePerPerson(String name) {
    Map<Long, List<String>> reports = reportsByPerson(folder.resolve(name));
    assertEquals(PEOPLE, reports.size());
    assertTrue(reports.values().stream().allMatch(list -> list.size() == 1));
    return reports;
  }

  private void assertOnePerPerson(Plan plan) {
    Map<Long, List<String>> reports = onePerPerson("out");
    if (plan.randomness() == Plan.Randomness.KEYED) {
      assertEquals(UNDISTURBED.computeIfAbsent(plan.text(), text -> undisturbed(plan)), reports);
    }
  }

  private Map<Long, List<String>> undisturbed(Plan plan) {
    privatize(plan, people(PEOPLE, 1), "undisturbed");
    return onePerPerson("undisturbed");
  }

  /** Questions about items, numbers and vectors, and queries, keyed and write-once. */
  static List<Plan> plans() {
    return Stream.of("keyed", "write-once")
        .flatMap(
            randomness ->
                Stream.of(
                    plan("randomness = " + randomness),
                    mean("amount", "mean(epsilon=1.0,lower=0,upper=1)", randomness),
                    mean("point", "privunit(epsilon=1.0,d=2,radius=1,outside=clip)", randomness),
                    queries(randomness)))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("plans")
  void killedTasksLeaveOneReportAPersonOnStorage(Plan plan) {
    privatize(plan, Faults.killFirstAttempts(people(PEOPLE, 4)), "out");
    assertOnePerPerson(plan);
  }

  @ParameterizedTest
  @MethodSource("plans")
  void lostShuffleFilesBelowTheTableLeaveOneReportAPersonOnStorage(Plan plan) {
    Faults.ShuffleLoss loss = new Faults.ShuffleLoss();
    privatize(plan, loss.after(people(PEOPLE, 4).repartition(8, col("item"))), "out");
    assertTrue(loss.files() > 0);
    assertOnePerPerson(plan);
  }

  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void filesLostBetweenBoundingAndRandomizingLeaveOneReportAPersonOnStorage(String randomness)
      throws Exception {
    // Bounding crowded ids is the job's own shuffle; reports are drawn in the tasks that read it.
    Plan plan = plan("randomness = " + randomness, "reports_per_person = 2");
    // A loss comes too late where a busy machine hears of the first task after the last.
    for (int attempt = 1; ; attempt++) {
      try (Faults.LossAfterFirstWrite loss = new Faults.LossAfterFirstWrite(spark())) {
        // Spark knows that a range is cut by id; repartitioned, it must be shuffled to be bounded.
        privatize(plan, people(PEOPLE, 4).repartition(4), "out");
        assertOnePerPerson(plan);
        if (loss.files() > 0 && loss.stagesRunAgain() > 0) {
          return;
        }
        assertTrue(attempt < 3, loss::toString);
      }
      FileUtils.cleanDirectory(folder.toFile());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"keyed", "write-once"})
  void aFailureInTheMiddleLeavesNothingAndTheNextRunSucceeds(String randomness) {
    Plan plan = plan("randomness = " + randomness, "public = [person, remark]");
    // Only the second look at the table, which draws reports, reads the note.
    String poison = "IF(id = 360, raise_error('no note'), 'fine')";
    Dataset<Row> values = people(PEOPLE, 8);
    assertThrows(
        Exception.class, () -> privatize(plan, values.withColumn("remark", expr(poison)), "out"));
    assertEquals(List.of(), names(folder));
    privatize(plan, values.withColumn("remark", expr("'fine'")), "out");
    onePerPerson("out");
  }

  @Test
  void tasksThatDieEveryTimeLeaveNothing() {
    assertThrows(
        Exception.class,
        () -> privatize(plan(), Faults.killEveryAttempt(people(PEOPLE, 4)), "out"));
    assertEquals(List.of(), names(folder));
  }
}
