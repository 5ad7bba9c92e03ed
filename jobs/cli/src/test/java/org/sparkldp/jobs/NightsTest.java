package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.jobs.store.SlowFileSystem;
import org.sparkldp.sql.SparkTest;

/**
 * The same people every night, by the commands that a scheduler runs, with something going wrong on
 * most nights. At the end every person has one report a day, and every estimate is that of the
 * reports on storage; keyed, both are byte for byte those of nights on which nothing went wrong.
 *
 * <p>Each fault once with the profile slow, a month with the profile long. What goes wrong is
 * chosen by {@code -Dldp.nights.seed} and printed.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class NightsTest {
  private static final int NIGHTS = Integer.getInteger("ldp.nights", 9);
  private static final long SEED = Long.getLong("ldp.nights.seed", 20261122);
  private static final int PEOPLE = 60;
  private static final LocalDate FIRST = LocalDate.of(2026, 1, 1);

  /** What goes wrong in a night; the scheduler then runs the commands again. */
  private enum Fault {
    NONE,
    RUN_TWICE,
    LATE_ROWS,
    KILLED_WHILE_DRAWING,
    KILLED_WHILE_PUBLISHING,
    TWO_AT_ONCE,
    LOST_FILE,
    FULL_DISK,
    VALUES_DELETED
  }

  @RegisterExtension final Sandbox box = new Sandbox();

  @BeforeEach
  void impatient() {
    spark().conf().set("ldp.claim.seconds", "2");
    SlowFileSystem.in(spark());
  }

  @AfterEach
  void asBefore() {
    spark().conf().unset("ldp.claim.seconds");
    SlowFileSystem.outOf(spark());
  }

  private static String day(int night) {
    return FIRST.plusDays(night).toString();
  }

  /** Writes a day's values: of everybody, or of those who come in time, or of the others. */
  private void values(int night, String who) {
    box.add(
        "values",
        "SELECT id, id AS person, chr(97 + (id + %d) %% 3) AS item, DATE'%s' AS day"
                .formatted(night, day(night))
            + " FROM range(0, %d, 1, 1) WHERE ".formatted(PEOPLE)
            + who);
  }

  private Ended privatize(String days) {
    return box.ldp("privatize --plan @plan.conf --input @values --output @reports --days " + days);
  }

  private Ended accumulate() {
    return box.ldp("accumulate --input @reports --output @acc");
  }

  private Ended estimate(String output) {
    return box.ldp("estimate --format csv --input @acc --output @" + output);
  }

  /**
   * What the scheduler runs every night: yesterday once more, for late rows, and today; and now and
   * then estimates, which need nothing but the accumulators.
   */
  private void night(int night) {
    privatize(night == 0 ? day(0) : day(night - 1) + ".." + day(night)).done();
    accumulate().done();
    if (night % 3 == 0) {
      estimate("est").done();
    }
  }

  private void goesWrong(Fault fault, int night, Random random) throws Exception {
    String day = day(night);
    switch (fault) {
      case NONE -> values(night, "true");
      case RUN_TWICE -> {
        values(night, "true");
        night(night);
      }
      case LATE_ROWS -> {
        values(night, "id % 5 > 0");
        night(night);
        values(night, "id % 5 = 0");
      }
      case KILLED_WHILE_DRAWING -> {
        values(night, "true");
        // What a JVM that is killed leaves: a claim that nobody renews, and reports half written.
        box.write(".reports-claim.day=" + day, "dead 7");
        String left = ".reports-2f1d6a2e-0c3b-4a53-9a57-%012x.day=%s".formatted(night, day);
        box.write(left + "/reports/part-00000.parquet", "half");
      }
      case KILLED_WHILE_PUBLISHING -> {
        values(night, "true");
        SlowFileSystem.failsAt(1 + random.nextInt(3));
        privatize(day).failed();
        SlowFileSystem.works();
      }
      case TWO_AT_ONCE -> {
        values(night, "true");
        spark().conf().set("ldp.claim.seconds", "10"); // more than a busy machine stands still
        Ended.twiceAtOnce(
            "privatize --plan %s --input %s --output %s --days %s",
            box.at("plan.conf"), box.at("values"), box.at("reports"), day);
        impatient();
      }
      case LOST_FILE -> {
        values(night, "true");
        privatize(day).done();
        Path file = Fixture.listed(box.at("reports/reports/day=" + day), "part-.*").get(0);
        Files.move(file, box.at("lost"));
        accumulate().says("are missing");
        Files.move(box.at("lost"), file);
      }
      case FULL_DISK -> {
        values(night, "true");
        SlowFileSystem.isFull();
        privatize(day).failed();
        SlowFileSystem.works();
      }
      case VALUES_DELETED -> {
        values(night, "true");
        night(night);
        Dataset<Row> left = box.table("values");
        left.where("day >= DATE'" + day + "'").write().parquet(box.path("kept"));
        box.delete("values");
        Files.move(box.at("kept"), box.at("values"));
      }
    }
  }

  private Map<String, String> reports() {
    return ResultRows.byDayAndPerson(box.at("reports"));
  }

  private List<Row> accumulators() {
    return ResultRows.sums(box.at("acc"));
  }

  @Test
  void whateverGoesWrongEveryNightIsAsIfNothingHad() throws Exception {
    nights("keyed");
  }

  @Tag("long")
  @Test
  void whateverGoesWrongUnderWriteOnceRandomnessLeavesOneReportAPersonAndDay() throws Exception {
    nights("write-once");
  }

  private void nights(String randomness) throws Exception {
    box.plan(
        "randomness = " + randomness, "late_rows = draw", "public = [person, day]", "period = day");
    Random random = new Random(SEED);
    List<String> went = new ArrayList<>();
    List<Fault> faults = new ArrayList<>();
    for (int night = 0; night < NIGHTS; night++) {
      if (faults.isEmpty()) { // each once, in an order of its own
        faults.addAll(List.of(Fault.values()));
        Collections.shuffle(faults, random);
      }
      Fault fault = faults.remove(0);
      went.add(day(night) + " " + fault);
      goesWrong(fault, night, random);
      night(night);
    }
    night(NIGHTS - 1);
    System.out.println("seed " + SEED + ", " + randomness + ": " + String.join(", ", went));

    Map<String, String> reports = reports();
    assertEquals(PEOPLE * NIGHTS, reports.size());
    List<Row> accumulators = accumulators();
    String all = estimate("est").out();
    String week = "week --days " + day(1) + ".." + day(Math.min(7, NIGHTS - 1));
    final String ofTheWeek = estimate(week).out();

    // The same reports, accumulated at once.
    box.delete("acc");
    accumulate().done();
    assertEquals(accumulators, accumulators());
    assertEquals(all, estimate("est").out());
    if (randomness.equals("keyed")) {
      box.delete("reports");
      box.delete("acc");
      box.delete("values");
      for (int night = 0; night < NIGHTS; night++) {
        values(night, "true");
      }
      privatize(day(0) + ".." + day(NIGHTS - 1)).done();
      accumulate().done();
      assertEquals(reports, reports());
      assertEquals(accumulators, accumulators());
      assertEquals(all, estimate("est").out());
      assertEquals(ofTheWeek, estimate(week).out());
    }
    assertEquals(List.of(), hidden());
  }

  /** What runs leave beside results. */
  private List<String> hidden() {
    return box.names("").stream()
        .filter(name -> name.startsWith(".") && !name.endsWith(".crc"))
        .toList();
  }
}
