package org.sparkldp.sql;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ValueType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Comparison;

/**
 * Implementation of {@code ldp_compare}: the bytes of two accumulators to rows of what differs.
 *
 * @param areApart whether no person's random bits are in both, as the caller says
 */
public record EstimateComparison(Estimating first, Estimating second, boolean areApart)
    implements Serializable {
  private static final StructType ROW =
      StructType.fromDDL(
          "item STRING NOT NULL, first DOUBLE, second DOUBLE, difference DOUBLE, standard_error"
              + " DOUBLE, lower DOUBLE, upper DOUBLE, ratio DOUBLE, ratio_lower DOUBLE, ratio_upper"
              + " DOUBLE, differs BOOLEAN NOT NULL");

  static final DataType TYPE = DataTypes.createArrayType(ROW, false);

  /** What a context says after the question, of reports for life: of which period they are. */
  private static final String PERIOD = " for ";

  /** Rows of the two sides. */
  public ArrayData compare(byte[] one, byte[] other, double confidence) {
    Accumulator<?> before = Estimating.reports(one);
    Accumulator<?> after = Estimating.reports(other);
    boolean isOnePeriod = before.context().equals(after.context());
    Require.that(question(before).equals(question(after)))
        .orRefuse(
            "accumulators must be of one plan, or of one list of items, to be compared. Provided:"
                + " two of different ones; let ldp compare look at both folders.");
    Require.that(isOnePeriod || !areApart)
        .orRefuse(
            "two periods of reports for life share random bits. Provided: sides apart; leave it"
                + " out.");
    List<Comparison.ComparisonRow> rows =
        Comparison.of(
            named(first, second).of(before, confidence),
            named(second, first).of(after, confidence),
            Protocols.of(before.spec()).valueType() == ValueType.ITEM,
            areApart ? Comparison.APART : Comparison.UNKNOWN,
            1 - confidence);
    return Estimating.structs(
        rows,
        (row, i) ->
            new Object[] {
              UTF8String.fromString(row.item()),
              Estimating.known(row.first()),
              Estimating.known(row.second()),
              Estimating.known(row.difference()),
              Estimating.known(row.standardError()),
              Estimating.known(row.lower()),
              Estimating.known(row.upper()),
              Estimating.known(row.ratio()),
              Estimating.known(row.ratioLower()),
              Estimating.known(row.ratioUpper()),
              row.differs()
            });
  }

  /** A side whose column has lost its names has those of the other, of the same list. */
  private static Estimating named(Estimating side, Estimating other) {
    return side.items().isEmpty() ? other : side;
  }

  private static String question(Accumulator<?> sums) {
    return sums.context().split(PERIOD)[0];
  }

  @Override
  public String toString() {
    return "compare";
  }
}
