package org.sparkldp.sql;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
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
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;

/**
 * What {@code ldp_estimate} runs: accumulator bytes to rows of estimates, items by their names
 * where these are given or known.
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

  static final DataType TYPE = DataTypes.createArrayType(ROW, false);

  /** Rows of {@link #ROW}. */
  public ArrayData estimate(byte[] accumulator, double confidence) {
    Accumulator<?> sums = Protocols.readAccumulator(accumulator);
    Protocol<?, ?> protocol = Protocols.of(sums.spec());
    Estimate estimate = Protocols.estimate(protocol, sums, confidence);
    double[] best = protocol.best(estimate);
    List<String> names = names(sums.context(), best.length);
    InternalRow[] rows = new InternalRow[best.length];
    for (int i = 0; i < rows.length; i++) {
      Estimate.Row row = estimate.rows().get(i);
      String item = names.isEmpty() ? row.item() : names.get(i);
      rows[i] =
          new GenericInternalRow(
              new Object[] {
                UTF8String.fromString(item),
                row.estimate(),
                row.standardError(),
                row.lower(),
                row.upper(),
                best[i]
              });
    }
    return new GenericArrayData(rows);
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
