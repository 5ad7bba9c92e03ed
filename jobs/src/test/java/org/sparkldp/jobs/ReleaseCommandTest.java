package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Ended.ldp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.jobs.pipeline.Generation;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/** The command {@code release}, as a user runs it. */
@ExtendWith(SparkTest.class)
@Tag("slow")
class ReleaseCommandTest {
  private static final int TRIPS = 60_000;

  private static final String PLAN =
      """
      task = release
      name = pickups
      user = driver
      statistic = count
      cells = [
        { column = pickup, graph { type = street-grid, avenues = 20, streets = 40 } }
        { column = hour, domain { type = range, from = 16, to = 18 } }
      ]
      contribution { cells = 2, per_cell = 1 }
      neighbours = add-remove
      mechanism = "gaussian(epsilon=0.5,delta=0.000001)"
      denoise = "trend-filter(order=1)"
      outside = drop
      outside_reason = "the evening is asked for"
      """;

  @TempDir static Path tables;
  @TempDir Path folder;

  @BeforeAll
  static void generate() {
    generate("trips", "trips(avenues=20,streets=40,drivers=30000)", TRIPS);
  }

  private static void generate(String name, String spec, int rows) {
    Generation.write(
        SparkTest.spark(), Datasets.find(spec), 1, rows, 3, tables.resolve(name).toString());
  }

  private Ended release(Path plan, String table, String name, String... more) {
    String[] arguments = {
      "release",
      "--plan",
      plan.toString(),
      "--input",
      tables.resolve(table).toString(),
      "--output",
      folder.resolve(name).toString(),
      "--html",
      folder.resolve(name + ".html").toString()
    };
    String[] all = Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return Ended.of(all);
  }

  private Path plan(String text) throws IOException {
    return Files.writeString(folder.resolve("plan.conf"), text);
  }

  @Test
  void aReleaseSaysWhatOneUserMoves_drawsOnce_andDenoisesBesideTheRaw() throws IOException {
    Ended first = release(plan(PLAN), "trips", "out", "--format", "csv");
    first.done();
    assertTrue(
        first
            .err()
            .contains("one user (driver) moves at most 2 numbers, by L1 2.00000, L2 1.41421"),
        first.err());
    assertEquals("pickup,hour,estimate,standard_error,lower,upper,denoised", first.lines().get(0));
    assertEquals(1 + 800 * 3, first.lines().size());
    double[] raw = Ended.column(first.out(), "estimate");
    double[] denoised = Ended.column(first.out(), "denoised");
    double sigma = Ended.column(first.out(), "standard_error")[0];
    assertEquals(1, error(raw) / sigma, 0.1); // 2,400 draws show a standard deviation to 1.4 %
    assertTrue(error(denoised) < 0.6 * error(raw), error(denoised) + " of " + error(raw));

    String html = Files.readString(folder.resolve("out.html"));
    assertTrue(html.contains("\"kind\":\"map\"") && html.contains("hour=17"));

    Ended again = release(plan(PLAN), "trips", "out");
    again.done().says("already done, nothing was drawn");
    assertEquals("", again.out());

    Ended other = release(plan(PLAN.replace("epsilon=0.5", "epsilon=5")), "trips", "out");
    other.refused();
  }

  /** Root of the mean squared distance from the table's own counts. */
  private static double error(double[] found) {
    double[] counts = new double[found.length];
    for (Row row :
        SparkTest.spark()
            .read()
            .parquet(tables.resolve("trips").toString())
            .where("hour BETWEEN 16 AND 18")
            .groupBy("pickup", "hour")
            .count()
            .collectAsList()) {
      counts[3 * row.getInt(0) + row.getInt(1) - 16] = row.getLong(2);
    }
    double squares = 0;
    for (int i = 0; i < counts.length; i++) {
      squares += (found[i] - counts[i]) * (found[i] - counts[i]);
    }
    return Math.sqrt(squares / found.length);
  }

  @Test
  void thePlanBesideTheDocumentationReleasesTheTripsItWasWrittenFor() throws IOException {
    generate("day", "trips", 100_000);
    String text = Files.readString(DocPage.repository().resolve("conf/plans/pickups.conf"));
    // The trend filter of 24 maps of 3,784 nodes takes half a minute; shrinkage does for a test.
    Path plan = plan(text.replace("trend-filter(order=1)", "james-stein()"));
    Ended ended = release(plan, "day", "day");
    ended.done();
    assertTrue(ended.out().contains("... and 90796 smaller numbers"), ended.out());
    String csv =
        ldp(
                "sql --format csv -e %s",
                "SELECT sum(estimate) AS total, count(*) AS cells FROM parquet.`"
                    + folder.resolve("day/release")
                    + "`")
            .done()
            .out();
    assertEquals(90_816, Ended.column(csv, "cells")[0]);
    // 90,816 draws of sigma 18.9 add up with a standard deviation of 5,700.
    assertEquals(100_000, Ended.column(csv, "total")[0], 6 * 5_700 + 10_000);
  }

  @Test
  void meansArePrintedByCoordinate() throws IOException {
    Path plan = DocPage.repository().resolve("conf/plans/fares.conf");
    Ended ended = release(plan, "trips", "fares", "--format", "csv");
    ended.done();
    assertEquals("item,estimate,standard_error,lower,upper", ended.lines().get(0));
    assertTrue(ended.lines().get(1).startsWith("fare,"));
    assertEquals(14.3, Ended.column(ended.out(), "estimate")[0], 0.3);
  }

  @Test
  void badInputEndsWithTwo_inOneSentence() throws IOException {
    Ended bound = release(plan(PLAN.replaceFirst("contribution.*", "")), "trips", "bad");
    bound.badInput("must say in contribution what one user may move");
    Ended outside =
        release(
            plan(PLAN.replaceFirst("outside = drop\noutside_reason.*", "outside = fail")),
            "trips",
            "bad");
    outside.badInput("nothing was released");
    assertTrue(Files.notExists(folder.resolve("bad")));
  }
}
