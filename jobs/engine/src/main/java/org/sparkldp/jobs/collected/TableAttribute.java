package org.sparkldp.jobs.collected;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.HashSet;
import java.util.List;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.ShortType;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.BinEdges;

/**
 * A column of a collected table, and the levels in which it was asked. Immutable.
 *
 * <p>Levels are numbered by cell. A number that may be summed has two levels a cell, 2·cell for its
 * lower end and 2·cell + 1 for its upper end: a person reported one of the two, drawn so that its
 * expectation is the person's value. A missing value is the last level.
 *
 * @param type Spark's, in SQL, such as {@code INT}
 * @param labels what each cell is, as text that SQL casts to the type; none of a number
 * @param edges of a number's cells, ascending: a cell has its lower edge and all up to its upper
 *     one, which only the last cell has too; none of other kinds
 * @param isSummed whether a number was asked with its cells' ends
 * @param hasMissing whether a missing value has a level
 * @param hasOutside whether values in no cell have that level, too
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record TableAttribute(
    String name,
    String type,
    LevelKind kind,
    List<String> labels,
    List<Double> edges,
    boolean isSummed,
    boolean hasMissing,
    boolean hasOutside) {

  /** What its cells are. */
  public enum LevelKind {
    /** Categories. */
    CATEGORIES,
    /** Categories with an order. */
    ORDERED,
    /** Intervals of numbers. */
    NUMBER
  }

  public TableAttribute {
    labels = List.copyOf(labels);
    edges = List.copyOf(edges);
    boolean isNumber = kind == LevelKind.NUMBER;
    Require.that(!name.isBlank()).orRefuse("an attribute must have a name. Provided: none.");
    Require.that(labels.isEmpty() == isNumber && (edges.size() >= 2) == isNumber)
        .orRefuse(
            "an attribute must have labels, or, of a number, two edges or more. Provided: %s with"
                + " %s labels and %s edges.",
            name, labels.size(), edges.size());
    Require.that(new HashSet<>(labels).size() == labels.size())
        .orRefuse("labels must differ. Provided: two alike of %s.", name);
    DataType spark = DataType.fromDDL(type);
    Require.that(!isNumber || spark instanceof NumericType)
        .orRefuse("a number must have a numeric type. Provided: %s of %s.", type, name);
    for (int i = 0; i < edges.size(); i++) {
      double edge = edges.get(i);
      Require.that(
              Double.isFinite(edge)
                  && (i == 0 || edge > edges.get(i - 1))
                  && (!isWhole(spark) || edge == Math.rint(edge)))
          .orRefuse(
              "edges must be finite and ascending, and whole where numbers are. Provided: %s of"
                  + " %s.",
              edges, name);
    }
    Require.that(hasMissing || !hasOutside)
        .orRefuse("values outside need the level of missing ones. Provided: %s without.", name);
    Require.that(isNumber || !isSummed)
        .orRefuse("only a number may be summed. Provided: %s.", name);
  }

  /** Categories, in their order if they have one. */
  public static TableAttribute of(
      String name, String type, boolean isOrdered, List<String> labels, boolean hasMissing) {
    LevelKind kind = isOrdered ? LevelKind.ORDERED : LevelKind.CATEGORIES;
    return new TableAttribute(name, type, kind, labels, List.of(), false, hasMissing, false);
  }

  /** A number in cells. */
  public static TableAttribute number(
      String name, String type, List<Double> edges, boolean isSummed, boolean hasMissing) {
    return new TableAttribute(
        name, type, LevelKind.NUMBER, List.of(), edges, isSummed, hasMissing, false);
  }

  /** The same, of which the level of missing values is that of values in no cell, too. */
  public TableAttribute withOutside() {
    return new TableAttribute(name, type, kind, labels, edges, isSummed, hasMissing, true);
  }

  @JsonIgnore
  boolean isNumber() {
    return kind == LevelKind.NUMBER;
  }

  /** Whether its cells have an order by their numbers, so that it has percentiles. */
  boolean hasNumbers() {
    return isNumber() || (kind == LevelKind.ORDERED && sparkType() instanceof NumericType);
  }

  /** Whether its type has whole numbers only. */
  @JsonIgnore
  boolean isWhole() {
    return isWhole(sparkType());
  }

  private static boolean isWhole(DataType type) {
    return type instanceof ByteType
        || type instanceof ShortType
        || type instanceof IntegerType
        || type instanceof LongType;
  }

  @JsonIgnore
  DataType sparkType() {
    return DataType.fromDDL(type);
  }

  /** The number of its cells, without the one of missing values. */
  public int cells() {
    return isNumber() ? edges.size() - 1 : labels.size();
  }

  /** The number of its levels. */
  public int levels() {
    return cells() * (isSummed ? 2 : 1) + (hasMissing ? 1 : 0);
  }

  /** The cell of a level; {@link #cells} of the missing one. */
  public int cellOf(int level) {
    return isSummed ? level / 2 : level;
  }

  /** What a cell is called. */
  public String label(int cell) {
    if (cell == cells()) {
      return ProductDomain.MISSING;
    }
    return isNumber()
        ? BinEdges.name(edges.stream().mapToDouble(Double::doubleValue).toArray(), cell)
        : labels.get(cell);
  }

  /** What a level is called: a cell, or the end of one. */
  String levelLabel(int level) {
    int cell = cellOf(level);
    return isSummed && cell < cells() ? text(edges.get(cell + level % 2)) : label(cell);
  }

  private static String text(double edge) {
    return edge == Math.rint(edge) && Math.abs(edge) < 1e15
        ? Long.toString((long) edge)
        : Double.toString(edge);
  }
}
