package org.sparkldp.sql;

import java.io.Serializable;
import java.util.List;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.statistics.Subtotal;

/** Implementation of {@code ldp_estimate_subtotal}: the sum of some items, and their shares. */
public record SubtotalEstimate(Estimating estimating, List<String> items) implements Serializable {
  private static final StructType ROW =
      StructType.fromDDL(
          "item STRING NOT NULL, estimate DOUBLE NOT NULL, standard_error DOUBLE NOT NULL, lower"
              + " DOUBLE NOT NULL, upper DOUBLE NOT NULL, share DOUBLE, share_lower DOUBLE,"
              + " share_upper DOUBLE");

  static final DataType TYPE = DataTypes.createArrayType(ROW, false);

  /** Rows of the sum, and of each item. */
  public ArrayData estimate(byte[] accumulator, double confidence) {
    Accumulator<?> reports = Estimating.reports(accumulator);
    List<Subtotal> all = Subtotal.of(reports, estimating.of(reports, confidence), items);
    return Estimating.structs(
        all,
        (one, i) ->
            Estimating.cells(
                one.row(),
                Estimating.known(one.share()),
                Estimating.known(one.lower()),
                Estimating.known(one.upper())));
  }

  @Override
  public String toString() {
    return "subtotal";
  }
}
