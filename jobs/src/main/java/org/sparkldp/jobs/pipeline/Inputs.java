package org.sparkldp.jobs.pipeline;

import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;

/**
 * Reads a user's table: a catalogue name, or a path by its ending (Parquet unless it says else).
 */
public final class Inputs {
  private Inputs() {}

  /** The table of that name or path. */
  public static Dataset<Row> table(SparkSession spark, String tableOrPath) {
    String lower = tableOrPath.toLowerCase(Locale.ROOT);
    if (!tableOrPath.contains("/") && !lower.matches(".*\\.(csv|json|orc|parquet)")) {
      return spark.table(tableOrPath);
    }
    if (lower.endsWith(".csv")) {
      return spark.read().option("header", "true").option("inferSchema", "true").csv(tableOrPath);
    }
    if (lower.endsWith(".json")) {
      return spark.read().json(tableOrPath);
    }
    return lower.endsWith(".orc")
        ? spark.read().orc(tableOrPath)
        : spark.read().parquet(tableOrPath);
  }

  /** The sorted distinct values of a column, as text, NULL left out. */
  public static List<String> distinct(SparkSession spark, String tableOrPath, String column) {
    return table(spark, tableOrPath)
        .select(functions.col(column).cast("string").as("item"))
        .where("item IS NOT NULL")
        .distinct()
        .orderBy("item")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }
}
