package org.sparkldp.sql;

import java.io.Serializable;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.random.KeyedRandomness;
import org.sparkldp.protocols.random.RandomSource;

/**
 * What {@code ldp_randomize} runs per row for a protocol of items: item (and id) in, report out.
 * Subclasses differ in the report's Java type, so that generated code calls a primitive method
 * named {@link #METHOD}.
 *
 * <p>Keyed when a key location is given, write-once otherwise. Serialized as spec (with its
 * attachment), key location and label: neither key nor tables travel; each JVM builds them once. An
 * item outside the domain fails the query without being named.
 */
public abstract class ItemRandomizer implements Serializable {
  /** The methods that generated code calls: (long), (long, long) and (long, UTF8String). */
  public static final String METHOD = "randomize";

  private final transient KeyedRandomness keyed;
  private final Form form;

  /** The serialized form, and the identity: two randomizers are the same iff their forms are. */
  private record Form(ProtocolReference protocol, KeyLocation key, String label)
      implements Serializable {
    private Object readResolve() {
      return of((ItemProtocol<?>) protocol.resolve(), this);
    }
  }

  ItemRandomizer(Object form) {
    this.form = (Form) form;
    this.keyed = this.form.key == null ? null : this.form.key.randomness(this.form.label);
  }

  /** Reports are a pure function of key, label, id and item. */
  public static ItemRandomizer keyed(ItemProtocol<?> protocol, KeyLocation key, String label) {
    return of(protocol, new Form(new ProtocolReference(protocol), key, label));
  }

  /** Every call draws anew. */
  public static ItemRandomizer writeOnce(ItemProtocol<?> protocol) {
    return of(protocol, new Form(new ProtocolReference(protocol), null, ""));
  }

  private static ItemRandomizer of(ItemProtocol<?> protocol, Form form) {
    return switch (protocol.reportType().kind()) {
      case CELL -> new CellRandomizer((CellProtocol) protocol, form);
      case BITS -> new BitRandomizer(protocol, form);
      case WORD -> new WordRandomizer(protocol, form);
    };
  }

  /** Serializes the form instead; inherited, which a private method would not be. */
  final Object writeReplace() {
    return form;
  }

  /** The report's SQL type. */
  public final DataType reportType() {
    return this instanceof CellRandomizer
        ? DataTypes.IntegerType
        : this instanceof BitRandomizer ? DataTypes.BinaryType : DataTypes.LongType;
  }

  /** Whether equal arguments give equal reports. */
  public final boolean isKeyed() {
    return keyed != null;
  }

  final RandomSource open(int item, long id) {
    return keyed.open(id, item);
  }

  final RandomSource open(int item, UTF8String id) {
    return keyed.open(id.getBytes(), item);
  }

  /** The item index of a long; one beyond int must not wrap into the domain, and −1 is in none. */
  static int item(long value) {
    return value == (int) value ? (int) value : -1;
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof ItemRandomizer that && form.equals(that.form);
  }

  @Override
  public final int hashCode() {
    return form.hashCode();
  }

  /** Shown in plans: the spec, the mode, and the key's public name. */
  @Override
  public final String toString() {
    return form.protocol + (form.key == null ? ", write-once" : ", keyed " + form.key.keyId());
  }
}
