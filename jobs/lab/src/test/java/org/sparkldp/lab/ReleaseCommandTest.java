package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.jobs.privatize.Fixture;
import org.sparkldp.sql.DocPage;
import org.sparkldp.sql.SparkTest;

/** The command {@code release}, as a user runs it. */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class ReleaseCommandTest {
  @RegisterExtension static final Sandbox BOX = new Sandbox();

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

  @BeforeAll
  static void generate() {
    Generation.write(
        spark(),
        Datasets.find("trips(avenues=20,streets=40,drivers=300)"),
        1,
        600,
        3,
        BOX.path("trips"));
  }

  private static Ended release(String plan, String output) {
    BOX.write(output + ".conf", plan);
    return BOX.ldp(
        "run --plan @%s.conf --input @trips --output @%s --html @%s.html --format csv",
        output, output, output);
  }

  private static String sample(String name) throws IOException {
    return Files.readString(DocPage.repository().resolve("conf/plans/" + name));
  }

  @Test
  void aReleaseSaysWhatOneUserMoves_drawsOnce_andDenoisesBesideTheRaw() {
    Ended first = release(PLAN, "out").done();
    first.says("one user (driver) moves at most 2 numbers, by L1 2.00000, L2 1.41421");
    assertEquals("pickup,hour,estimate,standard_error,lower,upper,denoised", first.lines().get(0));
    assertEquals(1 + 800 * 3, first.lines().size());
    double[] raw = first.column("estimate");
    double sigma = first.column("standard_error")[0];
    // 2,400 draws of the system's coins show a standard deviation to 1.4 %; seven times that.
    assertEquals(1, error(raw) / sigma, 0.1);
    assertTrue(error(raw) / (1.25 * sigma) < 0.9, "the wrong twin states a quarter more");
    // On a grid of 2^-28 sigma hardly two draws are the same.
    assertTrue(Arrays.stream(raw).distinct().count() > 2_390, "each cell has a draw of its own");
    double[] lower = first.column("lower");
    double[] upper = first.column("upper");
    assertEquals(2 * 1.96 * sigma, upper[0] - lower[0], 0.01 * sigma);
    assertTrue(error(first.column("denoised")) < 0.6 * error(raw));

    String html = BOX.read("out.html");
    assertTrue(html.contains("\"kind\":\"map\"") && html.contains("hour=17"));
    assertTrue(Pattern.compile("The largest of \\S+ numbers is that of ").matcher(html).find());

    Map<String, String> before = Fixture.files(BOX.at("out"));
    Ended again = release(PLAN, "out").done();
    again.says("already done, nothing was drawn");
    assertEquals("", again.out());
    release(PLAN.replace("epsilon=0.5", "epsilon=5"), "out").refused();
    assertEquals(before, Fixture.files(BOX.at("out")));
    assertFalse(BOX.read("out/run.json").contains("rows"), "nothing exact is kept");
    assertTrue(BOX.read("out/plan.conf").contains("\"pickups\""), "the plan lies beside it");
  }

  @Test
  void aPageSaysOneNumberWithAsManyDigitsAsItsIntervalHas() throws IOException {
    Ended done = release(sample("fares.conf"), "mean").done();
    double mean = done.column("estimate")[0];
    double reach = (done.column("upper")[0] - done.column("lower")[0]) / 2;
    Matcher sentence =
        Pattern.compile("The mean of fare is ([\\d.]+), within ± ([\\d.]+) of the truth in 95 %")
            .matcher(BOX.read("mean.html"));
    assertTrue(sentence.find());
    assertEquals(mean, Double.parseDouble(sentence.group(1)), reach / 10);
    assertEquals(reach, Double.parseDouble(sentence.group(2)), reach / 10);
  }

  /** Root of the mean squared distance from the table's own counts. */
  private static double error(double[] found) {
    double[] counts = new double[found.length];
    for (Row row :
        BOX.table("trips")
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
    // The trend filter of 24 maps of 3,784 nodes takes half a minute; shrinkage does for a test.
    String plan = sample("pickups.conf").replace("trend-filter(order=1)", "james-stein()");
    release(plan, "day").done();
    assertEquals(24 * 3784, BOX.table("day/release").count());
  }

  @Test
  void meansArePrintedByCoordinate() throws IOException {
    Ended ended = release(sample("fares.conf"), "fares").done();
    assertEquals("item,estimate,standard_error,lower,upper", ended.lines().get(0));
    assertTrue(ended.lines().get(1).startsWith("fare,"));
  }

  @Test
  void aTableShowsTheLargestNumbers() {
    BOX.write("table.conf", PLAN);
    BOX.ldp("run --plan @table.conf --input @trips --output @table")
        .done()
        .shows("smaller numbers");
  }

  @Test
  void badInputEndsWithTwo_inOneSentence() {
    release(PLAN.replaceFirst("contribution.*", ""), "bad")
        .badInput("must say in contribution what one user may move");
    release(PLAN.replaceFirst("outside = drop\noutside_reason.*", "outside = fail"), "bad")
        .badInput("nothing was released");
    assertFalse(BOX.has("bad"));
  }
}
