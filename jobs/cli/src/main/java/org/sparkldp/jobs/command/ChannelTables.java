package org.sparkldp.jobs.command;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.when;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.spark.sql.Column;
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
 * the probability of it; counts with the columns output and count, of which those of one output are
 * added up. Errors: an output that only one of the tables has, cells that are not numbers, and what
 * {@link ChannelMatrix} refuses.
 */
final class ChannelTables {
  /** Rows of either table, of which there are no more in a matrix. */
  private static final int MOST = ChannelMatrix.MAX_OUTPUTS;

  private ChannelTables() {}

  /** The estimates as a table. */
  static TablePrinter estimates(SparkSession spark, String matrix, List<String> counts) {
    Require.that(counts.size() == 1)
        .orRefuse("--channel takes one table as --input. Provided: %s.", counts.size());
    Dataset<Row> laws = Inputs.table(spark, matrix);
    List<String> outputs = List.of(laws.columns()).subList(1, laws.columns().length);
    List<Row> items = rows(laws);
    double[][] given = new double[items.size()][outputs.size()];
    for (int v = 0; v < items.size(); v++) {
      Row law = items.get(v);
      Arrays.setAll(given[v], r -> number(law.get(r + 1), Double::valueOf));
    }
    Map<String, Long> found = new TreeMap<>();
    for (Row row : rows(sums(Inputs.table(spark, counts.get(0))))) {
      found.put(
          String.valueOf(row.get(0)),
          number(row.isNullAt(1) ? row.get(2) : row.get(1), Long::valueOf));
    }
    Require.that(found.keySet().equals(Set.copyOf(outputs)))
        .orRefuse(
            "every output of the matrix must have a count, be it 0, and no other output. Provided:"
                + " outputs %s, counts of %s.",
            outputs, found.keySet());
    Estimate estimate =
        ChannelMatrix.of(given)
            .estimate(outputs.stream().mapToLong(found::get).toArray(), Estimation.CONFIDENCE)
            .named(i -> String.valueOf(items.get(i).get(0)));
    return EstimatePrinter.answers(new TableLayout<Estimate.Row>(), row -> row).of(estimate.rows());
  }

  /** Of each output, a count that is not a whole number, or else the sum. */
  private static Dataset<Row> sums(Dataset<Row> counts) {
    Column count = col("count").cast("string");
    Column isWhole = count.rlike("^ *-?0*[0-9]{1,19} *$");
    Column other = coalesce(count, lit("NULL"));
    return counts
        .groupBy(col("output").cast("string"))
        .agg(
            min(when(isWhole, lit(null)).otherwise(other)),
            sum(when(isWhole, count).cast("decimal(19, 0)")));
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
          e,
          "probabilities must be numbers, and counts whole ones that sum to less than 2^63."
              + " Provided: %s.",
          cell);
    }
  }
}
