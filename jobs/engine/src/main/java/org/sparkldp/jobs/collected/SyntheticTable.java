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
import org.sparkldp.tables.Density;
import org.sparkldp.tables.Model;
import org.sparkldp.tables.SyntheticRows;

/**
 * Synthetic people as a table, with the names, types and labels of the collected one. A row is a
 * function of the seed and its number, whatever the partitions. A number within a cell is drawn as
 * people are spread there ({@link FittedTable#density}); with ends, about the mean that they tell.
 */
final class SyntheticTable implements Serializable {
  private static final long serialVersionUID = 1;

  /** The column that tells copies apart. */
  static final String COPY = "copy";

  private static final int STEPS = 64; // of a density's quantiles
  private static final int PIECES = 4 * STEPS; // of a cell
  private static final double MOST_TILT = 1000; // the mean a thousandth from an end
  private static final int HALVINGS = 40;
  private static final long PER_SLICE = 1 << 20;

  private final SyntheticRows rows;
  private final LevelValues[][] columns; // and their levels
  private final int copy;

  /**
   * What a level of a column is in Spark's rows.
   *
   * @param fixed the value, if it is no number
   * @param quantiles of a number, STEPS + 1, which is DOUBLE at first; null if it is none
   * @param least the least number of the level
   * @param most the largest
   * @param step between numbers; 0 where they may be anywhere
   */
  private record LevelValues(
      Object fixed, double[] quantiles, double least, double most, double step)
      implements Serializable {

    static LevelValues of(TableAttribute column, Density density, double[] shares, int level) {
      int cell = column.cellOf(level);
      if (cell == column.cells() || !column.isNumber()) {
        return new LevelValues(cell < column.cells() ? column.item(cell) : null, null, 0, 0, 0);
      }
      double[] quantiles = SyntheticTable.quantiles(column, density, shares, level);
      return new LevelValues(null, quantiles, column.least(cell), column.most(cell), column.step());
    }

    Object value(long bits) {
      if (quantiles == null) {
        return fixed;
      }
      int place = (int) Math.multiplyHigh(bits >>> 1, 2L * STEPS);
      double part = ((bits * STEPS) >>> 11) * 0x1p-53;
      double x = quantiles[place] + part * (quantiles[place + 1] - quantiles[place]);
      double number = step > 0 ? Math.floor(x / step) * step : x;
      return Math.max(least, Math.min(most, number));
    }
  }

  private SyntheticTable(FittedTable fitted, int copy) {
    Model model = copy == 0 ? fitted.model() : fitted.redraws().orElseThrow().model(copy - 1);
    List<TableAttribute> attributes = fitted.table().schema().attributes();
    rows = new SyntheticRows(model);
    this.copy = copy;
    columns = new LevelValues[attributes.size()][];
    for (int a = 0; a < columns.length; a++) {
      TableAttribute column = attributes.get(a);
      Density density = column.isNumber() ? fitted.density(a) : null;
      double[] shares = model.marginal(new int[] {a});
      columns[a] =
          IntStream.range(0, column.levels())
              .mapToObj(level -> LevelValues.of(column, density, shares, level))
              .toArray(LevelValues[]::new);
    }
  }

  /** Of the people of a level; a number x of few digits is all from x to before the next. */
  private static double[] quantiles(
      TableAttribute attribute, Density density, double[] shares, int level) {
    int cell = attribute.cellOf(level);
    double low = attribute.edge(cell);
    double width = attribute.edge(cell + 1) - low;
    double all = width + (cell == attribute.cells() - 1 ? attribute.step() : 0);
    double before = attribute.step() / 2 / all; // how far a number's middle is beyond it
    double[] pieces = new double[PIECES];
    Arrays.setAll(
        pieces, i -> density.between(low + all * i / PIECES, low + all * (i + 1) / PIECES));
    if (attribute.isSummed()) {
      double both = shares[2 * cell] + shares[2 * cell + 1];
      double mean = both > 0 ? shares[2 * cell + 1] / both : 0.5;
      tilt(pieces, mean * width / all + before);
      for (int i = 0; i < PIECES; i++) {
        double place = (((i + 0.5) / PIECES) - before) * all / width;
        double upper = Math.max(0, Math.min(1, place));
        pieces[i] *= level % 2 == 1 ? upper : 1 - upper;
      }
    }
    return Arrays.stream(quantiles(pieces)).map(u -> low + u * all).toArray();
  }

  /** Makes the mean place the one that ends tell, by a factor whose logarithm is a line. */
  static void tilt(double[] pieces, double mean) {
    double low = -MOST_TILT;
    double high = MOST_TILT;
    double[] given = pieces.clone();
    for (int step = 0; step < HALVINGS; step++) {
      double slope = low + (high - low) / 2;
      double sum = 0;
      double places = 0;
      for (int i = 0; i < given.length; i++) {
        double place = (i + 0.5) / given.length;
        pieces[i] = given[i] * StrictMath.exp(slope * (place - 0.5));
        sum += pieces[i];
        places += pieces[i] * place;
      }
      if (places < mean * sum) {
        low = slope;
      } else {
        high = slope;
      }
    }
  }

  /** Quantiles of people on 0 to 1, evenly spread within pieces of it. */
  static double[] quantiles(double[] pieces) {
    double all = Arrays.stream(pieces).sum();
    double[] quantiles = new double[STEPS + 1];
    double until = 0;
    int at = -1;
    for (int k = 0; k <= STEPS; k++) {
      double wanted = all * k / STEPS;
      while (at + 1 < pieces.length && (at < 0 || until < wanted || until == 0)) {
        until += pieces[++at];
      }
      double over = pieces[at] > 0 ? Math.max(0, Math.min(1, (until - wanted) / pieces[at])) : 0;
      quantiles[k] = (at + 1 - over) / pieces.length;
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
    Require.that(copies == 0 || most > 0)
        .orRefuse(
            "copies must be left out where the model has no redrawn fits, of which they are made."
                + " Provided value: %s; %s.",
            copies, String.join("; ", fitted.notes()));
    Require.that(copies == 0 || (copies >= 2 && copies <= most))
        .orRefuse("copies must be 2 to %s. Provided value: %s.", most, copies);
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
    List<SyntheticTable> tables =
        IntStream.rangeClosed(copies == 0 ? 0 : 1, copies)
            .mapToObj(copy -> new SyntheticTable(fitted, copy))
            .toList();
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
                row.update(a, columns[a][levels[a]].value(Hashes.mix(state)));
              }
              if (copy > 0) {
                row.update(width, copy);
              }
              return (InternalRow) row;
            })
        .iterator();
  }
}
