package org.sparkldp.jobs.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.spark.sql.DataFrameWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;

/**
 * A table of a catalogue, such as one of Iceberg, that shows what lies in a folder of results. The
 * folder says what is finished; the table is brought up to it, by whoever comes next if a run is
 * killed before.
 *
 * <p>Rows have one more column, {@value #RUN}, which names their run. A run's rows are appended in
 * one commit of the catalogue, and only if the table has none of them: so a table shows a run whole
 * and once, as far as its catalogue commits at once, as Iceberg does.
 */
public final class Mirror {
  /** The column that says by which run a row was added. */
  public static final String RUN = "run";

  private final SparkSession spark;
  private final String name;
  private final String format;

  /**
   * @param name as the catalogue calls it
   * @param format such as delta; empty for the catalogue's own
   */
  public Mirror(SparkSession spark, String name, String format) {
    if (Inputs.isPath(name)) {
      throw Require.refusal(
          "a table must be named as its catalogue does, without slashes or endings. Provided"
              + " value: %s.",
          name);
    }
    this.spark = spark;
    this.name = name;
    this.format = format;
  }

  /**
   * Appends what runs have added to a folder's table since; returns the number of runs.
   *
   * @param partition the column by which the table is partitioned; empty for none
   */
  public int append(Output folder, String table, String partition) {
    return folder.alone(
        RUN + "-" + name,
        () -> {
          Set<String> shown = spark.catalog().tableExists(name) ? shown() : Set.of();
          List<Run> left = new ArrayList<>();
          Set<String> others = new TreeSet<>(shown);
          for (Run run : folder.runs()) {
            others.remove(run.content());
            if (run.hasTable(table) && run.reports() > 0 && !shown.contains(run.content())) {
              left.add(run);
            }
          }
          if (!others.isEmpty()) {
            throw Require.refusal(
                "a table must show runs of one folder. Runs that %s shows and the folder does not"
                    + " have: %s; name another table, or delete their rows.",
                name, others.size());
          }
          if (!left.isEmpty()) {
            DataFrameWriter<Row> writer = rows(folder, table, left).write().mode(SaveMode.Append);
            save(partition.isEmpty() ? writer : writer.partitionBy(partition));
          }
          return left.size();
        });
  }

  /** Puts what is in a folder's table in place of what the catalogue's shows. */
  public void replace(Output folder, String table) {
    folder.alone(
        RUN + "-" + name,
        () -> {
          save(rows(folder, table, folder.runs()).write().mode(SaveMode.Overwrite));
          return null;
        });
  }

  private Set<String> shown() {
    for (StructField field : spark.table(name).schema().fields()) {
      if (field.name().equals(RUN) && field.dataType().equals(DataTypes.StringType)) {
        return spark.table(name).select(RUN).distinct().collectAsList().stream()
            .map(row -> row.getString(0))
            .collect(Collectors.toSet());
      }
    }
    throw Require.refusal(
        "a table that is to be appended to must have been made by this command. Provided: %s, which"
            + " has no column %s of type STRING; name another.",
        name, RUN);
  }

  private static Dataset<Row> rows(Output folder, String table, List<Run> runs) {
    return runs.stream()
        .map(run -> folder.read(table, List.of(run)).withColumn(RUN, functions.lit(run.content())))
        .reduce(Dataset::unionByName)
        .orElseThrow();
  }

  private void save(DataFrameWriter<Row> writer) {
    (format.isEmpty() ? writer : writer.format(format)).saveAsTable(name);
  }
}
