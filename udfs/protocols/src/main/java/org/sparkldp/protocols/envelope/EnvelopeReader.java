package org.sparkldp.protocols.envelope;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import org.sparkldp.protocols.envelope.EnvelopeFields.Form;

/**
 * Reads an envelope from a line of JSON that anybody may have written. It takes one pass, no
 * recursion, no memory beyond the line's own length, and throws nothing: whatever is wrong is a
 * {@link Flaw}.
 *
 * <p>A reader of JSON for this one object: fields in any order, each once, no others. One thread at
 * a time; the fields point into the line until the next one is read.
 */
public final class EnvelopeReader {
  private static final Slice[] NAMES = {
    Slice.of("version"),
    Slice.of("spec"),
    Slice.of("fingerprint"),
    Slice.of("id"),
    Slice.of("period"),
    Slice.of("round"),
    Slice.of("public"),
    Slice.of("report")
  };

  private final EnvelopeFields fields = new EnvelopeFields(false);
  private final Slice text = new Slice();
  private final CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
  private byte[] line;
  private int at;
  private int end;
  private byte[] unescaped = new byte[0];
  private int used;

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
    line = bytes;
    at = 0;
    end = length;
    used = 0;
    Flaw flaw = object();
    if (flaw == null) {
      skipBlanks();
      flaw = at < end || !isUtf8() ? Flaw.UNREADABLE : null;
    }
    return flaw;
  }

  private boolean isUtf8() {
    for (int i = 0; i < end; i++) {
      if (line[i] < 0) {
        try {
          utf8.decode(ByteBuffer.wrap(line, 0, end));
          return true;
        } catch (CharacterCodingException e) {
          return false;
        }
      }
    }
    return true;
  }

  private Flaw object() {
    if (!takes('{')) {
      return Flaw.UNREADABLE;
    }
    if (takes('}')) {
      return null;
    }
    do {
      Flaw flaw = text(text) && takes(':') ? field() : Flaw.UNREADABLE;
      if (flaw != null) {
        return flaw;
      }
    } while (takes(','));
    return takes('}') ? null : Flaw.UNREADABLE;
  }

  private Flaw field() {
    int field = 0;
    while (field < NAMES.length && !NAMES[field].equals(text)) {
      field++;
    }
    if (field == NAMES.length) {
      return Flaw.UNKNOWN_FIELD;
    }
    if (!fields.note(1 << field)) {
      return Flaw.REPEATED_FIELD;
    }
    skipBlanks();
    boolean isText = at < end && line[at] == '"';
    switch (1 << field) {
      case EnvelopeFields.VERSION, EnvelopeFields.ROUND -> {
        Flaw flaw = number();
        if (flaw == null && 1 << field == EnvelopeFields.VERSION) {
          fields.version(number);
        } else if (flaw == null) {
          fields.round(number);
        }
        return flaw;
      }
      case EnvelopeFields.PUBLIC -> {
        return columns();
      }
      case EnvelopeFields.REPORT -> {
        if (isText) {
          return text(fields.report(Form.TEXT)) ? null : Flaw.UNREADABLE;
        }
        Flaw flaw = number();
        fields.report(number);
        return flaw;
      }
      default -> {
        if (!isText) {
          return otherValue();
        }
        Slice slice =
            switch (1 << field) {
              case EnvelopeFields.SPEC -> fields.spec();
              case EnvelopeFields.FINGERPRINT -> fields.fingerprint();
              case EnvelopeFields.ID -> fields.id();
              default -> fields.period();
            };
        return text(slice) ? null : Flaw.UNREADABLE;
      }
    }
  }

  private Flaw columns() {
    if (at < end && line[at] != '{') {
      return otherValue();
    }
    if (!takes('{')) {
      return Flaw.UNREADABLE;
    }
    if (takes('}')) {
      return null;
    }
    do {
      if (!fields.addColumn()) {
        return Flaw.UNKNOWN_FIELD;
      }
      if (!text(fields.name()) || !takes(':')) {
        return Flaw.UNREADABLE;
      }
      for (int i = 0; i < fields.columns() - 1; i++) {
        if (fields.name(i).equals(fields.name())) {
          return Flaw.REPEATED_FIELD;
        }
      }
      skipBlanks();
      if (at < end && line[at] != '"') {
        return otherValue();
      }
      if (!text(fields.value())) {
        return Flaw.UNREADABLE;
      }
    } while (takes(','));
    return takes('}') ? null : Flaw.UNREADABLE;
  }

  /** What stands where another type of value should be; it is not read on. */
  private Flaw otherValue() {
    if (at == end) {
      return Flaw.UNREADABLE;
    }
    byte first = line[at];
    boolean begins = first == '"' || first == '{' || first == '[' || first == '-' || isDigit(first);
    return begins || isWord("true") || isWord("false") || isWord("null")
        ? Flaw.WRONG_TYPE
        : Flaw.UNREADABLE;
  }

  private boolean isWord(String word) {
    if (end - at < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      if (line[at + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  private long number;

  /** Reads a whole number into {@code number}, the nearest long where it is beyond. */
  private Flaw number() {
    number = 0;
    if (at == end || (line[at] != '-' && !isDigit(line[at]))) {
      return otherValue();
    }
    boolean isNegative = line[at] == '-';
    if (isNegative) {
      at++;
    }
    int first = at;
    boolean isBeyond = false;
    while (at < end && isDigit(line[at])) {
      int digit = line[at++] - '0';
      isBeyond |= number < (Long.MIN_VALUE + digit) / 10;
      number = isBeyond ? Long.MIN_VALUE : 10 * number - digit;
    }
    int digits = at - first;
    if (digits == 0 || (digits > 1 && line[first] == '0')) {
      return Flaw.UNREADABLE;
    }
    if (at < end && (line[at] == '.' || line[at] == 'e' || line[at] == 'E')) {
      return Flaw.WRONG_TYPE;
    }
    if (!isNegative) {
      number = number == Long.MIN_VALUE ? Long.MAX_VALUE : -number;
    }
    return null;
  }

  /** Points to the text that comes next, without its escapes; false if there is none. */
  private boolean text(Slice into) {
    skipBlanks();
    if (at == end || line[at] != '"') {
      return false;
    }
    int from = ++at;
    while (at < end && line[at] != '"' && line[at] != '\\') {
      if (line[at] >= 0 && line[at] < ' ') {
        return false;
      }
      at++;
    }
    if (at == end) {
      return false;
    }
    if (line[at] == '"') {
      into.set(line, from, at - from);
      at++;
      return true;
    }
    return escaped(into, from);
  }

  /** A text with escapes, which is never longer without them. */
  private boolean escaped(Slice into, int from) {
    if (unescaped.length < end) {
      unescaped = new byte[end]; // texts before point to the old one
      used = 0;
    }
    int start = used;
    System.arraycopy(line, from, unescaped, used, at - from);
    used += at - from;
    while (at < end && line[at] != '"') {
      byte c = line[at++];
      if (c >= 0 && c < ' ') {
        return false;
      }
      if (c != '\\') {
        unescaped[used++] = c;
      } else if (!escape()) {
        return false;
      }
    }
    if (at == end) {
      return false;
    }
    at++;
    into.set(unescaped, start, used - start);
    return true;
  }

  private boolean escape() {
    if (at == end) {
      return false;
    }
    byte c = line[at++];
    int plain = "\"\\/bfnrt".indexOf(c);
    if (plain >= 0) {
      unescaped[used++] = (byte) "\"\\/\b\f\n\r\t".charAt(plain);
      return true;
    }
    int unit = c == 'u' ? hex() : -1;
    if (unit >= Character.MIN_HIGH_SURROGATE && unit <= Character.MAX_HIGH_SURROGATE) {
      boolean hasLow = end - at >= 6 && line[at] == '\\' && line[at + 1] == 'u';
      at += 2;
      int low = hasLow ? hex() : -1;
      unit =
          low >= Character.MIN_LOW_SURROGATE && low <= Character.MAX_LOW_SURROGATE
              ? Character.toCodePoint((char) unit, (char) low)
              : -1;
    } else if (unit >= Character.MIN_LOW_SURROGATE && unit <= Character.MAX_LOW_SURROGATE) {
      unit = -1;
    }
    if (unit < 0) {
      return false;
    }
    put(unit);
    return true;
  }

  /** Four hexadecimal digits; -1 if there are none. */
  private int hex() {
    if (end - at < 4) {
      return -1;
    }
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      int digit = Character.digit(line[at++], 16);
      unit = digit < 0 || unit < 0 ? -1 : (unit << 4) | digit;
    }
    return unit;
  }

  private void put(int point) {
    if (point < 0x80) {
      unescaped[used++] = (byte) point;
    } else if (point < 0x800) {
      unescaped[used++] = (byte) (0xc0 | (point >> 6));
      unescaped[used++] = (byte) (0x80 | (point & 0x3f));
    } else if (point < 0x10000) {
      unescaped[used++] = (byte) (0xe0 | (point >> 12));
      unescaped[used++] = (byte) (0x80 | ((point >> 6) & 0x3f));
      unescaped[used++] = (byte) (0x80 | (point & 0x3f));
    } else {
      unescaped[used++] = (byte) (0xf0 | (point >> 18));
      unescaped[used++] = (byte) (0x80 | ((point >> 12) & 0x3f));
      unescaped[used++] = (byte) (0x80 | ((point >> 6) & 0x3f));
      unescaped[used++] = (byte) (0x80 | (point & 0x3f));
    }
  }

  private boolean takes(char c) {
    skipBlanks();
    if (at < end && line[at] == c) {
      at++;
      return true;
    }
    return false;
  }

  private void skipBlanks() {
    while (at < end
        && (line[at] == ' ' || line[at] == '\t' || line[at] == '\r' || line[at] == '\n')) {
      at++;
    }
  }
}
