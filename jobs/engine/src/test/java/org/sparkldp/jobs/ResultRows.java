package org.sparkldp.jobs;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.sparkldp.sql.SparkTest.spark;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.functions;

/** The rows of a table of results as sorted texts, to be compared with those of another run. */
public final class ResultRows {
  private ResultRows() {}

  /** Of a table on this disk. */
  public static List<String> of(Path table) {
    return of(table.toString());
  }

  /** Of a table on any file system. */
  public static List<String> of(String table) {
    return spark().read().parquet(table).selectExpr("to_json(struct(*))").collectAsList().stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }

  /** Of reports whose public columns are day and person; who has two on a day fails. */
  public static Map<String, String> byDayAndPerson(Path reports) {
    Map<String, String> all = new TreeMap<>();
    spark()
        .read()
        .parquet(reports + "/reports")
        .selectExpr("day || ' ' || person", "hex(report_id) || ' ' || report || ' ' || plan")
        .collectAsList()
        .forEach(row -> assertNull(all.put(row.getString(0), row.getString(1)), row::toString));
    return all;
  }

  /** Of accumulators by day: the sum of each, however many there are. */
  public static List<Row> sums(Path accumulators) {
    return spark()
        .read()
        .parquet(accumulators + "/accumulators")
        .groupBy("day")
        .agg(functions.expr("hex(ldp_merge(accumulator))"))
        .orderBy("day")
        .collectAsList();
  }
}
