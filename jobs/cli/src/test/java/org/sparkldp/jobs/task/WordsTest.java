package org.sparkldp.jobs.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.sparkldp.jobs.Ended;
import org.sparkldp.jobs.Interpreted;
import org.sparkldp.jobs.Sandbox;
import org.sparkldp.sql.SparkTest;

/**
 * Words through plans. Reports and their sums are those of plain Java (AccumulatorsAsInJavaTest);
 * here is what commands make of them.
 */
@ExtendWith({SparkTest.class, Interpreted.class})
@Tag("slow")
class WordsTest {
  @RegisterExtension static final Sandbox BOX = new Sandbox();

  private static final String PLAN =
      """
      task = words
      name = frequent
      column = word
      id = id
      protocol = "words(epsilon=8,length=4,alphabet=a-z,users=600,rounds=2,kept=8)"
      outside = category
      randomness = keyed
      """;

  /** Of 600 people 200 hold each of two words, and 200 none: too long, missing, in upper case. */
  @BeforeAll
  static void lay() {
    BOX.table(
        "people",
        "SELECT id, IF(id % 2 = 0, 42L, -7L * 1000000000000) AS number, CASE WHEN id % 3 = 0 THEN"
            + " 'ab' WHEN id % 3 = 1 THEN 'cafe' WHEN id % 9 = 2 THEN 'toolong' WHEN id % 9 = 5"
            + " THEN NULL ELSE 'Ab' END AS word, concat(chr(97 + id % 25), chr(97 + id % 24),"
            + " chr(97 + id % 23)) AS rare FROM range(0, 600, 1, 3)");
  }

  private static Ended run(String plan, String name) {
    BOX.write(name + ".conf", plan);
    return BOX.ldp(
        "run --plan @%s.conf --input @people --output @%s --format csv --html @%s.html",
        name, name, name);
  }

  /** People without a word are another item under category, and decide nothing else. */
  @Test
  void aPlanFindsTheWordsThatManyHoldAndNoOthers() {
    Ended ended = run(PLAN, "out").done();

    assertEquals("item,estimate,standard_error,lower,upper,note,best", ended.lines().get(0));
    ended.says("is found with probability 0.95 at least");
    Set<String> found =
        Ended.csv(ended.out()).stream().skip(1).map(row -> row[0]).collect(Collectors.toSet());
    assertEquals(Set.of("ab", "cafe"), found);
    double[] errors = ended.column("standard_error");
    for (int i = 0; i < 2; i++) { // keyed: it holds always, or never
      assertEquals(200, ended.column("estimate")[i], 5 * errors[i], ended.out());
      assertTrue(ended.column("lower")[i] <= ended.column("upper")[i]);
      assertTrue(errors[i] < 50, ended.out());
    }
    assertTrue(BOX.read("out.html").contains("Words of word that many hold"));
  }

  @Test
  void valuesThatAreNoWordsAreOutside() {
    run(PLAN.replace("outside = category", "outside = fail"), "failed")
        .badInput("Rows that are not: 200")
        .keeps("toolong");
  }

  @Test
  void identifiersAreWholeNumbers() {
    String texts =
        PLAN.replaceFirst("words\\(.*\\)", "words(epsilon=4,encoding=identifier,users=600)");
    run(texts, "texts").badInput("must be in a column of an integer type");

    BOX.write("numbers.conf", texts.replace("column = word", "column = number"));
    BOX.ldp("privatize --plan @numbers.conf --input @people --output @numbers --anyway")
        .done()
        .says("reports of words(epsilon=4.0,encoding=identifier");
  }

  /** The first run counts the people; who comes later makes no other plan. */
  @Test
  void thePlanOfTheFirstRunIsOfThePeopleInItsTable() {
    BOX.table("growing", "SELECT id, 'ab' AS word FROM range(0, 600, 1, 3)");
    BOX.write("open.conf", PLAN.replace("users=600,", ""));
    String run = "run --plan @open.conf --input @growing --output @open --format csv";

    BOX.ldp(run).done().says("of 600 people, a word that", "600 people: a word must be shared by");
    String plan = BOX.read("open/round-1/privatized/plan.conf");
    assertTrue(plan.contains("users=600,"), plan);
    BOX.add("growing", "SELECT id, 'ab' AS word FROM range(600, 700, 1, 3)");
    Ended second = BOX.ldp(run).done();
    assertEquals(plan, BOX.read("open/round-1/privatized/plan.conf"));
    double error = second.column("standard_error")[0];
    assertTrue(error < 60, second.out());
    assertEquals(700, second.column("estimate")[0], 5 * error, second.out());
    BOX.ldp("privatize --plan @open.conf --input @growing --output @steps").done();
    assertTrue(BOX.read("steps/plan.conf").contains("users=700,"), "its own folder");
  }

  /** A plan for many more people than there are finds nothing, and says so first. */
  @Test
  void farTooFewPeopleAreRefusedUnlessSomebodySaysAnyway() {
    BOX.write("few.conf", PLAN.replace("users=600", "users=2401"));
    String run = "run --plan @few.conf --input @people --output @few --format csv";

    BOX.ldp(run).badInput("users = 2401, and 600 people: a word must be shared by about");
    assertTrue(!BOX.has("few/round-1/privatized/plan.conf"), "nobody was asked");
    BOX.ldp(run + " --anyway").done();
    BOX.write("enough.conf", PLAN.replace("users=600", "users=2400"));
    BOX.ldp(run.replace("few", "enough")).done();
  }

  /** Nobody's word is frequent: an empty list, a page, and no exception. */
  @Test
  void nothingFrequentIsAnEmptyList() {
    Ended ended = run(PLAN.replace("column = word", "column = rare"), "rare").done();

    assertEquals(List.of("item,estimate,standard_error,lower,upper,note,best"), ended.lines());
    assertTrue(BOX.has("rare.html"));
  }
}
