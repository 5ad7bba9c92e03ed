package org.sparkldp.jobs.privatize;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.apache.spark.mllib.linalg.Vectors;
import org.apache.spark.mllib.stat.Statistics;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sparkldp.sql.SparkTest;

/**
 * Reports that Spark makes with fresh coins follow the law that the protocol states, by MLlib's
 * chi-square test. A true law is rejected with probability 1e-6. The laws of all protocols are
 * tested without Spark, and bytes of keyed reports in SQL are those of Java; of fresh ones there
 * are no bytes to compare.
 */
@ExtendWith(SparkTest.class)
class ReportLawTest {
  private static final int PEOPLE = 200_000;
  private static final double ALPHA = 1e-6;
  private static final int K = 16;

  /** P[own cell]; the others share the rest. */
  private static final double OWN = 0.15341678;

  @Test
  void reportsOfOneItemFollowTheLaw() {
    double[] observed = new double[K];
    // All people hold item 1.
    for (Row row :
        SparkTest.rows(
            "SELECT r, count(*) FROM (SELECT ldp_randomize(1, 'grr(epsilon=1.0,k=16)') AS r FROM"
                + " range(0, %d, 1, 4)) GROUP BY r".formatted(PEOPLE))) {
      observed[row.getInt(0)] = row.getLong(1);
    }
    assertTrue(pValue(observed, OWN) > ALPHA);
    // The wrong twin is 19 standard deviations away.
    assertTrue(pValue(observed, 1.1 * OWN) < ALPHA, "ten percent too high is rejected");
  }

  private static double pValue(double[] observed, double own) {
    double[] expected = new double[K];
    Arrays.fill(expected, (1 - own) / (K - 1) * PEOPLE);
    expected[1] = own * PEOPLE;
    return Statistics.chiSqTest(Vectors.dense(observed), Vectors.dense(expected)).pValue();
  }
}
