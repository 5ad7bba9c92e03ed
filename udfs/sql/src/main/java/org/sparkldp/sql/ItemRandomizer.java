package org.sparkldp.sql;

import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.sql.catalyst.BatchCalls;

/**
 * Randomizes items to words (BIGINT) or packed bits (BINARY): methods of item, and of item and id.
 */
public final class ItemRandomizer extends RowRandomizer implements BatchCalls {
  private final transient ItemProtocol<?> protocol;
  private final transient Randomizer<Integer, ?> randomizer;

  private ItemRandomizer(ItemProtocol<?> protocol, Object form) {
    super(form);
    this.protocol = protocol;
    this.randomizer = protocol.randomizer();
  }

  /** Cells have a class of their own, whose methods return them unboxed. */
  static RowRandomizer of(ItemProtocol<?> protocol, Object form) {
    return protocol instanceof CellProtocol cells
        ? new CellRandomizer(cells, form)
        : new ItemRandomizer(protocol, form);
  }

  @Override
  public DataType reportType() {
    return sqlType(protocol.reportType().kind());
  }

  /** A write-once report. */
  public Object randomize(long value) {
    return randomizer.randomize(item(value), SystemRandomness.get());
  }

  /** A keyed report of a person known by a number. */
  public Object randomize(long value, long id) {
    int item = item(value);
    return randomizer.randomize(item, open(item, id));
  }

  /** A keyed report of a person known by a text. */
  public Object randomize(long value, UTF8String id) {
    int item = item(value);
    return randomizer.randomize(item, open(item, id));
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
        add(randomizer.randomize((int) word, source), sums);
      }
    };
  }

  /** The item index of a long; one beyond int must not wrap into the domain, and −1 is in none. */
  static int item(long value) {
    return value == (int) value ? (int) value : -1;
  }
}
