package org.sparkldp.jobs.pipeline;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.spark_partition_id;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.exit.Refusal;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.LdpColumns;

/**
 * Reports to accumulators; may be repeated.
 *
 * <p>Input: folders of reports under one plan. Output: the table {@value #ACCUMULATORS} with plan
 * STRING, the grouping columns, n BIGINT and accumulator BINARY, one row per group.
 *
 * <p>Three reducers, one result to the byte: with few cells, SQL's own {@code GROUP BY report}
 * counts and the accumulator takes counts; otherwise each partition fills a vector, and with many
 * partitions groups of about √partitions vectors merge side by side before the last merge, so that
 * no single task and never the driver receives them all.
 */
public final class Accumulation {
  /** The table of accumulators in an output folder. */
  public static final String ACCUMULATORS = "accumulators";

  /** Up to so many cells, counting by cell beats filling vectors (measured in bench). */
  private static final int CELLS_TO_COUNT = 1 << 12;

  /** From so many partitions on, vectors merge in two levels. */
  private static final int PARTITIONS_FOR_TREE = 16;

  private final SparkSession spark;
  private final Plan plan;
  private final String fingerprint;

  public Accumulation(SparkSession spark, Plan plan) {
    this.spark = spark;
    this.plan = plan;
    this.fingerprint = plan.fingerprint();
  }

  /**
   * Writes the accumulators of reports, replacing what was there; returns the number of reports.
   *
   * @param areDistinct whether it is known that no report occurs twice, so that nobody need look
   */
  public long run(List<Output> inputs, List<String> groupBy, boolean areDistinct, Output output) {
    for (String column : groupBy) {
      if (!plan.publicColumns().contains(column)) {
        throw Require.refusal(
            "reports can be grouped by the plan's public columns, %s. Provided value: %s.",
            plan.publicColumns(), column);
      }
    }
    if (!groupBy.isEmpty() && plan.round() > 0) {
      throw Require.refusal(
          "a protocol of several rounds has strata, not groups: all reports of a round decide"
              + " the next. Provided value: %s; name the column in the plan's strata.",
          groupBy);
    }
    Output.requireDifferent(inputs);
    for (Output input : inputs) {
      requirePlan(input.require(Privatization.REPORTS).run().path("plan").asText());
    }
    String[] tables =
        inputs.stream().map(i -> i.table(Privatization.REPORTS)).toArray(String[]::new);
    long[] n = new long[1];
    output.write(
        ACCUMULATORS,
        plan.text(),
        plan.protocol().attachment(),
        staging -> {
          long start = System.nanoTime();
          Dataset<Row> reports = spark.read().parquet(tables);
          if (!areDistinct) {
            requireDistinct(reports);
          }
          accumulators(reports, groupBy).write().parquet(staging + "/" + ACCUMULATORS);
          n[0] = check(spark.read().parquet(staging + "/" + ACCUMULATORS));
          Map<String, Object> run = new LinkedHashMap<>();
          run.put("command", "accumulate");
          run.put("plan", fingerprint);
          run.put("reports", n[0]);
          run.put("group_by", groupBy);
          run.put("seconds", (System.nanoTime() - start) / 1e9);
          return run;
        });
    return n[0];
  }

  /**
   * Refuses reports that occur twice, as in a rerun's folder beside the first run's. Names are
   * compared by words of 8 bytes, which is one shuffle of these; whole, only where words are equal,
   * which among n different reports happens to about n² / 2^65 pairs.
   */
  private static void requireDistinct(Dataset<Row> reports) {
    Dataset<Row> named =
        reports.select(col("report_id"), xxhash64(col("report_id")).as("report_word"));
    Dataset<Row> twice = repeated(named, "report_word");
    if (twice.isEmpty()) {
      return;
    }
    long repeats = repeated(named.join(twice, "report_word"), "report_id").count();
    if (repeats > 0) {
      throw new Refusal(
          "a report may be counted once. Reports that occur more often: "
              + repeats
              + "; leave out the folder of the rerun or the copy. Where the same people answered"
              + " one keyed plan on several days, accumulate each day by itself and estimate over"
              + " the days. Nothing was written.");
    }
  }

  private static Dataset<Row> repeated(Dataset<Row> rows, String column) {
    return rows.select(column)
        .groupBy(column)
        .agg(count(lit(1)).as("times"))
        .where(col("times").gt(1))
        .select(column);
  }

  /** The number of reports, after every report proved to be of this plan. */
  private long check(Dataset<Row> accumulators) {
    Row seen = accumulators.agg(sum("n"), min("plan"), max("plan")).head();
    if (seen.isNullAt(0)) {
      throw Require.refusal("there must be reports. Provided: none; privatize a table first.");
    }
    requirePlan(seen.getString(1));
    requirePlan(seen.getString(2));
    return seen.getLong(0);
  }

  private void requirePlan(String found) {
    if (!found.equals(fingerprint)) {
      throw new Refusal(
          "reports must be of one plan to be added up. Expected "
              + fingerprint
              + ", found "
              + found
              + "; accumulate them apart.");
    }
  }

  /** Whether SQL's own GROUP BY counts a protocol's reports faster than vectors are filled. */
  public static boolean isCounted(Protocol<?, ?> protocol) {
    return protocol.reportType().kind() == ReportType.Kind.CELL
        && protocol.newAccumulator().width() <= CELLS_TO_COUNT;
  }

  /** One row per group: plan, groups, n, accumulator. */
  public Dataset<Row> accumulators(Dataset<Row> reports, List<String> groupBy) {
    Protocol<?, ?> protocol = plan.protocol();
    List<Column> groups = new ArrayList<>();
    groups.add(col("plan"));
    groupBy.forEach(name -> groups.add(Inputs.column(name)));
    Dataset<Row> merged;
    if (isCounted(protocol)) {
      Dataset<Row> counted =
          reports.groupBy(with(groups, col("report"))).agg(count(lit(1)).as("times"));
      merged =
          counted
              .groupBy(columns(groups))
              .agg(
                  sum("times").as("n"),
                  LdpColumns.accumulate(protocol, fingerprint, col("report"), col("times"))
                      .as("accumulator"));
    } else {
      Column accumulate =
          LdpColumns.accumulate(protocol, fingerprint, col("report"), lit(1L)).as("accumulator");
      int partitions = reports.rdd().getNumPartitions();
      if (partitions < PARTITIONS_FOR_TREE) {
        merged = reports.groupBy(columns(groups)).agg(count(lit(1)).as("n"), accumulate);
      } else {
        int branches = (int) Math.ceil(Math.sqrt(partitions));
        Column branch = spark_partition_id().mod(branches).as("branch");
        merged =
            reports
                .withColumn("branch", branch)
                .groupBy(with(groups, col("branch")))
                .agg(count(lit(1)).as("n"), accumulate)
                .groupBy(columns(groups))
                .agg(sum("n").as("n"), LdpColumns.merge(col("accumulator")).as("accumulator"));
      }
    }
    return merged;
  }

  private static Column[] with(List<Column> columns, Column more) {
    List<Column> all = new ArrayList<>(columns);
    all.add(more);
    return columns(all);
  }

  private static Column[] columns(List<Column> columns) {
    return columns.toArray(new Column[0]);
  }
}
