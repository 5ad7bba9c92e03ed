package org.sparkldp.jobs.pipeline;

import java.io.Serializable;
import java.nio.ByteBuffer;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.sql.KeyLocation;

/**
 * Names reports by 16 bytes that say nothing of the person to whoever lacks the key: a keyed
 * function of the id and the person's row number, or fresh random bytes.
 */
public final class ReportId implements Serializable {
  private final KeyLocation key;
  private final String label;
  private transient KeyedRandomness keyed;

  /** Keyed names; the label must be of one plan only, so that plans cannot be joined by them. */
  static ReportId keyed(KeyLocation key, String fingerprint) {
    return new ReportId(key, "report id\n" + fingerprint);
  }

  /** Fresh names. */
  static ReportId random() {
    return new ReportId(null, "");
  }

  private ReportId(KeyLocation key, String label) {
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

  private static byte[] bytes(RandomSource source) {
    return ByteBuffer.allocate(16).putLong(source.nextLong()).putLong(source.nextLong()).array();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReportId that
        && label.equals(that.label)
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
