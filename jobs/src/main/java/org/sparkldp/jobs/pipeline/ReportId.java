package org.sparkldp.jobs.pipeline;

import java.io.Serializable;
import java.nio.ByteBuffer;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.sql.KeyLocation;

/**
 * Names reports by 8 or 16 bytes that say nothing of the person to whoever lacks the key: a keyed
 * function of the id and the person's row number, or fresh random bytes. The short name is the
 * beginning of the long one.
 */
public final class ReportId implements Serializable {
  /** Rows of a run up to which 8 bytes do: two names are then equal in one of 130,000 runs. */
  private static final long MOST_SHORT = 1 << 24;

  private final KeyLocation key;
  private final String label;
  private final int length;
  private transient KeyedRandomness keyed;

  /** Keyed names; the label must be of one plan only, so that plans cannot be joined by them. */
  static ReportId keyed(KeyLocation key, String fingerprint, int length) {
    return new ReportId(key, "report id\n" + fingerprint, length);
  }

  /** Fresh names. */
  static ReportId random(int length) {
    return new ReportId(null, "", length);
  }

  /** How many bytes name each of so many reports. */
  static int length(long rows) {
    return rows <= MOST_SHORT ? Long.BYTES : 2 * Long.BYTES;
  }

  private ReportId(KeyLocation key, String label, int length) {
    this.length = length;
    this.key = key;
    this.label = label;
  }

  private KeyedRandomness keyed() {
    if (keyed == null) {
      keyed = key.randomness(label);
    }
    return keyed;
  }

  /** A fresh name. */
  public byte[] name() {
    return bytes(SystemRandomness.get());
  }

  /** The name of a person's report. */
  public byte[] name(long id, long number) {
    return bytes(keyed().open(id, number));
  }

  /** The name of a person's report. */
  public byte[] name(UTF8String id, long number) {
    return bytes(keyed().open(id.getBytes(), number));
  }

  /** The beginning of a name, in the order of names: Spark sorts words much faster than bytes. */
  public long order(byte[] name) {
    return ByteBuffer.wrap(name).getLong() ^ Long.MIN_VALUE;
  }

  private byte[] bytes(RandomSource source) {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      bytes.putLong(source.nextLong());
    }
    return bytes.array();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReportId that
        && label.equals(that.label)
        && length == that.length
        && java.util.Objects.equals(key, that.key);
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
