package org.sparkldp.jobs.collected;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.round;
import static org.apache.spark.sql.functions.when;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.FractionalType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.protocols.spec.BinEdges;
import org.sparkldp.sql.LdpColumns;

/**
 * A column of a whole table and the levels in which it is asked: the one map between a plan's cells
 * and these levels, in both directions. Immutable.
 *
 * <p>Levels are numbered by cell. A number that may be summed has two levels a cell, 2·cell for its
 * lower end and 2·cell + 1 for its upper end: a person reports one of the two, drawn so that its
 * expectation is the person's value. A missing value is the last level. Texts outside are a cell of
 * their own; other values outside are missing, too.
 *
 * @param other whether the plan keeps values outside
 * @param missing whether it keeps NULL and NaN
 * @param starts of a number the plan's cells at which its cells begin; none of other columns
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@JsonAutoDetect(isGetterVisibility = JsonAutoDetect.Visibility.NONE)
public record TableAttribute(
    TableColumn column, boolean other, boolean missing, List<Integer> starts) {

  public TableAttribute {
    starts = List.copyOf(starts);
    domain(column, other, missing); // refuses items with the name of another level
  }

  private static ProductDomain domain(TableColumn column, boolean other, boolean missing) {
    return new ProductDomain(List.of(column.attribute()), other, missing);
  }

  /** The plan's levels of the column, those of values outside and missing included. */
  public ProductDomain domain() {
    return domain(column, other, missing);
  }

  /** Its domain, to which another text belongs where it is a cell. */
  Attribute known() {
    return hasOther() ? new Attribute(name(), new Domain.ItemDomain(labels())) : column.attribute();
  }

  /** A column in the cells of its plan. */
  public static TableAttribute of(TableColumn column, boolean other, boolean missing) {
    boolean isNumber = column.domain().kind() == Domain.ColumnKind.REAL;
    int cells = isNumber ? column.domain().size() : 0;
    return new TableAttribute(column, other, missing, IntStream.range(0, cells).boxed().toList());
  }

  /**
   * The same, of a number with joined cells.
   *
   * @param groups of each of the plan's cells the one that is asked
   */
  TableAttribute joined(int[] groups) {
    List<Integer> first =
        starts.stream().filter(c -> c == 0 || groups[c] != groups[c - 1]).toList();
    return new TableAttribute(column, other, missing, first);
  }

  public String name() {
    return column.column();
  }

  DataType sparkType() {
    return column.sparkType();
  }

  /** Whether its cells are intervals of numbers. */
  public boolean isNumber() {
    return column.domain().kind() == Domain.ColumnKind.REAL;
  }

  /** Whether its cells have an order by their numbers, so that it has percentiles. */
  public boolean hasNumbers() {
    return column.domain().kind() != Domain.ColumnKind.TEXT;
  }

  /** Whether it is asked with its cells' ends; whole numbers that are cells need none. */
  public boolean isSummed() {
    return isNumber() && column.sum();
  }

  /** Whether values outside are a cell. */
  private boolean hasOther() {
    return other && column.isText();
  }

  /** Whether values in no cell are taken for missing. */
  public boolean hasOutside() {
    return other && !hasOther();
  }

  /** Whether a missing value has a level. */
  public boolean hasMissing() {
    return missing || hasOutside();
  }

  /** How far its values are apart; 0 where they may be anywhere. */
  double step() {
    return Math.pow(10, -digits(sparkType()));
  }

  /** The digits after the point of values that are in its cells; none where they have any. */
  public OptionalInt digits() {
    double digits = digits(sparkType());
    return isNumber() && Double.isFinite(digits)
        ? OptionalInt.of((int) digits)
        : OptionalInt.empty();
  }

  private static double digits(DataType type) {
    return type instanceof DecimalType decimal
        ? decimal.scale()
        : type instanceof NumericType && !(type instanceof FractionalType)
            ? 0
            : Double.POSITIVE_INFINITY;
  }

  /** The number of its cells, without the one of missing values. */
  public int cells() {
    return isNumber() ? starts.size() : planned();
  }

  /** The number of its cells, with the one of missing values. */
  int counted() {
    return cells() + (hasMissing() ? 1 : 0);
  }

  /** The number of its levels. */
  public int levels() {
    return counted() + (isSummed() ? cells() : 0);
  }

  /** The cell of a level; {@link #cells} of the missing one. */
  public int cellOf(int level) {
    return isSummed() ? level / 2 : level;
  }

  /** The cells of the plan, the one of other texts included. */
  public int planned() {
    return column.domain().size() + (hasOther() ? 1 : 0);
  }

  /** The coordinate of what is in none of them. */
  public int apart() {
    return planned() + (isSummed() ? 1 : 0);
  }

  /** The cell in which one of the plan is; that of the missing values is the last. */
  int cellOfPlanned(int level) {
    if (level == planned()) {
      return cells();
    }
    int found = isNumber() ? Collections.binarySearch(starts, level) : level;
    return found >= 0 ? found : -found - 2;
  }

  /** As the protocol writes it. */
  public String asked() {
    String apart = hasMissing() ? "1" : "";
    return switch (column.domain().kind()) {
      case TEXT -> levels() + "c";
      case INTEGER -> cells() + "o" + apart;
      case REAL -> {
        boolean isEven = ((Domain.BinDomain) column.domain()).isEven();
        yield cells() + (isEven ? isSummed() ? "N" : "n" : isSummed() ? "O" : "o") + apart;
      }
    };
  }

  /** The coordinate of a row as the protocol takes it; {@link Values#OUTSIDE} where it has none. */
  public Column coordinate(StructType table) {
    Column outside = lit((double) Values.OUTSIDE);
    Column level = level(table);
    Column inside =
        isSummed()
            ? LdpColumns.call(
                "ldp_place",
                column.domain(),
                "place",
                DataTypes.DoubleType,
                true,
                Columns.number(name(), table),
                outside)
            : level.cast(DataTypes.DoubleType);
    return coalesce(
        when(level.equalTo(lit(Values.OUTSIDE)), outside)
            .when(level.geq(lit((long) planned())), lit((double) apart()))
            .otherwise(inside),
        outside);
  }

  /** The level of a row in the plan's cells. A value that the type does not have is outside. */
  public Column level(StructType table) {
    Column level = Columns.level(column.attribute(), domain(), table);
    if (digits().isEmpty() || digits(Columns.type(table, name())) <= digits().getAsInt()) {
      return level;
    }
    Column number = Columns.number(name(), table);
    long outside = other ? column.domain().size() : Values.OUTSIDE;
    return when(number.notEqual(round(number, digits().getAsInt())), lit(outside)).otherwise(level);
  }

  /** The edge below a cell of a number; the last one above the last cell. */
  public double edge(int cell) {
    int size = column.domain().size();
    return (double)
        (cell == cells()
            ? column.domain().value(size - 1, true)
            : column.domain().value(starts.get(cell), false));
  }

  /** The edges of a number's cells in the plan, the last one beyond its largest number. */
  double[] plannedEdges() {
    int size = column.domain().size();
    double[] edges = new double[size + 1];
    Arrays.setAll(edges, c -> (double) column.domain().value(Math.min(c, size - 1), c == size));
    edges[size] += step();
    return edges;
  }

  /** All edges of a number's cells. */
  public List<Double> edges() {
    return IntStream.rangeClosed(0, cells()).mapToObj(this::edge).toList();
  }

  /** The number of its cells that the plan lists: all but the one of other texts. */
  public int listed() {
    return cells() - (hasOther() ? 1 : 0);
  }

  /** What people are counted by: its cells, and last the missing ones where they have a level. */
  public List<String> names() {
    return IntStream.range(0, counted()).mapToObj(this::label).toList();
  }

  /** What its cells are called, in their order. */
  List<String> labels() {
    return IntStream.range(0, cells()).mapToObj(this::label).toList();
  }

  /** The least number of its type in a cell. */
  double least(int cell) {
    double low = edge(cell);
    float near = (float) low;
    return !(sparkType() instanceof FloatType) ? low : near < low ? Math.nextUp(near) : near;
  }

  /** The largest number of its type in a cell. */
  double most(int cell) {
    double high = edge(cell + 1);
    boolean isLast = cell == cells() - 1;
    if (sparkType() instanceof FloatType) {
      float near = (float) high;
      return near > high || (near == high && !isLast) ? Math.nextDown(near) : near;
    }
    return isLast ? high : step() > 0 ? high - step() : Math.nextDown(high);
  }

  /** A number of a cell, or near it, as Spark has it in rows. */
  Object number(double number) {
    return column.value(number);
  }

  /** What a cell of no number is in Spark's rows. */
  Object item(int cell) {
    return column.value(label(cell));
  }

  /** What a cell is called. */
  public String label(int cell) {
    if (cell == cells()) {
      return ProductDomain.MISSING;
    }
    return isNumber()
        ? BinEdges.name(edges().stream().mapToDouble(Double::doubleValue).toArray(), cell)
        : cell == column.domain().size() ? ProductDomain.OTHER : column.domain().item(cell);
  }

  /** What a level is called: a cell, or the end of one. */
  String levelLabel(int level) {
    int cell = cellOf(level);
    return isSummed() && cell < cells() ? BinEdges.plain(edge(cell + level % 2)) : label(cell);
  }
}
