package org.sparkldp.sql;

import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.sql.catalyst.BatchCalls;

/** Randomizes items to cells (INT), which generated code takes unboxed. */
public final class CellRandomizer extends RowRandomizer implements BatchCalls {
  private final transient CellProtocol protocol;

  CellRandomizer(CellProtocol protocol, Object form) {
    super(form);
    this.protocol = protocol;
  }

  @Override
  public DataType reportType() {
    return DataTypes.IntegerType;
  }

  /** A write-once report. */
  public int randomize(long value) {
    return report(ItemRandomizer.item(value), SystemRandomness.get());
  }

  /** A keyed report of a person known by a number. */
  public int randomize(long value, long id) {
    int item = ItemRandomizer.item(value);
    return report(item, open(item, id));
  }

  /** A keyed report of a person known by a text. */
  public int randomize(long value, UTF8String id) {
    int item = ItemRandomizer.item(value);
    return report(item, open(item, id));
  }

  private int report(int item, RandomSource source) {
    return protocol.randomize(item, source);
  }

  @Override
  public boolean takes(List<DataType> arguments) {
    return ItemBatch.takesItems(arguments);
  }

  @Override
  public Batch newBatch() {
    return new ItemBatch(this) {
      @Override
      void addReport(int row, long word, RandomSource source, Accumulator<?> sums) {
        sums.addCell(protocol.randomize((int) word, source), 1);
      }
    };
  }
}
