package org.sparkldp.jobs.table;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.isnan;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.when;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.FractionalType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.LdpColumns;

/**
 * Columns of a user's table as what randomizers and releases take: items, numbers, vectors, ids. A
 * column that is missing or of the wrong type is refused before any row is read.
 */
public final class Columns {
  /** Arrays of numbers. */
  public static final DataType DOUBLES = DataTypes.createArrayType(DataTypes.DoubleType);

  private Columns() {}

  /** Numbers or arrays in one column, or numbers in several, as ARRAY of DOUBLE. */
  public static Column numberOrVector(List<String> columns, StructType schema) {
    boolean isNumber = columns.size() == 1 && type(schema, columns.get(0)) instanceof NumericType;
    return isNumber ? array(number(columns.get(0), schema)) : vector(columns, schema);
  }

  /** An id as randomizers take it, BIGINT or STRING. */
  public static Column id(String column, StructType schema) {
    DataType given = type(schema, column);
    if (!(given instanceof IntegralType
        || given instanceof StringType
        || given instanceof BinaryType)) {
      throw Require.refusal(
          "an id must be of an integer type, STRING or BINARY. Provided: %s of type %s.",
          column, Inputs.name(given));
    }
    return Inputs.column(column).cast(idType(given));
  }

  /** The id of a plan's rows; where it is none, their places, which are the same in each scan. */
  public static Column id(Plan plan, StructType schema) {
    if (!plan.isOfRows()) {
      return id(plan.id(), schema);
    }
    if (Arrays.stream(schema.fieldNames()).anyMatch(Plan.ROW::equalsIgnoreCase)) {
      throw Require.refusal(
          "id = row takes each row for a person, so no column may have this name. Provided: a table"
              + " with a column %s; rename it in a view.",
          Plan.ROW);
    }
    return monotonically_increasing_id();
  }

  /** The type in which ids of a type are taken. */
  public static DataType idType(DataType given) {
    return given instanceof IntegralType ? DataTypes.LongType : DataTypes.StringType;
  }

  /** One column of arrays, or several of numbers, as ARRAY of DOUBLE. */
  public static Column vector(List<String> columns, StructType schema) {
    if (columns.size() > 1) {
      return array(columns.stream().map(name -> number(name, schema)).toArray(Column[]::new));
    }
    DataType given = type(schema, columns.get(0));
    if (!(given instanceof ArrayType arrays && arrays.elementType() instanceof NumericType)) {
      throw misfit("an array of numbers", columns.get(0), given);
    }
    return Inputs.column(columns.get(0)).cast(DOUBLES);
  }

  /** A column of numbers as DOUBLE. */
  public static Column number(String column, StructType schema) {
    DataType given = type(schema, column);
    if (!(given instanceof NumericType)) {
      throw misfit("a number", column, given);
    }
    return Inputs.column(column).cast(DataTypes.DoubleType);
  }

  private static IllegalArgumentException misfit(String wanted, String column, DataType given) {
    return Require.refusal(
        "the column's type must be %s. Provided: %s of type %s.",
        wanted, column, Inputs.name(given));
  }

  /** The item of a row; {@link Values#OUTSIDE} if one of its levels has no place. */
  public static Column item(ProductDomain domain, StructType schema) {
    Column item = null;
    Column isOutside = lit(false);
    for (Attribute attribute : domain.attributes()) {
      Column level = level(attribute, domain, schema);
      isOutside = isOutside.or(level.equalTo(Values.OUTSIDE));
      long size = domain.size(attribute);
      item = item == null ? level : item.multiply(lit(size)).plus(level);
    }
    return domain.attributes().size() == 1
        ? item
        : when(isOutside, lit(Values.OUTSIDE)).otherwise(item);
  }

  private static Column level(Attribute attribute, ProductDomain of, StructType schema) {
    Domain domain = attribute.domain();
    requireType(attribute, schema);
    Column outside = lit(of.hasOther() ? (long) domain.size() : Values.OUTSIDE);
    Column value = Inputs.column(attribute.column()).cast(sqlType(domain.kind()));
    Column index =
        LdpColumns.call("ldp_item", domain, "index", DataTypes.LongType, true, value, outside);
    if (!of.hasMissing()) {
      return coalesce(index, outside);
    }
    Column missing = lit(of.size(attribute) - 1L);
    Column known = coalesce(index, missing);
    return type(schema, attribute.column()) instanceof FractionalType
        ? when(isnan(Inputs.column(attribute.column())), missing).otherwise(known)
        : known;
  }

  /** The types of attributes' columns, where files do not say. */
  public static Map<String, DataType> types(List<Attribute> attributes) {
    Map<String, DataType> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    attributes.forEach(
        attribute -> types.put(attribute.column(), sqlType(attribute.domain().kind())));
    return types;
  }

  /** The type in which a domain takes values. */
  public static DataType sqlType(Domain.Kind kind) {
    return switch (kind) {
      case TEXT -> DataTypes.StringType;
      case INTEGER -> DataTypes.LongType;
      case REAL -> DataTypes.DoubleType;
    };
  }

  private static void requireType(Attribute attribute, StructType schema) {
    DataType given = type(schema, attribute.column());
    Domain.Kind kind = attribute.domain().kind();
    boolean fits =
        switch (kind) {
          case TEXT -> true;
          case INTEGER -> given instanceof IntegralType;
          case REAL -> given instanceof NumericType;
        };
    if (!fits) {
      throw Require.refusal(
          "the column's type must fit the domain, %s. Provided: %s of type %s.",
          kind == Domain.Kind.INTEGER ? "an integer type" : "a number",
          attribute.column(),
          Inputs.name(given));
    }
  }

  /** The type of a column; refuses one that is not there. */
  public static DataType type(StructType schema, String name) {
    require(schema, List.of(name));
    return find(schema, name).get().dataType();
  }

  /** Refuses a table without these columns, with the names of all that it lacks. */
  public static void require(StructType schema, Collection<String> names) {
    List<String> missing =
        names.stream().filter(name -> find(schema, name).isEmpty()).distinct().toList();
    if (!missing.isEmpty()) {
      throw Require.refusal(
          "the table must have the columns that are named. Missing: %s; it has %s.",
          String.join(", ", missing), Inputs.columns(schema));
    }
  }

  private static Optional<StructField> find(StructType schema, String name) {
    return Arrays.stream(schema.fields())
        .filter(field -> field.name().equalsIgnoreCase(name))
        .findFirst();
  }
}
