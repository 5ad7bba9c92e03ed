package org.sparkldp.protocols.envelope;

import java.util.Base64;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.sparkldp.protocols.check.Require;

/**
 * One report on its way from whoever made it to whoever adds it up, with all that says what it is
 * of. It holds nothing private: the report is made before, and the id is drawn afresh.
 *
 * <p>{@link #json} is the line that a client sends. Encoding: a report of 4 bytes is a number, one
 * of 8 bytes is the decimal number as a text, because many readers of JSON keep 53 bits, and bits
 * are base64 with padding (RFC 4648, section 4).
 *
 * @param spec the protocol's canonical text
 * @param fingerprint of the plan, which names the question
 * @param id a name of this report that nobody can guess, such as 16 random bytes in hexadecimal; a
 *     report that is sent again keeps its id
 * @param period of the plan's period, such as {@code 2026-01-01}; empty where the plan has none
 * @param round where the protocol has several, else 0
 * @param publicColumns the plan's other public columns
 * @param report an Integer, a Long or bytes, as the protocol makes them
 */
public record Envelope(
    String spec,
    String fingerprint,
    String id,
    String period,
    int round,
    Map<String, String> publicColumns,
    Object report) {
  /** The only version so far. */
  public static final int VERSION = 1;

  /** Characters of an id at most. */
  public static final int MOST_ID = 128;

  /** Bytes of a period, or of a public column, at most. */
  public static final int MOST_TEXT = 256;

  /** Public columns at most. */
  public static final int MOST_COLUMNS = 64;

  public Envelope {
    Require.that(isId(id))
        .orRefuse("an id must be 1 to %s characters from ! to ~. Take random ones.", MOST_ID);
    Require.that(report instanceof Integer || report instanceof Long || report instanceof byte[])
        .orRefuse("a report must be an Integer, a Long or bytes, as its protocol makes it.");
    publicColumns = Collections.unmodifiableMap(new TreeMap<>(publicColumns));
    report = report instanceof byte[] bytes ? bytes.clone() : report;
  }

  /** Of a plan without period, rounds and public columns. */
  public Envelope(String spec, String fingerprint, String id, Object report) {
    this(spec, fingerprint, id, "", 0, Map.of(), report);
  }

  private static boolean isId(String id) {
    return !id.isEmpty() && id.length() <= MOST_ID && id.chars().allMatch(c -> c > ' ' && c <= '~');
  }

  /** The envelope as a line of JSON, without the line's end. */
  public String json() {
    StringBuilder json = new StringBuilder("{\"version\":").append(VERSION);
    text(json, "spec", spec);
    text(json, "fingerprint", fingerprint);
    text(json, "id", id);
    if (!period.isEmpty()) {
      text(json, "period", period);
    }
    if (round > 0) {
      json.append(",\"round\":").append(round);
    }
    if (!publicColumns.isEmpty()) {
      StringBuilder columns = new StringBuilder();
      publicColumns.forEach((name, value) -> text(columns, name, value));
      json.append(",\"public\":{").append(columns, 1, columns.length()).append('}');
    }
    json.append(",\"report\":");
    if (report instanceof byte[] bytes) {
      quoted(json, Base64.getEncoder().encodeToString(bytes));
    } else if (report instanceof Long) {
      quoted(json, report.toString());
    } else {
      json.append(report);
    }
    return json.append('}').toString();
  }

  private static void text(StringBuilder json, String name, String value) {
    quoted(json.append(','), name);
    quoted(json.append(':'), value);
  }

  private static void quoted(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    json.append('"');
  }
}
