package org.sparkldp.sql.catalyst;

import java.io.Serializable;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol as it travels to executors: its spec and its attachment. Two references are the same
 * iff their specs are, which name their attachment by its fingerprint.
 */
public final class ProtocolReference implements Serializable {
  private final String spec;
  private final byte[] attachment;
  private transient volatile Protocol<?, ?> made;

  public ProtocolReference(Protocol<?, ?> protocol) {
    this.spec = protocol.spec().toString();
    this.attachment = Attached.of(protocol);
    this.made = protocol;
  }

  /** The protocol, made once a JVM. */
  public Protocol<?, ?> resolve() {
    Protocol<?, ?> protocol = made;
    if (protocol == null) {
      protocol = Protocols.of(ProtocolSpec.parse(spec), attachment);
      made = protocol;
    }
    return protocol;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ProtocolReference that && spec.equals(that.spec);
  }

  @Override
  public int hashCode() {
    return spec.hashCode();
  }

  @Override
  public String toString() {
    return spec;
  }
}
