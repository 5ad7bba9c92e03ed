package org.sparkldp.sql;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.sql.catalyst.ProtocolReference;

/** Whether a protocol of numbers or vectors takes a value; for counting those that it would not. */
public final class Acceptance implements Serializable {
  /** The method that generated code calls. */
  public static final String METHOD = "accepts";

  private final ProtocolReference reference;
  private final transient Protocol<?, ?> protocol;

  /** The acceptance of a protocol of numbers or vectors. */
  public Acceptance(Protocol<?, ?> protocol) {
    this(new ProtocolReference(protocol), protocol);
  }

  private Acceptance(ProtocolReference reference, Protocol<?, ?> protocol) {
    this.reference = reference;
    this.protocol = protocol;
  }

  /** Whether it takes a number. */
  public boolean accepts(double value) {
    return ((NumberProtocol<?>) protocol).accepts(value);
  }

  /** Whether it takes a vector. */
  public boolean accepts(ArrayData value) {
    return ((VectorProtocol<?>) protocol).accepts(Encoder.vector(value));
  }

  /** The protocol is made anew on each machine. */
  private Object readResolve() {
    return new Acceptance(reference, reference.resolve());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Acceptance that && reference.equals(that.reference);
  }

  @Override
  public int hashCode() {
    return reference.hashCode();
  }

  @Override
  public String toString() {
    return reference.toString();
  }
}
