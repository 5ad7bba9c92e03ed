package org.sparkldp.sql;

import java.io.Serializable;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.Protocols;

/** Functions that only read a spec. */
public final class SpecMeaning implements Serializable {
  static final SpecMeaning INSTANCE = new SpecMeaning();

  private SpecMeaning() {}

  /** The exact epsilon of the integers in use, nats, rounded up. */
  public double epsilon(UTF8String spec) {
    return Protocols.of(spec.toString()).guarantee().exactEpsilon();
  }

  private Object readResolve() {
    return INSTANCE;
  }

  @Override
  public String toString() {
    return "spec";
  }
}
