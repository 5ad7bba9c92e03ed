package org.sparkldp.sql;

import com.holdenkarau.spark.testing.JavaDataFrameSuiteBase;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Compares data frames. The only class that calls spark-testing-base: it is compiled for an older
 * Spark, which its comparisons do not notice.
 */
public final class SameRows {
  private SameRows() {}

  /** Fails unless both hold the same rows in the same order. */
  public static void require(Dataset<Row> expected, Dataset<Row> actual) {
    new RowComparison().assertDataFrameEquals(expected, actual);
  }

  /** It shows rows that differ by a session of its own, which only its own runner would start. */
  private static final class RowComparison extends JavaDataFrameSuiteBase {
    @Override
    public SparkSession spark() {
      return SparkTest.spark();
    }
  }
}
