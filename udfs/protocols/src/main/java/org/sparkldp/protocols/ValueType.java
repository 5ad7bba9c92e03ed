package org.sparkldp.protocols;

/** What a protocol's values are. */
public enum ValueType {
  /** An item index in [0, k). */
  ITEM,
  /** A text of an open domain. */
  TEXT,
  /** A real number. */
  NUMBER,
  /** A vector of real numbers. */
  VECTOR
}
