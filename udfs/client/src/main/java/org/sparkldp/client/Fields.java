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
  private static final Pattern INTEGER = Pattern.compile("-?\\d{1,15}");
  private static final Pattern WHOLE = Pattern.compile("-?\\d{1,19}");
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

  private static String number(String text, Pattern form) {
    Refusal.unless(
        form.matcher(text).matches(), "malformed", "a question must have its numbers as decimals.");
    return text;
  }

  long[] integers(String name) {
    return Arrays.stream(text(name).split(" ", -1))
        .mapToLong(each -> Long.parseLong(number(each, INTEGER)))
        .toArray();
  }

  /** An integer from 0 on, below 2^31. */
  int integer(String name) {
    return integer(name, 0, Integer.MAX_VALUE);
  }

  /** An integer between two, so that what it counts ends. */
  int integer(String name, int least, int most) {
    long integer = integers(name)[0];
    Refusal.unless(
        least <= integer && integer <= most,
        "malformed",
        name + " of a question must be from " + least + " to " + most + ".");
    return (int) integer;
  }

  int integer(String name, int otherwise) {
    return has(name) ? integer(name) : otherwise;
  }

  /** An integer of 64 bits. */
  long whole(String name) {
    return Long.parseLong(number(text(name), WHOLE));
  }

  /** An unsigned integer below 2^64. */
  long word(String name) {
    return Long.parseUnsignedLong(number(text(name), WORD)); // refuses what is larger, as malformed
  }

  /** 2^64 less the cases that are left out. */
  long own() {
    long leftOut = word("leave_out");
    Refusal.unless(leftOut != 0, "malformed", "leave_out of a question must be above 0.");
    return -leftOut;
  }

  double[] reals(String name) {
    return texts(name).stream()
        .mapToDouble(each -> Double.parseDouble(number(each, REAL)))
        .toArray();
  }

  double real(String name) {
    return Double.parseDouble(number(text(name), REAL));
  }
}
