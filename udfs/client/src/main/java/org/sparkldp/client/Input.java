package org.sparkldp.client;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** What the draw takes of a value: the number of its item; a number; or each attribute's place. */
final class Input {
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?(?:0|[1-9]\\d{0,400})(?:[.]\\d*)?(?:[eE][+-]?\\d{1,3})?");

  /** After the point, of a type of numbers. */
  private static final int MOST_DIGITS = 38;

  private final List<Column> columns;
  private final boolean isTable; // whose columns stay apart
  private final Words words; // of a question of words, else null

  private Input(List<Column> columns, boolean isTable, Words words) {
    this.columns = columns;
    this.isTable = isTable;
    this.words = words;
  }

  /** One column of a question of items. */
  private static final class Column {
    private final String name;
    private final int size;
    private final int other;
    private final int missing;
    private final ToDoubleFunction<Object> levels;

    Column(Fields attribute) {
      this.name = attribute.text("column");
      this.size = attribute.integer("size");
      this.other = attribute.integer("other", -1);
      this.missing = attribute.integer("missing", -1);
      this.levels = levels(attribute);
    }

    double place(Object value) {
      boolean isMissing =
          value == null
              || (value instanceof Number && Double.isNaN(((Number) value).doubleValue()));
      double known = isMissing ? -1 : levels.applyAsDouble(value);
      double place = known >= 0 ? known : isMissing ? missing : other;
      if (place < 0) {
        throw outside();
      }
      return place;
    }
  }

  static Input of(Fields question) {
    boolean isTable = question.has("table");
    boolean isOfItems = isTable || question.has("attributes");
    Words words = question.has("word") ? new Words(question.section("word")) : null;
    if (!isOfItems && words == null) {
      question.text("number");
    }
    List<Fields> columns =
        isOfItems
            ? question.sections(isTable ? "table" : "attributes")
            : Collections.<Fields>emptyList();
    return new Input(
        columns.stream().map(Column::new).collect(Collectors.toList()), isTable, words);
  }

  /** How many items there are, or levels of each attribute of a table; none of a number. */
  long[] sizes() {
    LongStream sizes = columns.stream().mapToLong(column -> column.size);
    return words != null
        ? new long[] {words.size()}
        : isTable || columns.isEmpty()
            ? sizes.toArray()
            : new long[] {sizes.reduce(1, Math::multiplyExact)};
  }

  double[] of(Object value) {
    if (words != null) {
      return new double[] {words.item(value)};
    }
    if (columns.isEmpty()) {
      if (value == null) {
        throw outside();
      }
      return new double[] {number(value).doubleValue()};
    }
    boolean isOfColumns = value instanceof Map;
    Map<?, ?> levels =
        isOfColumns ? (Map<?, ?>) value : Collections.singletonMap(columns.get(0).name, value);
    Refusal.unless(
        (isOfColumns || columns.size() == 1)
            && !(value instanceof List)
            && columns.stream().allMatch(column -> levels.containsKey(column.name)),
        "value",
        "a value of several columns must be a map of all of them.");
    // All of them, whichever are asked.
    double[] places =
        columns.stream().mapToDouble(column -> column.place(levels.get(column.name))).toArray();
    return isTable ? places : new double[] {item(places)};
  }

  private double item(double[] places) {
    double item = 0;
    for (int i = 0; i < places.length; i++) {
      item = item * columns.get(i).size + places[i];
    }
    return item;
  }

  static Refusal outside() {
    return new Refusal(
        "outside", "a value must be one of the question's domain. One was not (it is not shown).");
  }

  static Number number(Object value) {
    requireType(value instanceof Number, "number");
    return (Number) value;
  }

  private static void requireType(boolean is, String types) {
    Refusal.unless(is, "type", "a value must be a " + types + ". One was not (it is not shown).");
  }

  /** The level of a value, or its place among bins; -1 outside. */
  private static ToDoubleFunction<Object> levels(Fields attribute) {
    Fields domain = attribute.section("domain");
    switch (domain.text("type")) {
      case "list":
        return listed(domain.texts("items"));
      case "range":
        return range(domain.whole("from"), domain.whole("to"));
      case "bins":
        return bins(
            domain.reals("edges"),
            attribute.has("place"),
            attribute.has("digits") ? attribute.integer("digits", 0, MOST_DIGITS) : -1);
      default:
        throw new Refusal(
            "malformed",
            "a question must have a domain that this client knows; update the client.");
    }
  }

  private static ToDoubleFunction<Object> listed(List<String> texts) {
    Map<String, Integer> items = new HashMap<>();
    Map<BigDecimal, Integer> numbers = new HashMap<>();
    for (int i = 0; i < texts.size(); i++) {
      items.put(texts.get(i), i);
      numbers.put(spelled(texts.get(i)), i);
    }
    boolean areNumbers = numbers.size() == texts.size() && !numbers.containsKey(null);
    return value -> {
      requireType(
          value instanceof CharSequence || value instanceof Number || value instanceof Boolean,
          "text, number or boolean");
      String text = written(value);
      Integer same = areNumbers ? numbers.get(spelled(text)) : null;
      return items.getOrDefault(text, same == null ? -1 : same);
    };
  }

  /** A number of any spelling, as plans read lists of numbers; null if it is none. */
  private static BigDecimal spelled(String text) {
    return NUMBER.matcher(text).matches() ? new BigDecimal(text).stripTrailingZeros() : null;
  }

  /** A number that is whole and of 64 bits; else null. */
  static Long whole(Number number) {
    try {
      return (isBinary(number)
              ? new BigDecimal(number.doubleValue())
              : new BigDecimal(number.toString()))
          .longValueExact();
    } catch (ArithmeticException | NumberFormatException e) { // a fraction; infinite or none
      return null;
    }
  }

  /** Whose text is a shorter number beside it. */
  private static boolean isBinary(Object value) {
    return value instanceof Double || value instanceof Float;
  }

  /**
   * The text that stands in a list; of a whole number without a fraction, as every client has it.
   */
  private static String written(Object value) {
    double binary = isBinary(value) ? ((Number) value).doubleValue() : Double.NaN;
    return binary == Math.rint(binary) && !Double.isInfinite(binary)
        ? new BigDecimal(Double.toString(binary)).toBigInteger().toString()
        : value.toString();
  }

  private static ToDoubleFunction<Object> range(long from, long to) {
    return value -> {
      Long whole = whole(number(value));
      return whole != null && whole >= from && whole <= to ? whole - from : -1;
    };
  }

  private static ToDoubleFunction<Object> bins(double[] edges, boolean isPlace, int digits) {
    int last = edges.length - 1;
    Refusal.unless(last > 0, "malformed", "bins must have two edges.");
    return value -> {
      double number = number(value).doubleValue();
      if (!(number >= edges[0] && number <= edges[last])
          || (digits >= 0
              && new BigDecimal(number).setScale(digits, RoundingMode.HALF_UP).doubleValue()
                  != number)) {
        return -1;
      }
      int found = Arrays.binarySearch(edges, number == 0 ? 0 : number); // no -0
      int bin = Math.min(found < 0 ? -found - 2 : found, last - 1);
      double within = (number - edges[bin]) / (edges[bin + 1] - edges[bin]);
      return isPlace ? Math.min(bin + 1, bin + within) : bin;
    };
  }
}
