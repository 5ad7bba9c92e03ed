package org.sparkldp.jobs.pipeline;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.when;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Queries;
import org.sparkldp.sql.Acceptance;
import org.sparkldp.sql.LdpColumns;

/**
 * A plan's private columns as what the randomizer takes: items, BIGINT, never NULL; or numbers or
 * vectors, and the item is then the person's stratum.
 */
final class ItemColumn {
  /** Where a value goes that the domain does not know, unless the plan has a level for it. */
  static final long OUTSIDE = -1;

  private static final DataType DOUBLES = DataTypes.createArrayType(DataTypes.DoubleType);

  private ItemColumn() {}

  /**
   * The item (or stratum) of a row; {@link #OUTSIDE} if a level is NULL, NaN or unknown and has no
   * place, or the protocol does not take the number or vector.
   */
  static Column of(Plan plan, StructType schema) {
    if (plan.values() instanceof Plan.Items) {
      return item(plan.attributes(), plan.outside(), schema);
    }
    Column stratum =
        plan.attributes().isEmpty() ? lit(0L) : item(plan.attributes(), plan.outside(), schema);
    Column isTaken =
        LdpColumns.call(
            "ldp_accepts",
            new Acceptance(plan.protocol()),
            Acceptance.METHOD,
            DataTypes.BooleanType,
            true,
            value(plan, schema));
    return when(coalesce(isTaken, lit(false)), stratum).otherwise(lit(OUTSIDE));
  }

  /**
   * The numbers or vectors of a plan that asks for such, DOUBLE or ARRAY of DOUBLE, as they are.
   */
  static Column value(Plan plan, StructType schema) {
    if (plan.values() instanceof Queries) {
      return QueryColumns.value(plan, id(plan, schema));
    }
    if (!(plan.values() instanceof Plan.Vectors vectors)) {
      return number(plan.values().columns().get(0), schema);
    }
    Column[] label =
        vectors.label().stream().map(name -> number(name, schema)).toArray(Column[]::new);
    return concat(vector(vectors.vector(), schema), array(label).cast(DOUBLES));
  }

  /** Numbers or arrays in one column, or numbers in several, as ARRAY of DOUBLE. */
  static Column numberOrVector(List<String> columns, StructType schema) {
    boolean isNumber = columns.size() == 1 && type(schema, columns.get(0)) instanceof NumericType;
    return isNumber ? array(number(columns.get(0), schema)) : vector(columns, schema);
  }

  /** The id as randomizers take it, BIGINT or STRING. */
  static Column id(Plan plan, StructType schema) {
    boolean isNumber = type(schema, plan.id()) instanceof IntegralType;
    return col(plan.id()).cast(isNumber ? "bigint" : "string");
  }

  private static Column vector(List<String> columns, StructType schema) {
    if (columns.size() > 1) {
      return array(columns.stream().map(name -> number(name, schema)).toArray(Column[]::new));
    }
    DataType given = type(schema, columns.get(0));
    if (!(given instanceof ArrayType arrays && arrays.elementType() instanceof NumericType)) {
      throw misfit("an array of numbers", columns.get(0), given);
    }
    return col(columns.get(0)).cast(DOUBLES);
  }

  /** A column of numbers as DOUBLE. */
  static Column number(String column, StructType schema) {
    DataType given = type(schema, column);
    if (!(given instanceof NumericType)) {
      throw misfit("a number", column, given);
    }
    return col(column).cast(DataTypes.DoubleType);
  }

  private static IllegalArgumentException misfit(String wanted, String column, DataType given) {
    return new IllegalArgumentException(
        "the column's type must be "
            + wanted
            + ". Provided: "
            + column
            + " of type "
            + given.sql()
            + ".");
  }

  /** The combination of levels of a row; {@link #OUTSIDE} if one has no place. */
  static Column item(List<Plan.Attribute> attributes, Plan.Outside policy, StructType schema) {
    Column item = null;
    Column isOutside = lit(false);
    for (Plan.Attribute attribute : attributes) {
      Column level = level(attribute, policy, schema);
      isOutside = isOutside.or(level.equalTo(OUTSIDE));
      long size = Plan.size(attribute, policy);
      item = item == null ? level : item.multiply(lit(size)).plus(level);
    }
    return attributes.size() == 1 ? item : when(isOutside, lit(OUTSIDE)).otherwise(item);
  }

  private static Column level(Plan.Attribute attribute, Plan.Outside policy, StructType schema) {
    Domain domain = attribute.domain();
    requireType(attribute, schema);
    boolean category = policy == Plan.Outside.CATEGORY;
    Column outside = lit(category ? (long) domain.size() : OUTSIDE);
    Column index =
        LdpColumns.call(
            "ldp_item",
            domain,
            "index",
            DataTypes.LongType,
            true,
            col(attribute.column()).cast(sqlType(domain.kind())),
            outside);
    return coalesce(index, outside);
  }

  /** The type in which a domain takes values. */
  static DataType sqlType(Domain.Kind kind) {
    return switch (kind) {
      case TEXT -> DataTypes.StringType;
      case INTEGER -> DataTypes.LongType;
      case REAL -> DataTypes.DoubleType;
    };
  }

  private static void requireType(Plan.Attribute attribute, StructType schema) {
    DataType given = type(schema, attribute.column());
    Domain.Kind kind = attribute.domain().kind();
    boolean fits =
        switch (kind) {
          case TEXT -> true;
          case INTEGER -> given instanceof IntegralType;
          case REAL -> given instanceof NumericType;
        };
    if (!fits) {
      throw new IllegalArgumentException(
          "the column's type must fit the domain, "
              + (kind == Domain.Kind.INTEGER ? "an integer type" : "a number")
              + ". Provided: "
              + attribute.column()
              + " of type "
              + given.sql()
              + ".");
    }
  }

  /** The type of a column; refuses one that is not there. */
  static DataType type(StructType schema, String name) {
    return Arrays.stream(schema.fields())
        .filter(field -> field.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the table must have the plan's columns. Missing: "
                        + name
                        + "; it has "
                        + Inputs.columns(schema)
                        + "."))
        .dataType();
  }
}
