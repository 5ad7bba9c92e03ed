package org.sparkldp.release;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.jobs.Refused.badInput;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.jobs.plan.GoldenPlansTest;
import org.sparkldp.jobs.plan.PlanFuzzTest;
import org.sparkldp.jobs.plan.TestContext;

/** Plans of releases as people write them: what is read, and what is refused. */
class ReleasePlanTest {
  private static final String COUNT =
      """
      task = release
      name = pickups
      user = driver
      statistic = count
      cells = [
        { column = hour, domain { type = range, from = 0, to = 2 } }
        { column = pickup, graph { type = street-grid, avenues = 3, streets = 4 } }
        { column = class, domain { type = list, items = [yellow, green] } }
      ]
      contribution { cells = 10, per_cell = 3, total = 20 }
      neighbours = add-remove
      mechanism = "gaussian(epsilon=1.0,delta=1e-6)"
      denoise = "trend-filter(order=1)"
      outside = fail
      """;

  private static final String MEAN =
      """
      task = release
      name = income
      user = [household, person]
      statistic = mean
      columns = [income, rent]
      bound { lower = 0, upper = 100000 }
      neighbours = replace
      mechanism = "laplace(epsilon=0.5)"
      outside = fail
      """;

  @TempDir Path folder;

  private ReleasePlan read(String text) {
    return ReleasePlan.read(text, "test.conf", new TestContext(folder));
  }

  @TestFactory
  Stream<DynamicTest> eachPlanStaysAsItIsToTheByte() throws IOException {
    return GoldenPlansTest.eachOf(
        GoldenPlansTest::isRelease,
        (text, context) -> {
          ReleasePlan plan = ReleasePlan.read(text, "plan", context);
          assertEquals(plan.text(), ReleasePlan.read(plan.text(), "text", context).text());
          return plan.fingerprint() + "\n" + GoldenPlansTest.brief(plan.text());
        });
  }

  @Test
  @Tag("slow")
  void plansThatNobodyWroteAreRefusedInASentence() throws IOException {
    PlanFuzzTest.Reading release = text -> ReleasePlan.read(text, "plan.conf", PlanFuzzTest.NONE);
    List<byte[]> examples = PlanFuzzTest.examples("plans", release);
    assertTrue(examples.size() >= 1, "read " + examples.size());
    PlanFuzzTest.fuzz("plans of releases", 1, examples, release);
  }

  @Test
  void whatIsWrittenIsReadBackAsAnEqualPlan() {
    for (String text : List.of(COUNT, MEAN)) {
      ReleasePlan plan = read(text);
      ReleasePlan again = read(plan.text());
      assertEquals(plan.text(), again.text());
      assertEquals(plan.fingerprint(), again.fingerprint());
      assertEquals(plan.statistic(), again.statistic());
    }
  }

  @Test
  void theFingerprintLeavesOutHowNumbersAreDenoised_andNothingElse() {
    String fingerprint = read(COUNT).fingerprint();
    assertEquals(fingerprint, read(COUNT.replace("denoise =", "# denoise =")).fingerprint());
    for (String[] change :
        new String[][] {
          {"name = pickups", "name = others"},
          {"user = driver", "user = cab"},
          {"to = 2", "to = 3"},
          {"avenues = 3", "avenues = 5"},
          {"cells = 10", "cells = 11"},
          {"per_cell = 3", "per_cell = 2"},
          {", total = 20", ""},
          {"add-remove", "replace"},
          {"epsilon=1.0", "epsilon=2.0"},
          {"1e-6", "1e-7"},
          {"outside = fail", "outside = drop, outside_reason = \"known gaps\""}
        }) {
      String changed = COUNT.replace(change[0], change[1]);
      assertNotEquals(COUNT, changed);
      assertNotEquals(fingerprint, read(changed).fingerprint(), change[0]);
    }
  }

  @Test
  void cellsRunThroughAllLevels_theLastAttributeFastest_andSlicesAreTheNodesOfTheGraph() {
    ReleasePlan plan = read(COUNT);
    ReleasePlan.Totals cells = (ReleasePlan.Totals) plan.statistic();
    assertEquals(3 * 12 * 2, cells.size());
    assertEquals(List.of(0L, 0L, "yellow"), plan.statistic().names(0));
    assertEquals(List.of(0L, 0L, "green"), plan.statistic().names(1));
    assertEquals(List.of(0L, 1L, "yellow"), plan.statistic().names(2));
    assertEquals(List.of(2L, 11L, "green"), plan.statistic().names(71));
    List<int[]> slices = cells.slices();
    assertEquals(6, slices.size());
    assertArrayEquals(new int[] {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22}, slices.get(0));
    assertEquals("hour=0, class=yellow", cells.label(slices.get(0)));
    assertEquals(25, slices.get(3)[0]);
    assertEquals("hour=1, class=green", cells.label(slices.get(3)));
  }

  @Test
  void aUserMovesNoMoreCellsThanThereAre() {
    String without = COUNT.replace(", total = 20", "");
    assertEquals(10, sensitivity(without).l0());
    assertEquals(30, sensitivity(without).l1());
    assertEquals(72, sensitivity(without.replace("cells = 10", "cells = 1000")).l0());
    assertEquals(
        3 * Math.sqrt(72), sensitivity(without.replace("cells = 10", "cells = 1000")).l2());
  }

  private Sensitivity sensitivity(String text) {
    ReleasePlan plan = read(text);
    return plan.statistic().sensitivity(plan.neighbours());
  }

  @Test
  void aGraphIsReadFromFilesWithAndWithoutHeaderAndWeights_andTravelsInThePlan()
      throws IOException {
    Files.writeString(folder.resolve("nodes.csv"), "node,x,y\na,0,0\nb, 1,0\nc,0,1\n");
    Files.writeString(folder.resolve("edges.csv"), "from,to,weight\na,b,2.5\nb,c\n");
    Files.writeString(folder.resolve("bare.csv"), "a,0,0\nb,1,0\nc,0,1\n");
    Files.writeString(folder.resolve("unweighted.csv"), "a,b\n");
    ReleasePlan plan = read(onFiles("nodes.csv", "edges.csv"));
    Network network = network(plan);
    assertEquals("3 nodes and 2 edges", network.toString());
    assertEquals(List.of(0.0, 1.0, 0.0), network.x());
    assertEquals(List.of(0L, "b", "yellow"), plan.statistic().names(2));
    assertEquals(1, network(read(onFiles("bare.csv", "unweighted.csv"))).graph().edges());
    Files.delete(folder.resolve("nodes.csv"));
    assertEquals(network, network(read(plan.text())));
  }

  private static Network network(ReleasePlan plan) {
    return plan.statistic().network().orElseThrow();
  }

  private static String onFiles(String nodes, String edges) {
    return COUNT.replace(
        "type = street-grid, avenues = 3, streets = 4",
        "type = file, nodes = " + nodes + ", edges = " + edges);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,b,-1 | weight",
        "a,b,NaN | weight",
        "a,b,Infinity | weight",
        "a,b,0 | weight",
        "a,b,heavy | a line of a graph must read from,to,weight with finite numbers",
        "a | a line of a graph must read from,to,weight",
        "a,d | an edge must join two of the graph's nodes. Provided: d at edge 0.",
        "a,a | ",
      })
  void aGraphThatIsNoneIsRefused(String edge, String sentence) throws IOException {
    Files.writeString(folder.resolve("nodes.csv"), "a,0,0\nb,1,0\n");
    Files.writeString(folder.resolve("edges.csv"), edge + "\n");
    badInput(sentence == null ? "" : sentence, () -> read(onFiles("nodes.csv", "edges.csv")));
  }

  @Test
  void positionsMustBeNumbers_andFilesMustBeThere() throws IOException {
    Files.writeString(folder.resolve("nodes.csv"), "a,0,north\n");
    Files.writeString(folder.resolve("edges.csv"), "");
    badInput(
        "must read node,x,y with finite numbers", () -> read(onFiles("nodes.csv", "edges.csv")));
    badInput("must be readable", () -> read(onFiles("none.csv", "edges.csv")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "delta=1e-6 | delta=0 | delta must be at least 1e-15 and below 1. Provided value: 0.0.",
        "delta=1e-6 | delta=1 | delta must be at least 1e-15 and below 1. Provided value: 1.0.",
        "epsilon=1.0 | epsilon=0 | epsilon (privacy loss) must be between 1e-6 and 300.",
        "epsilon=1.0 | epsilon=-1 | epsilon (privacy loss) must be between 1e-6 and 300.",
        "epsilon=1.0 | epsilon=NaN | epsilon (privacy loss) must be between 1e-6 and 300.",
        "epsilon=1.0 | epsilon=1d | epsilon must be a number",
        ",delta=1e-6 | '' | gaussian needs the parameter delta",
        "gaussian(epsilon=1.0,delta=1e-6) | staircase(epsilon=1) | a release's mechanism must be",
        "'contribution { cells = 10, per_cell = 3, total = 20 }' | '' | must say in contribution",
        "per_cell = 3, | '' | per_cell",
        "cells = 10 | cells = 0 | cells must be between 1 and 2^31 - 1. Provided value: 0.",
        "per_cell = 3 | per_cell = 0 | per_cell must be between 1 and 2^31 - 1",
        "total = 20 | rows = 20 | knows the keys",
        "add-remove | bounded | neighbours must be one of add-remove, replace.",
        "statistic = count | statistic = median | statistic must be one of count, sum, mean.",
        "statistic = count | 'statistic = count, value = fare' | value belongs to statistic = sum.",
        "statistic = count | 'statistic = count, bound { radius = 1 }' | bound does not belong to",
        "statistic = count | 'statistic = sum' | statistic = sum needs value",
        "task = release | task = histogram | task = release",
        "user = driver | user = [] | user must name one column or several different ones.",
        "user = driver | '' | user",
        "order=1 | order=9 | order",
        "trend-filter(order=1) | magic() | magic",
        "outside = fail | outside = category | outside must be fail or drop.",
        "outside = fail | outside = drop | outside_reason",
        "column = class | column = hour | cells must be of one or more different columns.",
        "streets = 4 | streets = 1 | streets must be from 2 to 300.",
        "street-grid | torus | type must be one of street-grid, file, list.",
        "to = 2 | to = 2000000 | a release must have at most 1000000 cells.",
      })
  void badPlansAreRefusedInOneSentenceWithTheirPlace(String from, String to, String sentence) {
    String changed = COUNT.replace(from, to == null ? "" : to);
    assertNotEquals(COUNT, changed);
    badInput(sentence, () -> read(changed));
  }

  @Test
  void boundsThatBoundNothingAreRefusedWhereTheyStand() {
    String sum = COUNT.replace("statistic = count", "statistic = sum, value = fare");
    String bounds = "cells = 10\nlower = 2\nupper = 1 }";
    badInput(
        "lower = 2.0, upper = 1.0. In test.conf: 11.",
        () -> read(sum.replace("cells = 10, per_cell = 3, total = 20 }", bounds)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "neighbours = replace | neighbours = add-remove | its neighbours must be replace.",
        "upper = 100000 | upper = 0 | vectors must lie in a ball",
        "'bound { lower = 0, upper = 100000 }' | '' | bound",
        "upper = 100000 | 'upper = 1, d = 3' | d must be the number of columns, 2",
        "columns = [income, rent] | '' | a vector is either in one column or in several columns",
        "outside = fail | 'outside = drop, outside_reason = x' | outside must be fail",
        "bound { | 'denoise = \"tree-wavelets()\", bound {' | graph",
      })
  void badPlansOfMeansAreRefused(String from, String to, String sentence) {
    String changed = MEAN.replace(from, to == null ? "" : to);
    assertNotEquals(MEAN, changed);
    badInput(sentence, () -> read(changed));
  }
}
