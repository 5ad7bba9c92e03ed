package org.sparkldp.jobs.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.estimate.Estimation;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.ChannelMatrix;

/**
 * The counts of items behind the reports of any published randomizer, from two public tables: its
 * matrix, and how many reports there are of each output.
 *
 * <p>Input: the matrix with a row for each item, its name first and then, under each output's name,
 * the probability of it; counts with the columns output and count. Errors: an output that only one
 * of the tables has or that is there twice, what is no number, and what {@link ChannelMatrix}
 * refuses.
 */
final class ChannelTables {
  /** Rows of either table, of which there are no more in a matrix. */
  private static final int MOST = ChannelMatrix.MAX_OUTPUTS;

  private ChannelTables() {}

  /** The estimates as a table. */
  static TablePrinter estimates(SparkSession spark, String matrix, List<String> counts) {
    Require.that(counts.size() == 1)
        .orRefuse(
            "--channel takes one table of counts as --input. Provided: %s tables.", counts.size());
    Dataset<Row> laws = Inputs.table(spark, matrix);
    List<String> columns = List.of(laws.columns());
    List<String> outputs = columns.subList(Math.min(1, columns.size()), columns.size());
    List<Row> items = rows(laws);
    double[][] given =
        items.stream()
            .map(
                row ->
                    IntStream.rangeClosed(1, outputs.size())
                        .mapToDouble(i -> number(row.get(i), Double::valueOf))
                        .toArray())
            .toArray(double[][]::new);
    Map<String, Long> seen = counts(Inputs.table(spark, counts.get(0)), outputs);
    long[] ofOutputs = outputs.stream().mapToLong(seen::get).toArray();
    Estimate found =
        ChannelMatrix.of(given)
            .estimate(ofOutputs, Estimation.CONFIDENCE)
            .named(i -> String.valueOf(items.get(i).get(0)));
    return EstimatePrinter.answers(new TableLayout<Estimate.Row>(), row -> row).of(found.rows());
  }

  private static Map<String, Long> counts(Dataset<Row> table, List<String> outputs) {
    Map<String, Long> counts = new LinkedHashMap<>();
    Require.that(List.of(table.columns()).containsAll(List.of("output", "count")))
        .orRefuse(
            "counts must have the columns output and count. Provided: %s.",
            Inputs.columns(table.schema()));
    for (Row row : rows(table.select("output", "count"))) {
      String output = String.valueOf(row.get(0));
      Long before = counts.put(output, number(row.get(1), Long::valueOf));
      Require.that(before == null && outputs.contains(output))
          .orRefuse(
              "every output must be one of the matrix's columns, and be counted once. Provided: %s.",
              output);
    }
    List<String> missing = new ArrayList<>(outputs);
    missing.removeAll(counts.keySet());
    Require.that(missing.isEmpty())
        .orRefuse("every output of the matrix must have a count, be it 0. Missing: %s.", missing);
    return counts;
  }

  private static List<Row> rows(Dataset<Row> table) {
    List<Row> rows = table.limit(MOST + 1).collectAsList();
    Require.that(rows.size() <= MOST)
        .orRefuse("a table of a channel must have at most %s rows. Provided: more.", MOST);
    return rows;
  }

  private static <N> N number(Object cell, Function<String, N> read) {
    try {
      return read.apply(String.valueOf(cell).strip());
    } catch (NumberFormatException e) {
      throw Require.refusal(
          e, "probabilities must be numbers, and counts whole ones. Provided: %s.", cell);
    }
  }
}
