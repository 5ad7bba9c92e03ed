package org.sparkldp.jobs.pipeline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.spark.mllib.linalg.Vectors;
import org.apache.spark.mllib.stat.Statistics;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.sql.SparkTest;

/**
 * Reports made by Spark follow the law that the protocol states, by MLlib's chi-square test. A true
 * law is rejected with probability 1e-6; the keyed draws are fixed, so a pass stays a pass.
 */
@ExtendWith(SparkTest.class)
class ReportLawTest {
  private static final int PEOPLE = 2_000_000;
  private static final double ALPHA = 1e-6;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // spec                            | P[own cell]          | P[another cell]
        "rr(epsilon=1.0)                   | 0.73105858   | 0.26894142",
        "grr(epsilon=1.0,k=16)             | 0.15341678  | 0.05643888",
        "grr(epsilon=4.0,k=3)              | 0.96466316   | 0.01766842",
      })
  void keyedReportsOfOneItemFollowTheLaw(String spec, double own, double other) {
    double[] observed = cells(spec, "id");
    assertTrue(pValue(observed, own, other) > ALPHA, spec);
  }

  @Test
  void writeOnceReportsOfOneItemFollowTheLaw() {
    assertTrue(pValue(cells("grr(epsilon=1.0,k=16)", null), 0.15341678, 0.05643888) > ALPHA);
  }

  @Test
  void aKeepProbabilityTwoPercentTooHighIsRejected() {
    double own = 0.15341678 * 1.02;
    assertTrue(pValue(cells("grr(epsilon=1.0,k=16)", "id"), own, (1 - own) / 15) < ALPHA);
  }

  private static double pValue(double[] observed, double own, double other) {
    double[] expected = new double[observed.length];
    java.util.Arrays.fill(expected, other * PEOPLE);
    expected[1] = own * PEOPLE;
    return Statistics.chiSqTest(Vectors.dense(observed), Vectors.dense(expected)).pValue();
  }

  /** How many of the people, who all hold item 1, report each cell. */
  private static double[] cells(String spec, String id) {
    int k = spec.startsWith("rr") ? 2 : Integer.parseInt(spec.replaceAll(".*k=(\\d+).*", "$1"));
    double[] cells = new double[k];
    for (Row row :
        SparkTest.rows(
            "SELECT r, count(*) FROM (SELECT ldp_randomize(item, '"
                + spec
                + "'"
                + (id == null ? "" : ", " + id)
                + ") AS r FROM (SELECT id, 1 AS item FROM range(0, "
                + PEOPLE
                + ", 1, 4))) GROUP BY r")) {
      cells[row.getInt(0)] = row.getLong(1);
    }
    return cells;
  }
}
