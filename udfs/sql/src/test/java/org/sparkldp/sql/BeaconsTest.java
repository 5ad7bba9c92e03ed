package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sparkldp.sql.SparkTest.rows;

import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The beacons of {@code udfs/docs/sums.md} a thousand times over: 200,000 page loads, a tenth of
 * them of low confidence and five times as slow, two rates in one sum. The seeds are fixed, so
 * nothing is left to chance; with others, a count outside 930 to 970 has a chance of 0.4 %.
 */
@ExtendWith(SparkTest.class)
@Tag("long")
class BeaconsTest {
  private static final int TRIALS = 1_000;

  /** The sums of squares about the mean, taken apart, so that one look at the rows gives all. */
  private static final String QUERY =
      """
      WITH beacons AS (
        SELECT trial, is_low, rate, ms,
               IF(IF(rand(3) < rate, rand(4) < 0.5, is_low), 'low', 'high') AS confidence
        FROM (SELECT id DIV 200000 AS trial, id % 10 < 1 AS is_low,
                     IF(id % 3 = 0, 0.4993975D, 0.2D) AS rate,
                     IF(id % 10 < 1, 1000, 200) + CAST(100 * randn(5) AS INT) AS ms
              FROM range(0, TRIALS * 200000L, 1, 8))),
      weighed AS (SELECT *, ldp_unbiased_rate(confidence = 'low', rate) AS w FROM beacons),
      sums AS (
        SELECT SUM(w) AS people, SUM(w * ms) / SUM(w) AS mean, SUM(w * w - w) AS v,
               SUM(ms * (w * w - w)) AS c, SUM(ms * ms * (w * w - w)) AS s,
               COUNT_IF(is_low) AS truly, AVG(IF(is_low, ms, NULL)) AS true_mean,
               AVG(IF(confidence = 'low', ms, NULL)) AS naive
        FROM weighed GROUP BY trial)
      SELECT COUNT_IF(ABS(people - truly) <= 1.96 * SQRT(v)),
             COUNT_IF(ABS(mean - true_mean)
                      <= 1.96 * SQRT(s - 2 * mean * c + mean * mean * v) / people),
             AVG(naive), AVG(mean), AVG(true_mean), COUNT(1),
             COUNT_IF(ABS(people - truly) <= 0.98 * SQRT(v)),
             COUNT_IF(ABS(mean - true_mean)
                      <= 0.98 * SQRT(s - 2 * mean * c + mean * mean * v) / people)
      FROM sums
      """;

  @Test
  void countsAndMeansAreInTheirIntervals_andTheNaiveAverageIsNowhere() {
    Row found = rows(QUERY.replace("TRIALS", Integer.toString(TRIALS))).get(0);
    System.out.println("beacons: " + found);
    assertEquals(TRIALS, found.getLong(5));
    for (int i = 0; i < 2; i++) {
      long held = found.getLong(i);
      assertTrue(held >= 930 && held <= 970, found::toString);
      assertTrue(found.getLong(6 + i) < 930, found::toString); // the twin is half as wide
    }
    assertEquals(found.getDouble(4), found.getDouble(3), 1);
    assertTrue(found.getDouble(2) < 600, found::toString); // of 1,000: most of these are coins
  }
}
