package org.sparkldp.protocols.envelope;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The fields of an envelope, before anything of it is believed: its fields by name, each of the
 * type that it must have. Filled again and again by whatever reads envelopes.
 */
public final class EnvelopeFields {
  /** The fields of every version so far, in the order in which envelopes are written. */
  public static final List<String> NAMES =
      List.of("version", "spec", "fingerprint", "id", "period", "round", "public", "report");

  static final int VERSION = 0;
  static final int SPEC = 1;
  static final int FINGERPRINT = 2;
  static final int ID = 3;
  static final int PERIOD = 4;
  static final int ROUND = 5;
  static final int PUBLIC = 6;
  static final int REPORT = 7;

  private final Object[] values = new Object[NAMES.size()];
  private final boolean isTyped;

  /**
   * @param isTyped whether they come from a file whose columns have types, in which 64 bits are a
   *     number and bits are bytes; in JSON both are texts
   */
  public EnvelopeFields(boolean isTyped) {
    this.isTyped = isTyped;
  }

  boolean isTyped() {
    return isTyped;
  }

  /** Forgets all. */
  public void clear() {
    Arrays.fill(values, null);
  }

  /**
   * Sets a field.
   *
   * @param field its place among {@link #NAMES}
   * @param value a Long, a {@link Text}, a map of texts, or a report's own bytes
   * @return {@link Flaw#WRONG_TYPE} if the field is of another type, else null
   */
  public Flaw set(int field, Object value) {
    boolean isWell =
        switch (field) {
          case VERSION, ROUND -> value instanceof Long;
          case PUBLIC -> value instanceof Map<?, ?> map && map.size() <= Envelope.MOST_COLUMNS;
          case REPORT ->
              value instanceof Long || (isTyped ? value instanceof byte[] : value instanceof Text);
          default -> value instanceof Text;
        };
    values[field] = value;
    return isWell ? null : Flaw.WRONG_TYPE;
  }

  boolean has(int field) {
    return values[field] != null;
  }

  long number(int field) {
    return (Long) values[field];
  }

  Text text(int field) {
    return (Text) values[field];
  }

  Object report() {
    return values[REPORT];
  }

  /** The public columns, of which there may be none. */
  @SuppressWarnings("unchecked") // whoever reads envelopes makes maps of texts
  Map<Text, Text> columns() {
    return has(PUBLIC) ? (Map<Text, Text>) values[PUBLIC] : Map.of();
  }
}
