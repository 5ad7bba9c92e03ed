package org.sparkldp.sql;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.sql.catalyst.ProtocolReference;

/**
 * Check that a protocol of numbers or vectors takes a value; for counting those that it would not.
 *
 * @param protocol of numbers or vectors
 */
public record Acceptance(ProtocolReference protocol) implements Serializable {
  /** The method that generated code calls. */
  public static final String METHOD = "accepts";

  /** The acceptance of a protocol. */
  public Acceptance(Protocol<?, ?> protocol) {
    this(new ProtocolReference(protocol));
  }

  /** Whether it takes a number. */
  public boolean accepts(double value) {
    return ((NumberProtocol<?>) protocol.resolve()).accepts(value);
  }

  /** Whether it takes a vector. */
  public boolean accepts(ArrayData value) {
    return ((VectorProtocol<?>) protocol.resolve()).accepts(Encoder.vector(value));
  }
}
