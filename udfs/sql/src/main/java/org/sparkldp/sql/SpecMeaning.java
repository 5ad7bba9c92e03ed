package org.sparkldp.sql;

import java.io.Serializable;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;

/** What a constant spec means, computed where asked. */
public final class SpecMeaning implements Serializable {
  private final String spec;

  SpecMeaning(Protocol<?, ?> protocol) {
    this.spec = protocol.spec().toString();
  }

  /** The exact epsilon of the integers in use, nats, rounded up. */
  public double epsilon() {
    return Protocols.of(spec).guarantee().exactEpsilon();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SpecMeaning that && spec.equals(that.spec);
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
