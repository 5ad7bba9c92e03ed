package org.sparkldp.sql;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Postprocessed;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.Tiers;
import org.sparkldp.protocols.postprocess.Best;
import org.sparkldp.protocols.sums.KeyedSums;
import org.sparkldp.protocols.sums.MeanBy;
import org.sparkldp.protocols.sums.NumberSums;

/**
 * Implementation of {@code ldp_estimate} and {@code ldp_estimate_sums}: accumulator bytes to rows
 * of estimates, items by their names where these are given or known.
 *
 * @param items names in the order of item numbers; none where they are not known
 * @param list tells the list that they were seen in from others; empty where they were given
 */
public record Estimating(List<String> items, String list) implements Serializable {

  /** One estimated number: item, estimate, standard_error, lower, upper, best. */
  static final StructType ROW =
      new StructType()
          .add("item", DataTypes.StringType, false)
          .add("estimate", DataTypes.DoubleType, false)
          .add("standard_error", DataTypes.DoubleType, false)
          .add("lower", DataTypes.DoubleType, false)
          .add("upper", DataTypes.DoubleType, false)
          .add("best", DataTypes.DoubleType, false);

  /** The same, and what was assumed of the tiers. */
  static final StructType TIERS_ROW = ROW.add("note", DataTypes.StringType, false);

  static final DataType TIERS_TYPE = DataTypes.createArrayType(TIERS_ROW, false);

  static final DataType TYPE = DataTypes.createArrayType(ROW, false);

  /** One number by item: count, sum or mean; NULL where the note says why there is none. */
  static final StructType SUMS_ROW =
      new StructType()
          .add("item", DataTypes.StringType, false)
          .add("measure", DataTypes.StringType, false)
          .add("estimate", DataTypes.DoubleType)
          .add("standard_error", DataTypes.DoubleType)
          .add("lower", DataTypes.DoubleType)
          .add("upper", DataTypes.DoubleType)
          .add("note", DataTypes.StringType, false);

  static final DataType SUMS_TYPE = DataTypes.createArrayType(SUMS_ROW, false);

  /** Rows of {@link #SUMS_ROW}, of what {@code ldp_accumulate_sums} made, or of mean-by. */
  public ArrayData estimateSums(byte[] accumulator, double confidence) {
    boolean isMeanBy = isMeanBy(Protocols.readForMerging(accumulator));
    Accumulator<?> sums = isMeanBy ? reports(accumulator) : NumberSums.read(accumulator);
    return isMeanBy
        ? sums(KeyedSums.measured(Protocols.estimate(sums, confidence)), sums.context())
        : sums(NumberSums.estimate(sums, confidence), NumberSums.items(sums));
  }

  private static boolean isMeanBy(Accumulator<?> sums) {
    return Protocols.of(sums.spec()).facet(MeanBy.class).isPresent();
  }

  /** The same, of what {@code ldp_accumulate_sums} made of several specs. */
  public ArrayData estimateSums(ArrayData accumulators, double confidence) {
    List<Accumulator<?>> tiers = new ArrayList<>();
    for (int i = 0; i < accumulators.numElements(); i++) {
      if (!accumulators.isNullAt(i)) {
        tiers.add(NumberSums.read(accumulators.getBinary(i)));
      }
    }
    Estimate.requireReports(tiers.size());
    return sums(NumberSums.estimate(tiers, confidence), NumberSums.items(tiers.get(0)));
  }

  private ArrayData sums(List<NumberSums.SumRow> rows, String list) {
    int measures = NumberSums.Measure.values().length;
    List<String> names = names(list, rows.size() / measures);
    return structs(
        rows,
        (row, i) ->
            new Object[] {
              UTF8String.fromString(names.isEmpty() ? row.item() : names.get(i / measures)),
              UTF8String.fromString(row.measure().word()),
              known(row.estimate()),
              known(row.standardError()),
              known(row.lower()),
              known(row.upper()),
              UTF8String.fromString(row.note())
            });
  }

  /** Rows of {@link #TIERS_ROW}, of accumulators of several specs. */
  public ArrayData estimateTiers(ArrayData accumulators, UTF8String assumed, double confidence) {
    List<Accumulator<?>> tiers = new ArrayList<>();
    for (int i = 0; i < accumulators.numElements(); i++) {
      if (!accumulators.isNullAt(i)) {
        tiers.add(reports(accumulators.getBinary(i)));
        Require.that(tiers.get(0).context().equals(tiers.get(tiers.size() - 1).context()))
            .orRefuse(
                "tiers must be of one list of items, and of no plan. Provided: others; tiers of a"
                    + " plan are estimated by ldp estimate --tiers.");
      }
    }
    Estimate raw =
        named(Tiers.together(tiers, assumed.toString(), confidence), tiers.get(0).context());
    double[] best = Best.of(raw);
    UTF8String note = UTF8String.fromString(Tiers.note(assumed.toString()));
    return structs(raw.rows(), (row, i) -> cells(row, best[i], note));
  }

  /** Structs of an array, a row each. */
  static <T> ArrayData structs(List<T> rows, BiFunction<T, Integer, Object[]> cells) {
    InternalRow[] structs = new InternalRow[rows.size()];
    Arrays.setAll(structs, i -> new GenericInternalRow(cells.apply(rows.get(i), i)));
    return new GenericArrayData(structs);
  }

  /** Unknown numbers and infinite ends are NULL. */
  static Double known(double number) {
    return Double.isFinite(number) ? number : null;
  }

  /** Rows of {@link #ROW}. */
  public ArrayData estimate(byte[] accumulator, double confidence) {
    Accumulator<?> sums = reports(accumulator);
    Require.that(!isMeanBy(sums))
        .orRefuse(
            "reports of %s must be estimated by ldp_estimate_sums, whose rows say why a mean is not"
                + " known. Provided: ldp_estimate.",
            sums.spec().name());
    Estimate raw = of(sums, confidence);
    return rows(raw, Postprocessed.best(Protocols.of(sums.spec()), raw));
  }

  /** Rows of {@link #ROW}. */
  static ArrayData rows(Estimate raw, double[] best) {
    return structs(raw.rows(), (row, i) -> cells(row, best[i]));
  }

  /** The cells of a row, with more after them. */
  static Object[] cells(Estimate.Row row, Object... more) {
    Object[] cells = new Object[5 + more.length];
    cells[0] = UTF8String.fromString(row.item());
    cells[1] = row.estimate();
    cells[2] = row.standardError();
    cells[3] = row.lower();
    cells[4] = row.upper();
    System.arraycopy(more, 0, cells, 5, more.length);
    return cells;
  }

  /** Under the items' names. */
  Estimate of(Accumulator<?> sums, double confidence) {
    return named(Protocols.estimate(sums, confidence), sums.context());
  }

  Estimate named(Estimate raw, String context) {
    List<String> names = names(context, raw.rows().size());
    return names.isEmpty() ? raw : raw.named(names::get);
  }

  /** The reports that were added up; refuses sums of numbers. */
  static Accumulator<?> reports(byte[] accumulator) {
    try {
      return Protocols.readAccumulator(accumulator);
    } catch (IllegalArgumentException refusal) {
      NumberSums.requireNone(accumulator);
      throw refusal;
    }
  }

  /** As many names as there are estimates; none where they are not known. */
  private List<String> names(String context, int count) {
    if (items.isEmpty() || !(list.isEmpty() || list.equals(context))) {
      return List.of();
    }
    List<String> names = new ArrayList<>(items);
    if (list.isEmpty() && names.size() == count - 1) {
      names.add(Items.OTHER);
    }
    Require.that(names.size() == count)
        .orRefuse(
            "names must be as many as the items, or one fewer if the last item is all others."
                + " Provided: %s, for %s.",
            items.size(), count);
    return names;
  }

  @Override
  public String toString() {
    return "estimate";
  }
}
