package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.inBothModes;
import static org.sparkldp.sql.SparkTest.rows;
import static org.sparkldp.sql.SparkTest.spark;
import static org.sparkldp.sql.SparkTest.value;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Public numbers by a private label, in SQL. */
@ExtendWith(SparkTest.class)
class NumberSumsSqlTest {
  private static final String SPEC = "'grr(epsilon=20.0,k=3)'";

  /** 300 people; at epsilon 20 a report is the item. */
  @BeforeEach
  void people() {
    spark()
        .sql(
            "SELECT id, element_at(array('US', 'IN', 'BR'), 1 + CAST(id % 3 AS INT)) AS country,"
                + " 10 * (id % 3) + id % 2 AS ms, CAST((id % 3) - 1.25 AS DECIMAL(9,2)) AS cost"
                + " FROM range(300)")
        .createOrReplaceTempView("visits");
    spark()
        .sql(
            "SELECT *, ldp_randomize(ldp_item(country, array('US', 'IN', 'BR'), 'drop'), SPEC, id)"
                    .replace("SPEC", SPEC)
                + " AS report FROM visits")
        .createOrReplaceTempView("asked");
  }

  private static String sums(String x) {
    return "ldp_accumulate_sums(report, " + SPEC + ", " + x + ")";
  }

  private static List<Row> estimates(String x, String from) {
    return rows("SELECT inline(ldp_estimate_sums(" + sums(x) + ")) FROM " + from);
  }

  private static String shown(List<Row> rows) {
    return rows.stream()
        .map(row -> row.get(0) + " " + row.get(1) + " " + Math.round(row.getDouble(2) * 100) / 100.)
        .collect(Collectors.joining(", "));
  }

  @Test
  void countSumAndMeanOfEachItemByItsName() {
    List<Row> found = inBothModes(() -> estimates("ms", "asked"));
    assertEquals(
        "US count 100.0, US sum 50.0, US mean 0.5, IN count 100.0, IN sum 1050.0, IN mean 10.5,"
            + " BR count 100.0, BR sum 2050.0, BR mean 20.5",
        shown(found));
  }

  /** Means by a private key, of which few people hold one. */
  @Test
  void aMeanByAPrivateKeyHasItsNote() {
    String reports =
        "ldp_randomize(array(id % 2, 30 + 10 * (id % 2)), 'mean-by(epsilon=8.0,k=3,lower=0,upper=80)',"
            + " id, 'waits')";
    String query =
        "SELECT inline(ldp_estimate_sums(ldp_accumulate(r,"
            + " 'mean-by(epsilon=8.0,k=3,lower=0,upper=80)'), .95, array('a', 'b', 'c'))) FROM"
            + " (SELECT REPORTS AS r FROM range(4000))".replace("REPORTS", reports);
    List<Row> found = rows(query);
    assertEquals(9, found.size());
    assertEquals("b mean", found.get(5).get(0) + " " + found.get(5).get(1));
    assertEquals(40, found.get(5).getDouble(2), 5); // of standard error .6
    Row unknown = found.get(8);
    assertEquals("c mean null null 0.0 80.0", unknown.mkString(" ").substring(0, 25));
    assertTrue(unknown.getString(6).startsWith("too few people"), unknown.toString());
    String without = query.replace("ldp_estimate_sums", "ldp_estimate");
    assertTrue(said(without).contains("by ldp_estimate_sums, whose rows say"), () -> said(without));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "CAST(ms AS TINYINT) | 10.5",
        "CAST(ms AS INT) | 10.5",
        "cost | -0.25",
        "-cost | 0.25",
        "CAST(ms AS DECIMAL(18, 2)) | 10.5"
      })
  void numbersOfEveryExactType(String x, double mean) {
    assertEquals(mean, estimates(x, "asked").get(5).getDouble(2), 1e-5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CAST(ms AS DOUBLE)",
        "CAST(ms AS FLOAT)",
        "CAST(ms AS DECIMAL(20,2))",
        "country",
        "ms > 3"
      })
  void othersAreRefusedWithTheCast(String x) {
    String said = assertThrows(Exception.class, () -> estimates(x, "asked")).getMessage();
    assertTrue(said.contains("CAST(x AS DECIMAL(18, 2))"), said);
  }

  @Test
  void aConstantIsANumberAndTakesNoShortCut() {
    assertEquals(100, estimates("1", "asked").get(1).getDouble(2), 1e-4);
    assertEquals(100, estimates("1L", "(SELECT report FROM asked)").get(1).getDouble(2), 1e-4);
  }

  @Test
  void aNullIsLeftOutAndSaid() {
    List<Row> found = estimates("IF(id % 3 = 1, NULL, ms)", "asked");
    assertEquals("left out, as they have no number: 100", found.get(0).getString(6));
    assertNull(found.get(5).get(2));
    assertTrue(found.get(5).getString(6).contains("too few people for a mean"));
  }

  @Test
  void accumulatorsMergeOverGroupsAndPartitions() {
    String whole = "SELECT hex(" + sums("ms") + ") FROM asked";
    String merged =
        "SELECT hex(ldp_merge(a)) FROM (SELECT " + sums("ms") + " AS a FROM asked GROUP BY id % 7)";
    assertEquals(value(whole), inBothModes(() -> value(merged)));
    String named =
        "SELECT ldp_estimate_sums(ldp_merge(a), .9)[5].estimate FROM (SELECT "
            + sums("ms")
            + " AS a FROM asked GROUP BY id % 7)";
    assertEquals(10.5, (double) value(named), 1e-5);
  }

  @Test
  void countsAndSumsAreNotTakenForEachOther() {
    String ofSums = "SELECT ldp_estimate(" + sums("ms") + ") FROM asked";
    String ofCounts = "SELECT ldp_estimate_sums(ldp_accumulate(report, " + SPEC + ")) FROM asked";
    assertTrue(said(ofSums).contains("ldp_estimate_sums"), () -> said(ofSums));
    assertTrue(said(ofCounts).contains("ldp_estimate estimates it"), () -> said(ofCounts));
    String units =
        "SELECT ldp_merge(a) FROM (SELECT "
            + sums("ms")
            + " AS a FROM asked UNION ALL SELECT "
            + sums("cost")
            + " FROM asked)";
    assertTrue(said(units).contains("1e-2"), () -> said(units));
  }

  private static String said(String query) {
    return assertThrows(Exception.class, () -> rows(query)).getMessage();
  }

  @Test
  void aProtocolWithoutItemsIsRefused() {
    String query = "SELECT ldp_accumulate_sums(NULL, 'mean(epsilon=1.0,lower=0,upper=1)', 1)";
    assertTrue(said(query).contains("rr, grr, pgr, hadamard"), () -> said(query));
    String weight = "SELECT ldp_unbiased(NULL, 'mean(epsilon=1.0,lower=0,upper=1)', 1)";
    assertTrue(said(weight).contains("counts items"), () -> said(weight));
  }

  /** The weight is what the report adds to the estimate, for every kind of report. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "grr(epsilon=1.0,k=3)",
        "hadamard(epsilon=1.0,k=3)",
        "oue(epsilon=1.0,k=3)",
        "olh(epsilon=1.0,k=3)",
        "subset(epsilon=1.0,k=3)"
      })
  void weightsAddUpToTheEstimate(String spec) {
    String reports =
        "(SELECT ldp_randomize(id % 3, 'SPEC', id, 'a') AS r, id FROM range(500))"
            .replace("SPEC", spec);
    String query =
        "SELECT SUM(ldp_unbiased(r, 'SPEC', 2)), SUM(id * ldp_unbiased(r, 'SPEC', 2)),"
            + " ldp_estimate(ldp_accumulate(r, 'SPEC'))[2].estimate,"
            + " ldp_estimate_sums(ldp_accumulate_sums(r, 'SPEC', id))[7].estimate FROM ";
    Row found = inBothModes(() -> rows(query.replace("SPEC", spec) + reports)).get(0);
    assertEquals(found.getDouble(2), found.getDouble(0), 1e-6);
    assertEquals(found.getDouble(3), found.getDouble(1), 1e-3);
  }

  @Test
  void aWeightIsOfAnItemByItsNumberOrItsName() {
    String query = "SELECT round(SUM(ldp_unbiased(report, " + SPEC + ", %s)), 3) FROM asked";
    assertEquals(100., value(query.formatted("'IN'")));
    assertEquals(100., value(query.formatted("1")));
    assertTrue(said(query.formatted("'FR'")).contains("a name of the list"));
    assertTrue(said(query.formatted("3")).contains("[0, k)"));
  }

  @Test
  void aRateOfOneIsRefused() {
    assertEquals(-.5, (double) value("SELECT ldp_unbiased_rate(false, 0.5D)"), 1e-12);
    assertEquals(1., value("SELECT ldp_unbiased_rate(true, 0)"));
    assertNull(value("SELECT ldp_unbiased_rate(NULL, 0.5D)"));
    assertTrue(said("SELECT ldp_unbiased_rate(true, 1)").contains("below 1"));
  }

  /**
   * Load times as browsers report them: two rates, 1,000 ms where confidence is low and 200 ms
   * where it is high. The statement of the page; the naive average beside it is far off.
   */
  @Test
  void timesByTrueConfidenceOfBrowsersThatAnswerAtTwoRates() {
    spark()
        .sql(
            "SELECT isLow, rate, IF(rand(3) < rate, rand(4) < 0.5, isLow) AS low,"
                + " IF(isLow, 1000, 200) + CAST(100 * randn(5) AS INT) AS ms FROM (SELECT id % 10 < 1"
                + " AS isLow, IF(id % 3 = 0, 0.4993975D, 0.2D) AS rate FROM range(200000))")
        .createOrReplaceTempView("beacons");
    Row found =
        rows("""
                WITH weighed AS (SELECT ldp_unbiased_rate(low, rate) AS w, ms FROM beacons),
                     sums AS (SELECT SUM(w) AS n, SUM(w * ms) / SUM(w) AS mean FROM weighed)
                SELECT any_value(n) AS people, 1.96 * sqrt(SUM(w * w - w)) AS people_arm,
                       any_value(mean) AS mean,
                       1.96 * sqrt(SUM((ms - mean) * (ms - mean) * (w * w - w))) / any_value(n) AS arm
                FROM weighed CROSS JOIN sums
                """)
            .get(0);
    // Fixed seeds; three intervals' lengths.
    assertEquals(20_000, found.getDouble(0), 1.5 * found.getDouble(1));
    assertEquals(1_000, found.getDouble(2), 1.5 * found.getDouble(3));
    assertTrue(found.getDouble(1) < 600 && found.getDouble(3) < 25, found::toString);
    double naive = (double) value("SELECT AVG(ms) FROM beacons WHERE low");
    assertTrue(naive < 700, "the twin: " + naive);
  }
}
