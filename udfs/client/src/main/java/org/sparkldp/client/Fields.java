package org.sparkldp.client;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * An object of a question: texts, lists, objects, and numbers as text. What is not so is refused.
 */
final class Fields {
  private static final Pattern INTEGERS = Pattern.compile("-?\\d{1,15}( -?\\d{1,15})*");
  private static final Pattern WORD = Pattern.compile("\\d{1,20}");
  private static final Pattern REAL = Pattern.compile("-?\\d+([.]\\d+)?([eE]-?\\d+)?");

  private final Map<?, ?> fields;

  private Fields(Object read) {
    if (!(read instanceof Map)) {
      throw Refusal.malformed();
    }
    this.fields = (Map<?, ?>) read;
  }

  /** Reads an object; refuses whatever is none. */
  static Fields of(String json) {
    return new Fields(Json.read(json));
  }

  boolean has(String name) {
    return fields.containsKey(name);
  }

  String text(String name) {
    return text(fields.get(name));
  }

  private static String text(Object read) {
    if (read instanceof String) {
      return (String) read;
    }
    throw Refusal.malformed();
  }

  Fields section(String name) {
    return new Fields(fields.get(name));
  }

  List<String> texts(String name) {
    return list(name).stream().map(Fields::text).collect(Collectors.toList());
  }

  List<Fields> sections(String name) {
    return list(name).stream().map(Fields::new).collect(Collectors.toList());
  }

  private List<?> list(String name) {
    if (fields.get(name) instanceof List) {
      return (List<?>) fields.get(name);
    }
    throw Refusal.malformed();
  }

  private String text(String name, Pattern form) {
    Object text = fields.get(name);
    Refusal.unless(
        text instanceof String && form.matcher((String) text).matches(),
        "malformed",
        "the question must have a number " + name + ".");
    return (String) text;
  }

  long[] integers(String name) {
    return Arrays.stream(text(name, INTEGERS).split(" ")).mapToLong(Long::parseLong).toArray();
  }

  int integer(String name) {
    long integer = integers(name)[0];
    Refusal.unless(
        (int) integer == integer, "malformed", name + " of a question must be below 2^31.");
    return (int) integer;
  }

  int integer(String name, int otherwise) {
    return has(name) ? integer(name) : otherwise;
  }

  /** An unsigned integer below 2^64. */
  long word(String name) {
    return Long.parseUnsignedLong(text(name, WORD)); // refuses what is larger, as malformed
  }

  /** 2^64 less the cases that are left out. */
  long own() {
    long leftOut = word("leave_out");
    Refusal.unless(leftOut != 0, "malformed", "leave_out of a question must be above 0.");
    return -leftOut;
  }

  double real(String name) {
    return Double.parseDouble(text(name, REAL));
  }
}
