package org.sparkldp.jobs.privatize;

import static org.apache.spark.sql.functions.lit;

import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.LdpColumns;

/**
 * Draws lots among rows: a word for an id and a number, the same however often a task is run, and
 * not to be foreseen without the run's secret. Lots decide which rows of a crowded id stay and
 * which file a row goes to, so that neither says anything of a value.
 *
 * <p>The secret is the release key, or, under write-once randomness, 32 bytes drawn for this run
 * alone; they travel with its tasks and are kept nowhere.
 */
public final class RowLot implements Serializable {
  private final KeyLocation key;
  private final byte[] fresh;
  private final String label;
  private transient KeyedRandomness keyed;

  /**
   * @param key null under write-once randomness
   * @param label names what is decided, and under which plan
   */
  RowLot(KeyLocation key, String label) {
    this(key, key == null ? secret() : new byte[0], label);
  }

  /** Lots under a secret that {@link #secret} has drawn before. */
  RowLot(byte[] secret, String label) {
    this(null, secret.clone(), label);
  }

  private RowLot(KeyLocation key, byte[] fresh, String label) {
    this.key = key;
    this.fresh = fresh;
    this.label = label;
  }

  /** A fresh secret. */
  static byte[] secret() {
    ByteBuffer drawn = ByteBuffer.allocate(ReleaseKey.LENGTH);
    while (drawn.hasRemaining()) {
      drawn.putLong(SystemRandomness.get().nextLong());
    }
    return drawn.array();
  }

  /**
   * The lot of each row, BIGINT.
   *
   * @param id BIGINT or STRING
   * @param of what it is drawn for beside the id, BIGINT
   */
  Column column(Column id, Column of) {
    return LdpColumns.call("ldp_lot", this, "word", DataTypes.LongType, true, id, of);
  }

  /** The lot of each row's person, BIGINT. */
  Column of(Column id) {
    return column(id, lit(0L));
  }

  /** The secret of this run, BINARY, to be kept; plans do not show it, as they would a literal. */
  Column ownSecret() {
    return LdpColumns.call("ldp_salt", this, "fresh", DataTypes.BinaryType, true);
  }

  /** What was drawn for this run alone. */
  public byte[] fresh() {
    return fresh.clone();
  }

  /** The lot of a person known by a number. */
  public long word(long id, long of) {
    return keyed().open(id, of).nextLong();
  }

  /** The lot of a person known by a text. */
  public long word(UTF8String id, long of) {
    return keyed().open(id.getBytes(), of).nextLong();
  }

  private KeyedRandomness keyed() {
    if (keyed == null) {
      keyed =
          key == null ? new KeyedRandomness(ReleaseKey.of(fresh), label) : key.randomness(label);
    }
    return keyed;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowLot that
        && label.equals(that.label)
        && Objects.equals(key, that.key)
        && Arrays.equals(fresh, that.fresh);
  }

  @Override
  public int hashCode() {
    return label.hashCode();
  }

  @Override
  public String toString() {
    return key == null ? "of this run" : "keyed " + key.keyId();
  }
}
