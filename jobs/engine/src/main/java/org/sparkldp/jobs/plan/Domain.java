package org.sparkldp.jobs.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.ReleaseKey;
import org.sparkldp.protocols.spec.BinEdges;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The items that a histogram counts, and the map from a column's values to them. Public, and fixed
 * before anybody's value is used.
 *
 * <p>Serializable and immutable; each has a method {@code index(value, outside)} that runs per row
 * in Spark's generated code and gives the item of a value, or {@code outside} for a value that is
 * none.
 */
public abstract sealed class Domain implements Keys.Own, Serializable {
  /** The kind of a domain's column. */
  public enum ColumnKind {
    /** Values as text. */
    TEXT,
    /** Whole numbers. */
    INTEGER,
    /** Real numbers. */
    REAL
  }

  /** The key of a list's items, which alone of a plan's texts may hold any character. */
  static final String ITEMS = "items";

  private Domain() {}

  /** Reads the section {@code domain} of a plan. */
  static Domain read(Settings settings) {
    String type = settings.string("type");
    switch (type) {
      case "list" -> {
        settings.requireKeys(Set.of("type", ITEMS), "a list domain");
        // As strings, which keeps numbers as written: 01234 is a postal code, not 1234.
        return new ItemDomain(settings.texts(ITEMS));
      }
      case "file" -> {
        settings.requireKeys(Set.of("type", "path"), "a file domain");
        return new ItemDomain(settings.context().file(settings.string("path")).publishedLines());
      }
      case "range" -> {
        settings.requireKeys(Set.of("type", "from", "to"), "a range domain");
        return new RangeDomain(settings.whole("from"), settings.whole("to"));
      }
      case "bins" -> {
        if (settings.has("edges")) {
          settings.requireKeys(Set.of("type", "edges"), "a domain of bins with edges");
          return new BinDomain(settings.numbers("edges"));
        }
        settings.requireKeys(Set.of("type", "from", "to", "count"), "a domain of equal bins");
        return BinDomain.equal(
            settings.number("from"), settings.number("to"), settings.count("count"));
      }
      case "column" -> {
        settings.requireKeys(Set.of("type", "table", "column"), "a column domain");
        List<String> items =
            settings.context().distinct(settings.string("table"), settings.string("column"));
        Require.that(items.stream().noneMatch(ReleaseKey::isIn))
            .orRefuse(
                "items are published with the results, so none may be like a release key's text, 64"
                    + " hexadecimal digits. Provided column: %s; shorten its items in a view.",
                settings.string("column"));
        return new ItemDomain(items);
      }
      default ->
          throw settings.mistake(
              "type",
              "a domain's type must be list, file, range, bins or column. Provided value: %s.",
              type);
    }
  }

  /** Its settings, in one order. */
  @JsonValue
  private Map<String, Object> json() {
    return new TreeMap<>(settings());
  }

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  private static Domain ofJson(JsonNode settings) {
    return read(Settings.ofText(settings.toString()));
  }

  /** Number of items, at least 1. */
  public abstract int size();

  /** The name of item {@code index}, as estimates show it. */
  public abstract String item(int index);

  /** Whether the text is one of its items. */
  boolean hasText(String item) {
    return false;
  }

  /** What kind of column it maps. */
  public abstract ColumnKind kind();

  /** The item of an element of an array of values, or {@code outside}. */
  public abstract long item(ArrayData values, int at, long outside);

  /**
   * A value of item {@code index}: String, Long or Double by {@link #kind}.
   *
   * @param upperEnd of a bin the largest number in it instead of the smallest
   */
  public abstract Object value(int index, boolean upperEnd);

  @Override
  public final boolean equals(Object other) {
    return other instanceof Domain that && settings().equals(that.settings());
  }

  @Override
  public final int hashCode() {
    return settings().hashCode();
  }

  @Override
  public final String toString() {
    return "domain of " + size() + " items";
  }

  /** Texts in a given order: from a list, a file, or a public table's column. */
  public static final class ItemDomain extends Domain {
    private final List<String> items;
    private transient Map<UTF8String, Long> index;

    /** By their shortest spelling, where all items are different numbers; else empty. */
    private transient Map<UTF8String, Long> numbers;

    /** Distinct texts. */
    public ItemDomain(List<String> items) {
      Require.that(!items.isEmpty()).orRefuse("a domain must have items. Provided: none.");
      this.items = List.copyOf(items);
      Map<UTF8String, Long> distinct = index();
      if (distinct.size() < items.size()) {
        throw Require.refusal(
            "a domain's items must differ. Provided: %s items, %s of them different.",
            items.size(), distinct.size());
      }
      requireSeen(items);
    }

    /** Refuses what no reader of the list could see, and whoever holds it would be outside. */
    private static void requireSeen(List<String> items) {
      Map<String, Integer> seen = new HashMap<>(2 * items.size());
      for (int i = 0; i < items.size(); i++) {
        Require.that(!Spelling.hasStrangeEnd(items.get(i)))
            .orRefuse(
                "a domain's items must begin and end with what people see. Provided: '%s', item %s,"
                    + " with a no-break space or a mark without a width at an end; take it away,"
                    + " and from the table's values in a view.",
                items.get(i), i + 1);
        Integer before = seen.putIfAbsent(Spelling.seen(items.get(i)), i);
        if (before != null) {
          throw Require.refusal(
              "a domain's items must not look alike. Provided: '%s', items %s and %s, which differ"
                  + " by blanks or by how accents are encoded alone; leave one out, and give the"
                  + " table's values one spelling in a view.",
              items.get(i), before + 1, i + 1);
        }
      }
    }

    private Map<UTF8String, Long> index() {
      // Built again on each machine: the list travels, the table does not.
      if (index == null) {
        Map<UTF8String, Long> built = new HashMap<>(2 * items.size());
        Map<UTF8String, Long> spelled = new HashMap<>();
        for (int i = 0; i < items.size(); i++) {
          long item = i;
          built.put(UTF8String.fromString(items.get(i)), item);
          Spelling.number(items.get(i))
              .ifPresent(number -> spelled.put(UTF8String.fromString(number), item));
        }
        numbers = spelled.size() == items.size() ? spelled : Map.of();
        index = built;
      }
      return index;
    }

    /** The item of a text; of a list of numbers in any spelling, so that 21.0 is 21. */
    public long index(UTF8String value, long outside) {
      Long item = index().get(value);
      if (item == null && !numbers.isEmpty()) {
        item =
            Spelling.number(value.toString())
                .map(number -> numbers.get(UTF8String.fromString(number)))
                .orElse(null);
      }
      return item == null ? outside : item;
    }

    @Override
    public long item(ArrayData values, int at, long outside) {
      return index(values.getUTF8String(at), outside);
    }

    @Override
    public int size() {
      return items.size();
    }

    @Override
    boolean hasText(String item) {
      return index().containsKey(UTF8String.fromString(item));
    }

    @Override
    public String item(int index) {
      return items.get(index);
    }

    @Override
    public ColumnKind kind() {
      return ColumnKind.TEXT;
    }

    @Override
    public Object value(int index, boolean upperEnd) {
      return items.get(index);
    }

    @Override
    public Map<String, Object> settings() {
      return Map.of("type", "list", ITEMS, items);
    }
  }

  /** The whole numbers from {@code from} to {@code to}, both included. */
  public static final class RangeDomain extends Domain {
    private final long from;
    private final long to;

    public RangeDomain(long from, long to) {
      if (to < from || to - from < 0 || to - from >= Integer.MAX_VALUE) {
        throw Require.refusal(
            "a range must run from a smaller to a larger number, over fewer than 2^31 of"
                + " them. Provided values: from = %s, to = %s.",
            from, to);
      }
      this.from = from;
      this.to = to;
    }

    /** The item of a whole number. */
    public long index(long value, long outside) {
      return value >= from && value <= to ? value - from : outside;
    }

    @Override
    public long item(ArrayData values, int at, long outside) {
      return index(values.getLong(at), outside);
    }

    @Override
    public int size() {
      return (int) (to - from + 1);
    }

    @Override
    public String item(int index) {
      return Long.toString(from + index);
    }

    @Override
    public ColumnKind kind() {
      return ColumnKind.INTEGER;
    }

    @Override
    public Object value(int index, boolean upperEnd) {
      return from + index;
    }

    @Override
    public Map<String, Object> settings() {
      return Map.of("type", "range", "from", from, "to", to);
    }
  }

  /** Intervals of real numbers: bin i is [edge i, edge i + 1), the last one closed. */
  public static final class BinDomain extends Domain {
    private final double[] edges;

    public BinDomain(double[] edges) {
      this.edges = edges.clone();
      boolean rising = edges.length >= 2;
      for (int i = 0; i < edges.length; i++) {
        rising &= Double.isFinite(edges[i]) && (i == 0 || edges[i] > edges[i - 1]);
      }
      if (!rising) {
        throw Require.refusal(
            "a domain's bins must have two or more finite edges, each larger than the one"
                + " before. Provided values: %s.",
            Arrays.toString(edges));
      }
    }

    /** {@code count} bins of equal width between two ends. */
    public static BinDomain equal(double from, double to, int count) {
      if (count < 1 || count == Integer.MAX_VALUE || !(from < to && Double.isFinite(to - from))) {
        throw Require.refusal(
            "bins must run from a smaller to a larger number, between 1 and 2^31 - 2 of them, and"
                + " their width be finite."
                + " Provided values: from = %s, to = %s, count = %s.",
            from, to, count);
      }
      double[] edges = new double[count + 1];
      for (int i = 0; i <= count; i++) {
        edges[i] = i == count ? to : from + (to - from) * i / count;
      }
      return new BinDomain(edges);
    }

    /** The item of a real number. */
    public long index(double value, long outside) {
      int bin = BinEdges.index(edges, value);
      return bin < 0 ? outside : bin;
    }

    /**
     * The place of a real number among the bins: its bin, and how far within that it is; the number
     * of bins at the last edge.
     */
    public double place(double value, double outside) {
      int bin = BinEdges.index(edges, value);
      return bin < 0
          ? outside
          : Math.min(bin + 1, bin + (value - edges[bin]) / (edges[bin + 1] - edges[bin]));
    }

    /** The edges of all bins. */
    public double[] edges() {
      return edges.clone();
    }

    /** Whether all bins are as wide. */
    public boolean isEven() {
      return equals(equal(edges[0], edges[edges.length - 1], edges.length - 1));
    }

    @Override
    public long item(ArrayData values, int at, long outside) {
      return index(values.getDouble(at), outside);
    }

    @Override
    public int size() {
      return edges.length - 1;
    }

    @Override
    public String item(int index) {
      return BinEdges.name(edges, index);
    }

    @Override
    public ColumnKind kind() {
      return ColumnKind.REAL;
    }

    @Override
    public Object value(int index, boolean upperEnd) {
      return !upperEnd
          ? edges[index]
          : index == edges.length - 2 ? edges[index + 1] : Math.nextDown(edges[index + 1]);
    }

    @Override
    public Map<String, Object> settings() {
      // As texts: how numbers are printed depends on the Java platform, a fingerprint must not.
      return Map.of(
          "type", "bins", "edges", Arrays.stream(edges).mapToObj(ProtocolSpec::shortest).toList());
    }

    /** The names of a bin, or of a range of them, as {@link #item} and workloads write them. */
    private static final Pattern NAME =
        Pattern.compile(
            "(?<=^|=|, )\\[(-?[0-9.]+), (?:-?[0-9.]+\\) to \\[-?[0-9.]+, )?(-?[0-9.]+)[)\\]]");

    /**
     * A text for people, in which bins are written as in 10,000 – 20,000; others as they are. Pages
     * do the same.
     */
    public static String forPeople(String text) {
      return NAME.matcher(text)
          .replaceAll(bin -> grouped(bin.group(1)) + " – " + grouped(bin.group(2)));
    }

    private static String grouped(String edge) {
      BigDecimal number = new BigDecimal(edge);
      return String.format(Locale.ROOT, "%,." + Math.max(0, number.scale()) + "f", number);
    }
  }
}
