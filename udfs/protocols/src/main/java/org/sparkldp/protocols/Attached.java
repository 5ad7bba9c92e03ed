package org.sparkldp.protocols;

/**
 * A protocol whose spec names data by its fingerprint, such as a strategy matrix. {@link
 * Protocols#of} makes an equal protocol of both on any machine.
 */
public interface Attached {

  /** The data. */
  byte[] attachment();

  /** The protocol's data; empty if the spec alone defines it. */
  static byte[] of(Protocol<?, ?> protocol) {
    return protocol.facet(Attached.class).map(Attached::attachment).orElseGet(() -> new byte[0]);
  }
}
