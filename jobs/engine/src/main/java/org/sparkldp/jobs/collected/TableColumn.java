package org.sparkldp.jobs.collected;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.EvalMode;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.NumericType;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Key;
import org.sparkldp.jobs.plan.Section;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.protocols.check.Require;
import scala.Option;

/**
 * A column of a whole table, as a plan has it. What its domain is made of are values of its type.
 *
 * @param column its name
 * @param domain its cells
 * @param sum whether it is a number that may be added up
 * @param type the people's, in SQL, in which queries and synthetic rows have the column; empty for
 *     the domain's own
 */
@Section("an attribute")
public record TableColumn(
    @Key String column,
    @Key Domain domain,
    @Key(otherwise = "false") boolean sum,
    @Key(otherwise = "\"\"") String type) {
  private static final Map<String, DataType> TYPES = new ConcurrentHashMap<>();

  public TableColumn {
    Require.that(!sum || domain.kind() == Domain.ColumnKind.REAL)
        .orRefuse(
            "sum = true is for a number in bins. Provided: %s; give it bins, or leave sum out.",
            column);
    if (!type.isBlank()) {
      DataType spark = parsed(type);
      Require.that(
              spark instanceof NumericType
                  || (domain.kind() == Domain.ColumnKind.TEXT
                      && (spark instanceof BooleanType
                          || spark instanceof DateType
                          || spark.equals(DataTypes.StringType))))
          .orRefuse(
              "type must be a numeric one of Spark, or of a list STRING, BOOLEAN or DATE. Provided"
                  + " value: %s of %s; leave it out, or make another column in a view.",
              type, column);
      requireValues(column, domain, spark);
      type = spark.sql();
    }
  }

  private static DataType parsed(String type) {
    try {
      return DataType.fromDDL(type);
    } catch (Exception e) { // which Scala does not declare
      return DataTypes.NullType;
    }
  }

  private static void requireValues(String column, Domain domain, DataType type) {
    int last = domain.size() - 1;
    IntStream cells =
        domain.kind() == Domain.ColumnKind.INTEGER
            ? IntStream.of(0, last).distinct() // the others are between
            : IntStream.rangeClosed(0, last);
    Stream<Object> end =
        domain.kind() == Domain.ColumnKind.REAL
            ? Stream.of(domain.value(last, true))
            : Stream.empty();
    Set<Object> different = new HashSet<>();
    Stream.concat(cells.mapToObj(cell -> domain.value(cell, false)), end)
        .filter(value -> !in(value, type).map(different::add).orElse(false))
        .findFirst()
        .ifPresent(
            value -> {
              throw Require.refusal(
                  "type must have all of the domain's items or edges, and tell them apart. Provided"
                      + " value: %s of %s, with %s; change the domain, or leave type out.",
                  type.sql(), column, value);
            });
  }

  /** A value of a domain in a type; empty where the type has none. */
  private static Optional<Object> in(Object value, DataType type) {
    try {
      Cast in = cast(value, type);
      boolean isExact =
          !(value instanceof Double)
              || type instanceof FloatType // whose cells begin at the next that it has
              || value.equals(cast(in, DataTypes.DoubleType).eval(null));
      return Optional.ofNullable(in.eval(null)).filter(any -> isExact);
    } catch (RuntimeException e) { // as which a cast fails
      return Optional.empty();
    }
  }

  private static Cast cast(Object value, DataType type) {
    DataType from =
        value instanceof Double
            ? DataTypes.DoubleType
            : value instanceof Long ? DataTypes.LongType : DataTypes.StringType;
    return cast(Literal.create(value, from), type);
  }

  private static Cast cast(Expression value, DataType type) {
    return new Cast(value, type, Option.apply("UTC"), EvalMode.ANSI());
  }

  /** The type of its values. */
  DataType sparkType() {
    return type.isEmpty()
        ? Columns.sqlType(domain.kind())
        : TYPES.computeIfAbsent(type, TableColumn::parsed);
  }

  /** Whether its values are texts. */
  boolean isText() {
    return type.isEmpty() ? domain.kind() == Domain.ColumnKind.TEXT : type.equals("STRING");
  }

  /** A value as Spark has it in rows. */
  Object value(Object of) {
    return cast(of, sparkType()).eval(null);
  }

  /** Without what only answers need. */
  public Attribute attribute() {
    return new Attribute(column, domain);
  }
}
