package org.sparkldp.sql;

import java.io.Serializable;
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

/** What {@code ldp_estimate} runs: accumulator bytes to rows of estimates. */
public final class Estimating implements Serializable {
  static final Estimating INSTANCE = new Estimating();

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

  private Estimating() {}

  /** Rows of {@link #ROW}. */
  public ArrayData estimate(byte[] accumulator, double confidence) {
    Accumulator<?> reports = Protocols.readAccumulator(accumulator);
    Protocol<?, ?> protocol = Protocols.of(reports.spec());
    Estimate estimate = Protocols.estimate(protocol, reports, confidence);
    double[] best = protocol.best(estimate);
    InternalRow[] rows = new InternalRow[best.length];
    for (int i = 0; i < rows.length; i++) {
      Estimate.Row row = estimate.rows().get(i);
      rows[i] =
          new GenericInternalRow(
              new Object[] {
                UTF8String.fromString(row.item()),
                row.estimate(),
                row.standardError(),
                row.lower(),
                row.upper(),
                best[i]
              });
    }
    return new GenericArrayData(rows);
  }

  private Object readResolve() {
    return INSTANCE;
  }

  @Override
  public String toString() {
    return "estimate";
  }
}
