package org.sparkldp.sql;

import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Randomizer;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;

/** Randomizes items to words (BIGINT). */
public final class WordRandomizer extends ItemRandomizer {
  private final transient Randomizer<Integer, ?> randomizer;

  WordRandomizer(ItemProtocol<?> protocol, Object form) {
    super(form);
    this.randomizer = protocol.randomizer();
  }

  @Override
  public DataType reportType() {
    return DataTypes.LongType;
  }

  /** A write-once report. */
  public long randomize(long value) {
    return report(item(value), SystemRandomness.get());
  }

  /** A keyed report of a person known by a number. */
  public long randomize(long value, long id) {
    int item = item(value);
    return report(item, open(item, id));
  }

  /** A keyed report of a person known by a text. */
  public long randomize(long value, UTF8String id) {
    int item = item(value);
    return report(item, open(item, id));
  }

  private long report(int item, RandomSource source) {
    return (Long) randomizer.randomize(item, source);
  }
}
