package org.sparkldp.sql;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;

/** Randomizes items to packed bits (BINARY). */
public final class BitRandomizer extends ItemRandomizer {
  private final transient Randomizer<Integer, ?> randomizer;

  BitRandomizer(ItemProtocol<?> protocol, Object form) {
    super(form);
    this.randomizer = protocol.randomizer();
  }

  @Override
  public DataType reportType() {
    return DataTypes.BinaryType;
  }

  /** A write-once report. */
  public byte[] randomize(long value) {
    return report(item(value), SystemRandomness.get());
  }

  /** A keyed report of a person known by a number. */
  public byte[] randomize(long value, long id) {
    int item = item(value);
    return report(item, open(item, id));
  }

  /** A keyed report of a person known by a text. */
  public byte[] randomize(long value, UTF8String id) {
    int item = item(value);
    return report(item, open(item, id));
  }

  private byte[] report(int item, RandomSource source) {
    return (byte[]) randomizer.randomize(item, source);
  }
}
