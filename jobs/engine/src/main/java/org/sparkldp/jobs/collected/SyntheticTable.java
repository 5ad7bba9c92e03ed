package org.sparkldp.jobs.collected;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.Hashes;
import org.sparkldp.sql.catalyst.SparkLine;
import org.sparkldp.tables.Model;
import org.sparkldp.tables.SyntheticRows;

/**
 * Synthetic people as a table, with the names, types and labels of the collected one. A row is a
 * function of the seed and its number, whatever the partitions. A number within a cell is drawn
 * from a linear density: with ends, that of the mean that they tell; without, one that leans
 * towards the fuller neighbour.
 */
final class SyntheticTable implements Serializable {
  private static final long serialVersionUID = 1;

  /** The column that tells copies apart. */
  static final String COPY = "copy";

  private static final int STEPS = 64; // of a density's quantiles
  private static final long PER_SLICE = 1 << 20;

  private final SyntheticRows rows;
  private final LevelValues[] columns;
  private final int copy;

  /**
   * What the levels of an attribute are in Spark's rows.
   *
   * @param fixed of a label its value; null of a number's levels, which are DOUBLE at first
   * @param quantiles of a number's levels, STEPS + 1 numbers each
   * @param least the least number of each level
   * @param most the largest
   * @param step between numbers; 0 where they may be anywhere
   */
  private record LevelValues(
      Object[] fixed, double[][] quantiles, double[] least, double[] most, double step)
      implements Serializable {

    Object value(int level, long bits) {
      double[] at = quantiles[level];
      if (at == null) {
        return fixed[level];
      }
      int place = (int) Math.multiplyHigh(bits >>> 1, 2L * STEPS);
      double part = ((bits * STEPS) >>> 11) * 0x1p-53;
      double x = at[place] + part * (at[place + 1] - at[place]);
      if (step > 0) {
        double coin = (Hashes.mix(bits) >>> 11) * 0x1p-53;
        x = Math.floor(x / step + coin) * step;
      }
      return Math.max(least[level], Math.min(most[level], x));
    }
  }

  private SyntheticTable(TableSchema schema, Model model, int copy) {
    rows = new SyntheticRows(model);
    this.copy = copy;
    columns = new LevelValues[schema.attributes().size()];
    for (int a = 0; a < columns.length; a++) {
      columns[a] = values(schema.attributes().get(a), model.marginal(new int[] {a}));
    }
  }

  private static LevelValues values(TableAttribute attribute, double[] shares) {
    int levels = attribute.levels();
    Object[] fixed = new Object[levels];
    double[][] quantiles = new double[levels][];
    double[] least = new double[levels];
    double[] most = new double[levels];
    for (int level = 0; level < levels; level++) {
      int cell = attribute.cellOf(level);
      if (cell == attribute.cells()) {
        continue; // missing
      }
      if (!attribute.isNumber()) {
        fixed[level] = attribute.item(cell);
        continue;
      }
      double low = attribute.edge(cell);
      double width = attribute.edge(cell + 1) - low;
      least[level] = attribute.least(cell);
      most[level] = attribute.most(cell);
      double mean = mean(attribute, shares, cell);
      quantiles[level] =
          Arrays.stream(quantiles(mean, attribute.isSummed() ? level % 2 : -1))
              .map(u -> low + u * width)
              .toArray();
    }
    return new LevelValues(fixed, quantiles, least, most, attribute.step());
  }

  /** Where in a cell, from 0 to 1, its people are on the mean. */
  private static double mean(TableAttribute attribute, double[] shares, int cell) {
    if (attribute.isSummed()) {
      double both = shares[2 * cell] + shares[2 * cell + 1];
      return both > 0 ? shares[2 * cell + 1] / both : 0.5;
    }
    int last = attribute.cells() - 1;
    double width = attribute.edge(cell + 1) - attribute.edge(cell);
    double middle = 0.5 - (cell == last ? 0 : attribute.step() / width / 2);
    double here = density(attribute, shares, cell);
    if (cell == 0 || cell == last || here <= 0) {
      return middle;
    }
    double before = density(attribute, shares, cell - 1);
    double after = density(attribute, shares, cell + 1);
    double lean = // the gentler slope, and none at a peak
        (after - here) * (here - before) <= 0
            ? 0
            : Math.abs(after - here) < Math.abs(here - before) ? after - here : here - before;
    return middle + Math.max(-1 / 6.0, Math.min(1 / 6.0, lean / here / 12));
  }

  private static double density(TableAttribute attribute, double[] shares, int cell) {
    return shares[cell] / (attribute.edge(cell + 1) - attribute.edge(cell));
  }

  /**
   * Quantiles of the linear density on 0 to 1 with a mean, or of a triangle where that mean is too
   * near an end; given the end to which a person was rounded.
   *
   * @param end 0 or 1; -1 where there is none
   */
  static double[] quantiles(double mean, int end) {
    int fine = 64 * STEPS;
    double[] until = new double[fine + 1];
    for (int i = 0; i < fine; i++) {
      double u = (i + 0.5) / fine;
      double away = mean < 0.5 ? u : 1 - u;
      double near = Math.max(1e-3, Math.min(mean, 1 - mean));
      double density =
          near >= 1 / 3.0 ? 1 + (12 * mean - 6) * (u - 0.5) : Math.max(0, 1 - away / (3 * near));
      until[i + 1] = until[i] + density * (end < 0 ? 1 : end == 1 ? u : 1 - u);
    }
    double[] quantiles = new double[STEPS + 1];
    int at = 0;
    for (int k = 0; k <= STEPS; k++) {
      double wanted = until[fine] * k / STEPS;
      while (at < fine && (until[at + 1] < wanted || until[at + 1] == 0)) {
        at++;
      }
      double step = at < fine ? until[at + 1] - until[at] : 0;
      quantiles[k] = (at + (step > 0 ? (wanted - until[at]) / step : 0)) / fine;
    }
    return quantiles;
  }

  /**
   * The table.
   *
   * @param copies 0 for one table from the fit itself, without {@value #COPY}
   */
  static Dataset<Row> of(
      SparkSession spark, FittedTable fitted, long count, int copies, long seed) {
    TableSchema schema = fitted.table().schema();
    Require.atLeast("rows", count, 1);
    int most = fitted.redraws().map(redraws -> redraws.count()).orElse(0);
    Require.that(copies == 0 || (copies >= 2 && copies <= most))
        .orRefuse(
            "copies come from redrawn fits, 2 to %s of them%s. Provided value: %s.",
            most, most == 0 ? ": " + String.join("; ", fitted.notes()) : "", copies);
    StructType type = new StructType();
    List<Column> columns = new ArrayList<>();
    for (TableAttribute each : schema.attributes()) {
      type = type.add(each.name(), each.isNumber() ? DataTypes.DoubleType : each.sparkType());
      Column column = Inputs.column(each.name());
      columns.add(each.isNumber() ? column.cast(each.sparkType()).as(each.name()) : column);
    }
    if (copies > 0) {
      Require.that(schema.domain().names().stream().noneMatch(COPY::equalsIgnoreCase))
          .orRefuse("copies need a column %s of their own. Provided: an attribute of it.", COPY);
      type = type.add(COPY, DataTypes.IntegerType, false);
      columns.add(Inputs.column(COPY));
    }
    List<SyntheticTable> tables = new ArrayList<>();
    for (int copy = copies == 0 ? 0 : 1; copy <= copies; copy++) {
      Model model = copy == 0 ? fitted.model() : fitted.redraws().orElseThrow().model(copy - 1);
      tables.add(new SyntheticTable(schema, model, copy));
    }
    JavaSparkContext context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    Broadcast<List<SyntheticTable>> sent = context.broadcast(tables);
    long slices = Math.max(context.defaultParallelism(), Math.floorDiv(count - 1, PER_SLICE) + 1);
    int number = (int) Math.min(count, slices);
    List<long[]> all =
        IntStream.range(0, tables.size() * number)
            .mapToObj(
                i ->
                    new long[] {
                      i / number,
                      from(count, i % number, number),
                      from(count, i % number + 1, number)
                    })
            .toList();
    JavaRDD<InternalRow> drawn =
        context
            .parallelize(all, all.size())
            .flatMap(slice -> sent.value().get((int) slice[0]).rows(seed, slice[1], slice[2]));
    return SparkLine.table(spark, drawn.rdd(), type).select(columns.toArray(Column[]::new));
  }

  private static long from(long count, int slice, int slices) {
    return count / slices * slice + Math.min(slice, count % slices);
  }

  /** Rows from one number to before another. */
  private Iterator<InternalRow> rows(long seed, long from, long to) {
    int width = columns.length;
    int[] levels = new int[width];
    long own = Hashes.mix(seed + copy * Hashes.GAMMA);
    GenericInternalRow row = new GenericInternalRow(width + (copy > 0 ? 1 : 0)); // Spark copies it
    return LongStream.range(from, to)
        .mapToObj(
            number -> {
              rows.row(own, number, levels);
              long state = Hashes.mix(~own) + number * (2 * width + 1) * Hashes.GAMMA;
              for (int a = 0; a < width; a++) {
                state += Hashes.GAMMA;
                row.update(a, columns[a].value(levels[a], Hashes.mix(state)));
              }
              if (copy > 0) {
                row.update(width, copy);
              }
              return (InternalRow) row;
            })
        .iterator();
  }
}
