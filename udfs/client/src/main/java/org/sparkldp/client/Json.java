package org.sparkldp.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** JSON of texts, lists and objects alone, which questions are made of: their numbers are texts. */
final class Json {
  private static final String ESCAPES = "\"\\/\b\f\n\r\t";
  private static final String ESCAPED = "\"\\/bfnrt";
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{4}");
  private static final int DEEPEST = 32;

  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  /** Reads a value; refuses whatever is none, and a name that stands twice. */
  static Object read(String text) {
    Json json = new Json(text);
    Object read = json.value(0);
    json.space();
    if (json.at != text.length()) {
      throw Refusal.malformed();
    }
    return read;
  }

  /** The next sign after blanks; 0 at the end. */
  private char space() {
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : 0;
  }

  private boolean takes(char sign) {
    boolean isThere = space() == sign;
    at += isThere ? 1 : 0;
    return isThere;
  }

  private void expect(char sign) {
    if (!takes(sign)) {
      throw Refusal.malformed();
    }
  }

  private Object value(int depth) {
    if (depth < DEEPEST && takes('{')) {
      Map<String, Object> object = new LinkedHashMap<>();
      while (!takes('}')) {
        expectCommaUnless(object.isEmpty());
        String name = string();
        expect(':');
        if (object.put(name, value(depth + 1)) != null) { // else readers differ in which one counts
          throw Refusal.malformed();
        }
      }
      return object;
    }
    if (depth < DEEPEST && takes('[')) {
      List<Object> list = new ArrayList<>();
      while (!takes(']')) {
        expectCommaUnless(list.isEmpty());
        list.add(value(depth + 1));
      }
      return list;
    }
    return string();
  }

  private void expectCommaUnless(boolean isFirst) {
    if (!isFirst) {
      expect(',');
    }
  }

  private String string() {
    expect('"');
    StringBuilder read = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      char sign = text.charAt(at++);
      if (sign < ' ') {
        throw Refusal.malformed();
      }
      if (sign == '\\' && at < text.length()) {
        sign = escaped(text.charAt(at++));
      }
      read.append(sign);
    }
    expect('"');
    return read.toString();
  }

  private char escaped(char sign) {
    int place = ESCAPED.indexOf(sign);
    if (place >= 0) {
      return ESCAPES.charAt(place);
    }
    int end = Math.min(at + 4, text.length());
    String digits = text.substring(at, end);
    if (sign != 'u' || !HEX.matcher(digits).matches()) {
      throw Refusal.malformed();
    }
    at = end;
    return (char) Integer.parseInt(digits, 16);
  }

  /** Writes texts, whole numbers and objects, to the byte as every client does. */
  static String write(Object value) {
    if (value instanceof Map) {
      return ((Map<?, ?>) value)
          .entrySet().stream()
              .map(entry -> write(entry.getKey()) + ":" + write(entry.getValue()))
              .collect(Collectors.joining(",", "{", "}"));
    }
    return value instanceof String ? "\"" + escaped((String) value) + "\"" : value.toString();
  }

  private static String escaped(String text) {
    StringBuilder written = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char sign = text.charAt(i);
      if (sign < ' ') {
        written.append(String.format("\\u%04x", (int) sign));
      } else {
        written.append(sign == '"' || sign == '\\' ? "\\" : "").append(sign);
      }
    }
    return written.toString();
  }
}
