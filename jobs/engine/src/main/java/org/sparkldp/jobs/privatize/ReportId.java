package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.lit;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.LdpColumns;

/**
 * Names reports by one or two words that say nothing of the person to whoever lacks the key: a
 * keyed function of the id and the person's row number, or fresh random words. The short name is
 * the beginning of the long one. Words are shuffled and sorted much faster than bytes, so they
 * become bytes only when a report is written; their signs are turned, so that they sort as bytes
 * do.
 */
public final class ReportId implements Serializable {
  /** Rows of a run up to which one word does: two names are then equal in one of 130,000 runs. */
  private static final long MOST_SHORT = 1 << 24;

  private final KeyLocation key;
  private final String label;
  private transient KeyedRandomness keyed;
  private transient Map<String, KeyedRandomness> ofPeriods;

  /** Keyed names; the label must be of one plan only, so that plans cannot be joined by them. */
  static ReportId keyed(KeyLocation key, String fingerprint) {
    return new ReportId(key, "report id\n" + fingerprint);
  }

  /** Fresh names. */
  static ReportId random() {
    return new ReportId(null, "");
  }

  /** How many words name each of so many reports. */
  static int words(long rows) {
    return rows <= MOST_SHORT ? 1 : 2;
  }

  private ReportId(KeyLocation key, String label) {
    this.key = key;
    this.label = label;
  }

  /** The name with words as the bytes that are written, BINARY. */
  static Column bytes(Column... words) {
    return LdpColumns.call("ldp_report_id", random(), "bytes", DataTypes.BinaryType, true, words);
  }

  /** A word of each row's name, BIGINT. */
  Column word(int index, Column id, Column number) {
    return key == null
        ? LdpColumns.call("ldp_report_word", this, "word", DataTypes.LongType, false)
        : LdpColumns.call(
            "ldp_report_word", this, "word", DataTypes.LongType, true, id, number, lit(index));
  }

  /** The only word of each row's name under the label of its period, BIGINT. */
  Column word(Column id, Column period) {
    return LdpColumns.call("ldp_report_word", this, "wordIn", DataTypes.LongType, true, id, period);
  }

  private KeyedRandomness in(UTF8String period) {
    Map<String, KeyedRandomness> all = ofPeriods;
    if (all == null) {
      all = new ConcurrentHashMap<>();
      ofPeriods = all;
    }
    return all.computeIfAbsent(period.toString(), each -> key.randomness(label + "\n" + each));
  }

  private KeyedRandomness keyed() {
    if (keyed == null) {
      keyed = key.randomness(label);
    }
    return keyed;
  }

  /** A fresh word. */
  public long word() {
    return SystemRandomness.get().nextLong();
  }

  /** A word of the name of a person's report. */
  public long word(long id, long number, int index) {
    return word(keyed().open(id, number), index);
  }

  /** A word of the name of a person's report. */
  public long word(UTF8String id, long number, int index) {
    return word(keyed().open(id.getBytes(), number), index);
  }

  /** The first word of the name of a person's report in a period. */
  public long wordIn(long id, UTF8String period) {
    return word(in(period).open(id, 0), 0);
  }

  /** The first word of the name of a person's report in a period. */
  public long wordIn(UTF8String id, UTF8String period) {
    return word(in(period).open(id.getBytes(), 0), 0);
  }

  private static long word(RandomSource name, int index) {
    for (int i = 0; i < index; i++) {
      name.nextLong();
    }
    return turned(name.nextLong());
  }

  private static long turned(long word) {
    return word ^ Long.MIN_VALUE;
  }

  /** A name of one word. */
  public byte[] bytes(long word) {
    return ByteBuffer.allocate(Long.BYTES).putLong(turned(word)).array();
  }

  /** A name of two words. */
  public byte[] bytes(long first, long second) {
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(turned(first))
        .putLong(turned(second))
        .array();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReportId that
        && label.equals(that.label)
        && Objects.equals(key, that.key);
  }

  @Override
  public int hashCode() {
    return label.hashCode();
  }

  @Override
  public String toString() {
    return key == null ? "random" : "keyed " + key.keyId();
  }
}
