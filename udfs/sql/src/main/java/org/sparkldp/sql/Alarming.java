package org.sparkldp.sql;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.GenericArrayData;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Alarm;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;

/** What {@code ldp_alarm} runs: evidence's bytes to what was found. */
public final class Alarming implements Serializable {
  static final Alarming INSTANCE = new Alarming();

  /** What was found: chance, fakes, shifts. */
  static final StructType TYPE =
      new StructType()
          .add("chance", DataTypes.DoubleType, false)
          .add("fakes", DataTypes.DoubleType, false)
          .add("shifts", DataTypes.createArrayType(DataTypes.DoubleType, false), false);

  private Alarming() {}

  /** A row of {@link #TYPE}. */
  public InternalRow find(byte[] evidence) {
    Accumulator<?> read = Protocols.readForMerging(evidence);
    Alarm<?> alarm =
        Protocols.of(read.spec())
            .alarm()
            .orElseThrow(
                () ->
                    Require.refusal(
                        "a protocol must have an alarm. Provided value: %s.", read.spec()));
    Alarm.Finding found = alarm.find(read);
    return new GenericInternalRow(
        new Object[] {found.chance(), found.fakes(), new GenericArrayData(found.shifts())});
  }

  private Object readResolve() {
    return INSTANCE;
  }

  @Override
  public String toString() {
    return "alarm";
  }
}
