package org.sparkldp.protocols;

/** The type of a protocol's values. */
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
