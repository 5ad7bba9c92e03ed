package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** Compares data frames, by itself: there is no spark-testing-base for Scala 2.12 here. */
public final class SameRows {
  private SameRows() {}

  /** Fails unless both hold the same rows in the same order. */
  public static void require(Dataset<Row> expected, Dataset<Row> actual) {
    assertEquals(expected.schema(), actual.schema());
    assertEquals(expected.collectAsList(), actual.collectAsList());
  }
}
