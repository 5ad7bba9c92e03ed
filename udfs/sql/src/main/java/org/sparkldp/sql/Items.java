package org.sparkldp.sql;

import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.BinEdges;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.sql.catalyst.ObjectCall;

/**
 * Implementation of {@code ldp_item}: the public items of a question in their order, and the number
 * of each value among them. Two lists are one question iff their kind, names and order are the
 * same, however they were written; {@link #digest} tells others apart.
 */
public final class Items implements Serializable {
  /** The name of the item that all other values and missing ones are. */
  static final String OTHER = "(other)";

  /** Of a list that is written out. */
  private static final int MOST_LISTED = 10_000;

  private static final int MOST = 1_000_000;

  /** The type as which values are compared. */
  enum ItemKind {
    TEXT(DataTypes.StringType),
    TRUTH(DataTypes.BooleanType),
    WHOLE(DataTypes.createDecimalType(38, 18)),
    BINS(DataTypes.DoubleType);

    /** What values are cast to that are of no type which is compared as it is. */
    @SuppressWarnings("ImmutableEnumChecker") // Spark's types never change
    final DataType type;

    ItemKind(DataType type) {
      this.type = type;
    }
  }

  private final ItemKind kind;
  private final List<String> names;
  private final double[] edges; // of bins
  private final long lower; // of a range
  private final boolean isRange;
  private final boolean hasOther;
  private final String column;
  private final boolean isOfColumn;
  private transient Map<Object, Long> numbers;
  private transient String digest;

  private Items(
      ItemKind kind,
      List<String> own,
      double[] edges,
      Long lower,
      boolean hasOther,
      String column,
      boolean isOfColumn) {
    this.kind = kind;
    this.edges = edges;
    this.isRange = lower != null;
    this.lower = isRange ? lower : 0;
    this.hasOther = hasOther;
    this.column = column;
    this.isOfColumn = isOfColumn;
    this.names = hasOther ? new WithOther(own) : own;
    Require.that(names.size() <= MOST)
        .orRefuse("items must be at most %s. Provided: %s.", MOST, names.size());
  }

  /**
   * Items by their names.
   *
   * @param column the name of the column, or field, whose values are looked up; empty for another
   *     expression
   * @param isOfColumn whether it is a bare column
   */
  static Items listed(
      ItemKind kind, List<String> names, boolean hasOther, String column, boolean isOfColumn) {
    int different = (int) names.stream().distinct().count();
    Require.that(!names.isEmpty() && different == names.size())
        .orRefuse(
            "items must be one or more, and differ. Provided: %s, of them %s different; name each"
                + " of them once.",
            names.size(), different);
    Require.that(names.size() <= MOST_LISTED)
        .orRefuse(
            "items of a query must be at most %s. Provided: %s; write a plan, whose domain may be a"
                + " file, and run it as a job.",
            MOST_LISTED, names.size());
    Require.that(!names.contains(OTHER))
        .orRefuse("no item may be called %s. Provided: one; take another name for it.", OTHER);
    return new Items(kind, new ArrayList<>(names), null, null, hasOther, column, isOfColumn);
  }

  /** The whole numbers from one to another. */
  static Items range(long lower, long upper, boolean hasOther, String column, boolean isOfColumn) {
    Require.that(lower <= upper && (upper - lower >= 0 && upper - lower < MOST))
        .orRefuse(
            "a range must go from a lower to an upper whole number and have at most %s items."
                + " Provided: %s to %s.",
            MOST, lower, upper);
    return new Items(
        ItemKind.WHOLE,
        new RangeNames(lower, (int) (upper - lower) + 1),
        null,
        lower,
        hasOther,
        column,
        isOfColumn);
  }

  /** The intervals between rising edges; the last one includes its upper end. */
  static Items bins(double[] edges, boolean hasOther, String column, boolean isOfColumn) {
    boolean isRising = edges.length >= 2 && edges.length <= MOST_LISTED;
    for (int i = 0; i < edges.length; i++) {
      edges[i] += 0.0; // there is one zero
      isRising &= Double.isFinite(edges[i]) && (i == 0 || edges[i] > edges[i - 1]);
    }
    Require.that(isRising)
        .orRefuse(
            "bins must have from 2 to %s finite edges, each above the one before. Provided: %s.",
            MOST_LISTED, edges.length);
    List<String> names = new ArrayList<>();
    for (int i = 0; i + 1 < edges.length; i++) {
      names.add(BinEdges.name(edges, i));
    }
    return new Items(ItemKind.BINS, names, edges, null, hasOther, column, isOfColumn);
  }

  /** The items by which an expression's item numbers were made, if {@code ldp_item} made them. */
  static Optional<Items> of(Expression expression) {
    return Optional.ofNullable(call(expression)).map(call -> (Items) call.target());
  }

  private static ObjectCall call(Expression expression) {
    Expression first = expression instanceof Coalesce with ? with.children().head() : expression;
    return first instanceof ObjectCall call && call.target() instanceof Items ? call : null;
  }

  /** The value that an expression looks up, or the expression itself if it looks up none. */
  static Expression value(Expression expression) {
    ObjectCall call = call(expression);
    return call == null ? expression : call.children().head();
  }

  /** The name of the column, or field; empty for another expression. */
  String column() {
    return column;
  }

  /** Whether values are those of a bare column. */
  boolean isOfColumn() {
    return isOfColumn;
  }

  ItemKind kind() {
    return kind;
  }

  /** How many there are, that of all others counted. */
  int size() {
    return names.size();
  }

  /** The number of all other values. */
  long other() {
    return names.size() - 1L;
  }

  /** The names in their order. */
  ItemNames names() {
    return new ItemNames(digest(), names);
  }

  /** Tells these items from others. */
  private String digest() {
    if (digest == null) {
      List<String> texts = new ArrayList<>(List.of(kind.name()));
      texts.addAll(names);
      digest = ProtocolSpec.fingerprintOf(texts.toArray(new String[0]));
    }
    return digest;
  }

  /** The number of a text; null for none of them. */
  public Long number(UTF8String value) {
    return listed(value);
  }

  /** The number of a truth value. */
  public Long number(boolean value) {
    return listed(UTF8String.fromString(Boolean.toString(value)));
  }

  /** The number of a whole number. */
  public Long number(long value) {
    if (!isRange) {
      return listed(value);
    }
    long last = lower + names.size() - (hasOther ? 2 : 1);
    return value >= lower && value <= last ? (Long) (value - lower) : null;
  }

  /** The number of a decimal, if it is a whole number. */
  public Long number(Decimal value) {
    try {
      return number(value.toJavaBigDecimal().longValueExact());
    } catch (ArithmeticException notWhole) {
      return null;
    }
  }

  /** The number of a real number's bin, or of a whole one. */
  public Long number(double value) {
    if (edges == null) {
      boolean isWhole = value == Math.rint(value) && value >= -0x1p63 && value < 0x1p63;
      return isWhole ? number((long) value) : null;
    }
    int bin = BinEdges.index(edges, value);
    return bin < 0 ? null : (Long) (long) bin;
  }

  private Long listed(Object value) {
    Map<Object, Long> all = numbers;
    if (all == null) {
      all = new HashMap<>();
      for (int i = 0; i < names.size() - (hasOther ? 1 : 0); i++) {
        String name = names.get(i);
        all.put(
            kind == ItemKind.WHOLE ? (Object) Long.valueOf(name) : UTF8String.fromString(name),
            (long) i);
      }
      numbers = all;
    }
    return all.get(value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Items that
        && digest().equals(that.digest())
        && hasOther == that.hasOther
        && column.equals(that.column);
  }

  @Override
  public int hashCode() {
    return digest().hashCode();
  }

  /** Shown in plans. */
  @Override
  public String toString() {
    return names.size() + " items";
  }

  /** Refuses a value that is none of the items, where none may be left out. */
  public static final class Refusing implements Serializable {
    static final Refusing INSTANCE = new Refusing();

    private Refusing() {}

    /** Never returns. */
    public long refuse() {
      Require.that(false)
          .orRefuse(
              "every value must be one of the items, as outside is fail. Provided: another, or NULL"
                  + " (it is not shown); choose outside = category or drop.");
      return -1;
    }

    private Object readResolve() {
      return INSTANCE;
    }

    @Override
    public String toString() {
      return "fail";
    }
  }

  /** Whole numbers as names, without a text for each. */
  private static final class RangeNames extends AbstractList<String> implements Serializable {
    private final long lower;
    private final int size;

    RangeNames(long lower, int size) {
      this.lower = lower;
      this.size = size;
    }

    @Override
    public String get(int index) {
      return Long.toString(lower + index);
    }

    @Override
    public int size() {
      return size;
    }
  }

  /** Names, and that of all others. */
  private static final class WithOther extends AbstractList<String> implements Serializable {
    private final List<String> own;

    WithOther(List<String> own) {
      this.own = own;
    }

    @Override
    public String get(int index) {
      return index == own.size() ? OTHER : own.get(index);
    }

    @Override
    public int size() {
      return own.size() + 1;
    }
  }
}
