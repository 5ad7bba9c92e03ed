package org.sparkldp.protocols.envelope;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads an envelope from a line of JSON that anybody may have written. It throws nothing, and takes
 * no memory beyond some times the line's length: whatever is wrong is a {@link Flaw}.
 *
 * <p>Fields may be in any order, each once, no others; Jackson reads the strict JSON, and a value
 * of another type is not read on. One thread at a time; the fields stand until the next line is
 * read.
 */
public final class EnvelopeReader {
  /** Strangers' names are kept in no table; how long a line may be is its reader's rule. */
  static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final EnvelopeFields fields = new EnvelopeFields(false);
  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
  private boolean isPlain;

  /** What the last line said. */
  public EnvelopeFields fields() {
    return fields;
  }

  /**
   * Reads a line.
   *
   * @param bytes the line's first {@code length} bytes
   * @return what is wrong with it; null if nothing is
   */
  public Flaw read(byte[] bytes, int length) {
    fields.clear();
    isPlain = isPlain(bytes, length);
    // Jackson would also take UTF-16, a byte order mark, and bytes that are no UTF-8.
    boolean isUtf8 = length > 1 && bytes[0] != 0 && bytes[1] != 0 && bytes[0] != (byte) 0xef;
    if (!isUtf8 || (!isPlain && !isUtf8(bytes, length))) {
      return Flaw.UNREADABLE;
    }
    try (JsonParser json = JSON.createParser(bytes, 0, length)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return Flaw.UNREADABLE;
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        Flaw flaw = field(json);
        if (flaw != null) {
          return flaw;
        }
      }
      return json.nextToken() == null ? null : Flaw.UNREADABLE;
    } catch (IOException e) {
      return Flaw.UNREADABLE;
    }
  }

  /** Whether it is ASCII without escapes, of which no text can be wrong. */
  private static boolean isPlain(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      if (bytes[i] < 0 || bytes[i] == '\\') {
        return false;
      }
    }
    return true;
  }

  private boolean isUtf8(byte[] bytes, int length) {
    try {
      utf8.decode(ByteBuffer.wrap(bytes, 0, length));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private Flaw field(JsonParser json) throws IOException {
    int field = EnvelopeFields.NAMES.indexOf(json.currentName());
    if (field < 0) {
      return Flaw.UNKNOWN_FIELD;
    }
    if (fields.has(field)) {
      return Flaw.REPEATED_FIELD;
    }
    if (json.nextToken() == JsonToken.START_OBJECT && field == EnvelopeFields.PUBLIC) {
      Map<Text, Text> columns = new HashMap<>();
      Flaw flaw = columns(json, columns);
      return flaw == null ? fields.set(field, columns) : flaw;
    }
    return fields.set(
        field,
        switch (json.currentToken()) {
          case VALUE_STRING -> text(json.getText());
          case VALUE_NUMBER_INT -> number(json);
          default -> Flaw.WRONG_TYPE; // which no field holds
        });
  }

  private Flaw columns(JsonParser json, Map<Text, Text> columns) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      Text name = text(json.currentName());
      if (columns.size() == Envelope.MOST_COLUMNS) {
        return Flaw.UNKNOWN_FIELD;
      }
      if (columns.containsKey(name)) {
        return Flaw.REPEATED_FIELD;
      }
      if (json.nextToken() != JsonToken.VALUE_STRING) {
        return Flaw.WRONG_TYPE;
      }
      columns.put(name, text(json.getText()));
    }
    return null;
  }

  /** A whole number, the nearest long where it is beyond. */
  private static Long number(JsonParser json) throws IOException {
    if (json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      return json.getLongValue();
    }
    return json.getText().startsWith("-") ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  /** A text; refuses half a surrogate pair, which escapes may leave. */
  private Text text(String text) throws CharacterCodingException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!isPlain && !new String(bytes, StandardCharsets.UTF_8).equals(text)) {
      throw new CharacterCodingException();
    }
    return new Text(bytes);
  }
}
