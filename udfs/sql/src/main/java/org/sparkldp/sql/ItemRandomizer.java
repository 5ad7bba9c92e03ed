package org.sparkldp.sql;

import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.ItemProtocol;

/**
 * Randomizes items: methods (long), (long, long) and (long, UTF8String) of item and id. Subclasses
 * differ in the report's Java type, so that generated code calls a primitive method.
 */
public abstract class ItemRandomizer extends RowRandomizer {
  ItemRandomizer(Object form) {
    super(form);
  }

  static ItemRandomizer of(ItemProtocol<?> protocol, Object form) {
    return switch (protocol.reportType().kind()) {
      case CELL -> new CellRandomizer((CellProtocol) protocol, form);
      case BITS -> new BitRandomizer(protocol, form);
      case WORD -> new WordRandomizer(protocol, form);
    };
  }

  /** The item index of a long; one beyond int must not wrap into the domain, and −1 is in none. */
  static int item(long value) {
    return value == (int) value ? (int) value : -1;
  }
}
