package org.sparkldp.jobs;

import java.nio.file.Path;
import java.util.List;
import org.sparkldp.sql.SparkTest;

/** The rows of a table of results as sorted texts, to be compared with those of another run. */
public final class ResultRows {
  private ResultRows() {}

  /** Of a table on this disk. */
  public static List<String> of(Path table) {
    return of(table.toString());
  }

  /** Of a table on any file system. */
  public static List<String> of(String table) {
    return SparkTest.spark()
        .read()
        .parquet(table)
        .selectExpr("to_json(struct(*))")
        .collectAsList()
        .stream()
        .map(row -> row.getString(0))
        .sorted()
        .toList();
  }
}
