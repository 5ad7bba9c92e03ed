package org.sparkldp.jobs.table;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.exists;
import static org.apache.spark.sql.functions.hex;
import static org.apache.spark.sql.functions.isnan;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.lower;
import static org.apache.spark.sql.functions.monotonically_increasing_id;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.transform;
import static org.apache.spark.sql.functions.when;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.FractionalType;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.sql.types.YearMonthIntervalType;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.PublicNumber;
import org.sparkldp.jobs.plan.Spelling;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.LdpColumns;
import org.sparkldp.sql.ReportColumns;

/**
 * Columns of a user's table as what randomizers and releases take: items, numbers, vectors, ids,
 * groups. A column that is missing or of the wrong type is refused before any row is read, with
 * what to write in a view.
 *
 * <p>Ids, groups and the values of a list are compared as texts, so only types are taken of which
 * each value has one spelling, in every session and after every cast.
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
    return id(column, schema, Optional.empty());
  }

  private static Column id(String column, StructType schema, Optional<Boolean> isInteger) {
    requireId(column, schema);
    DataType given = type(schema, column);
    Column id = Inputs.column(column);
    return isInteger.orElse(false) && !(given instanceof IntegralType)
        ? whole(id)
        : id.cast(idType(given, isInteger));
  }

  /** Refuses a column that no id is in. */
  public static void requireId(String column, StructType schema) {
    StructField field = field(schema, column);
    boolean isId =
        field.dataType() instanceof IntegralType
            || field.dataType() instanceof BinaryType
            || isText(field);
    if (!isId) {
      throw misfit("an integer type, STRING or BINARY, as it is an id", field, "BIGINT");
    }
  }

  /** The id of a plan's rows; where it is none, their places, which are the same in each scan. */
  public static Column id(Plan plan, StructType schema) {
    if (!plan.isOfRows()) {
      return id(plan.id(), schema, plan.reading().hasIntegerIds());
    }
    if (Arrays.stream(schema.fieldNames()).anyMatch(Plan.ROW::equalsIgnoreCase)) {
      throw Require.refusal(
          "id = row takes each row for a person, so no column may have this name. Provided: a table"
              + " with a column %s; rename it in a view.",
          Plan.ROW);
    }
    return monotonically_increasing_id();
  }

  private static DataType idType(DataType given, Optional<Boolean> isInteger) {
    return isInteger.orElse(given instanceof IntegralType)
        ? DataTypes.LongType
        : DataTypes.StringType;
  }

  /** The type in which a plan's ids are taken, or in which a group is written. */
  public static DataType shownType(String column, Plan plan, StructType schema) {
    DataType given = type(schema, column);
    return column.equals(plan.id())
        ? idType(given, plan.reading().hasIntegerIds())
        : given instanceof BinaryType ? DataTypes.StringType : given;
  }

  /** A public column as it is written: of BINARY in hexadecimal. */
  public static Column group(String column, StructType schema) {
    StructField field = field(schema, column);
    boolean isBinary = field.dataType() instanceof BinaryType;
    if (!isBinary && !hasOneSpelling(field)) {
      throw misfit("a text, a number, a date or BINARY, as it is a group", field, "STRING");
    }
    Column group = Inputs.column(column);
    return isBinary ? lower(hex(group)) : group;
  }

  /** A value as text. */
  public static Column text(String column, StructType schema) {
    StructField field = field(schema, column);
    if (!hasOneSpelling(field)) {
      throw misfit("a text, a number or a date, as its texts are counted", field, "STRING");
    }
    return Inputs.column(column).cast(DataTypes.StringType);
  }

  /** The whole number that a column's texts or numbers spell, BIGINT; NULL where it is none. */
  static Column whole(Column column) {
    Column number =
        LdpColumns.call(
            "ldp_whole",
            new Spelling(),
            "whole",
            DataTypes.LongType,
            true,
            column.cast(DataTypes.StringType));
    return when(number.notEqual(lit(Spelling.NONE)), number);
  }

  private static boolean hasOneSpelling(StructField field) {
    DataType type = field.dataType();
    return isText(field)
        || type instanceof BooleanType
        || type instanceof NumericType
        || type instanceof DateType
        || type instanceof TimestampNTZType
        || type instanceof YearMonthIntervalType
        || type instanceof DayTimeIntervalType;
  }

  /** Under a collation two texts are equal in SQL, and CHAR(n) has blanks that nobody wrote. */
  private static boolean isText(StructField field) {
    return field.dataType() instanceof StringType
        && field.dataType().sql().equals("STRING")
        && !declared(field).startsWith("char(");
  }

  private static String declared(StructField field) {
    String key = "__CHAR_VARCHAR_TYPE_STRING"; // in which Spark keeps it
    return field.metadata().contains(key) ? field.metadata().getString(key) : "";
  }

  /** One column of arrays, or several of numbers, as ARRAY of DOUBLE. */
  public static Column vector(List<String> columns, StructType schema) {
    if (columns.size() > 1) {
      return array(columns.stream().map(name -> number(name, schema)).toArray(Column[]::new));
    }
    StructField field = field(schema, columns.get(0));
    if (!(field.dataType() instanceof ArrayType arrays
        && arrays.elementType() instanceof NumericType)) {
      throw misfit("an array of numbers", field, "ARRAY<DOUBLE>");
    }
    return Inputs.column(columns.get(0)).cast(DOUBLES);
  }

  /** A column of arrays as one of elements of this type, NULL for NaN. */
  public static Column list(String column, DataType element, StructType schema) {
    StructField field = field(schema, column);
    DataType type = DataTypes.createArrayType(element);
    if (!(field.dataType() instanceof ArrayType arrays && fits(arrays.elementType(), element))) {
      throw misfit("an array of the domain's values", field, type.sql());
    }
    Column values = Inputs.column(column);
    boolean mayBeNaN = arrays.elementType() instanceof FractionalType;
    return (mayBeNaN ? transform(values, each -> when(not(isnan(each)), each)) : values).cast(type);
  }

  private static boolean fits(DataType given, DataType element) {
    return element instanceof StringType
        ? hasOneSpelling(new StructField("", given, true, Metadata.empty()))
        : element instanceof IntegralType
            ? given instanceof IntegralType
            : given instanceof NumericType;
  }

  /** A column of numbers as DOUBLE. */
  public static Column number(String column, StructType schema) {
    StructField field = field(schema, column);
    if (!(field.dataType() instanceof NumericType)) {
      throw misfit("a number", field, "DOUBLE");
    }
    return Inputs.column(column).cast(DataTypes.DoubleType);
  }

  /** A public number in units of 10^−{@link #scale}, BIGINT; NULL where there is none. */
  public static Column units(PublicNumber number, StructType schema) {
    String name = number.column();
    int scale = scale(number, schema);
    Column value = Inputs.column(name);
    if (number.digits() == PublicNumber.OF_TYPE) {
      return scale == 0 && type(schema, name) instanceof IntegralType
          ? value.cast(DataTypes.LongType)
          : ReportColumns.unscaled(value);
    }
    Column steps =
        LdpColumns.call(
            "ldp_steps", number, "steps", DataTypes.LongType, true, number(name, schema));
    return when(not(isMissing(name, schema)), steps);
  }

  /** The digits after the point to which a public number is added up; refuses other types. */
  public static int scale(PublicNumber number, StructType schema) {
    number(number.column(), schema); // refuses texts
    StructField field = field(schema, number.column());
    if (number.digits() != PublicNumber.OF_TYPE) {
      return number.digits();
    }
    if (field.dataType() instanceof DecimalType decimal
        && decimal.precision() <= Decimal.MAX_LONG_DIGITS()
        && decimal.scale() >= 0) {
      return decimal.scale();
    }
    if (!(field.dataType() instanceof IntegralType)) {
      throw Require.refusal(
          "a number that is added up must be whole, a DECIMAL of at most 18 digits, or have a step."
              + " Provided: %s of type %s; write the step, as in numbers = [%s in 0.01].",
          field.name(), Inputs.name(field.dataType()), field.name());
    }
    return 0;
  }

  private static IllegalArgumentException misfit(String wanted, StructField field, String cast) {
    DataType given = field.dataType();
    String name = field.name();
    String remedy =
        given instanceof TimestampType
            ? "a session's time zone would decide; name one in a view, as in"
                + " date_format(to_utc_timestamp("
                + name
                + ", current_timezone()), 'yyyy-MM-dd HH:mm')"
            : given instanceof StructType
                ? "name one of its fields, as in " + name + ".FIELD"
                : given instanceof StringType && given.sql().contains(" COLLATE ")
                    ? "give it one spelling in a view, as in lower("
                        + name
                        + ") COLLATE UTF8_BINARY"
                    : given instanceof StringType && !declared(field).isEmpty()
                        ? "CHAR fills up with blanks; say rtrim(" + name + ") in a view"
                        : given instanceof AtomicType
                            ? "cast it in a view, as in CAST(" + name + " AS " + cast + ")"
                            : "make one of it in a view";
    return Require.refusal(
        "the column's type must be %s. Provided: %s of type %s; %s.",
        wanted, name, Inputs.name(given), remedy);
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

  /** The level of a row, BIGINT; {@link Values#OUTSIDE} where it has none. */
  public static Column level(Attribute attribute, ProductDomain of, StructType schema) {
    Domain domain = attribute.domain();
    String column = attribute.column();
    Column value =
        switch (domain.kind()) {
          case TEXT -> text(column, schema);
          case INTEGER -> whole(column, schema);
          case REAL -> number(column, schema);
        };
    Column outside = lit(of.hasOther() ? (long) domain.size() : Values.OUTSIDE);
    Column index =
        LdpColumns.call("ldp_item", domain, "index", DataTypes.LongType, true, value, outside);
    Column known = coalesce(index, outside);
    return of.hasMissing()
        ? when(isMissing(column, schema), lit(of.size(attribute) - 1L)).otherwise(known)
        : known;
  }

  /** Whole numbers as BIGINT; NULL where a fraction stands. */
  private static Column whole(String column, StructType schema) {
    number(column, schema); // refuses texts
    return type(schema, column) instanceof IntegralType
        ? Inputs.column(column).cast(DataTypes.LongType)
        : whole(Inputs.column(column));
  }

  /** Whether a value, or an element of an array, is NULL or NaN. */
  public static Column isMissing(String column, StructType schema) {
    return isMissing(Inputs.column(column), type(schema, column));
  }

  private static Column isMissing(Column value, DataType type) {
    if (type instanceof ArrayType arrays) {
      return value.isNull().or(exists(value, each -> isMissing(each, arrays.elementType())));
    }
    return type instanceof FractionalType ? value.isNull().or(isnan(value)) : value.isNull();
  }

  /** The types of attributes' columns, where files do not say. */
  public static Map<String, DataType> types(List<Attribute> attributes) {
    Map<String, DataType> types = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    attributes.forEach(
        attribute -> types.put(attribute.column(), sqlType(attribute.domain().kind())));
    return types;
  }

  /** The type in which a domain takes values. */
  public static DataType sqlType(Domain.ColumnKind kind) {
    return switch (kind) {
      case TEXT -> DataTypes.StringType;
      case INTEGER -> DataTypes.LongType;
      case REAL -> DataTypes.DoubleType;
    };
  }

  /** The type of a column; refuses one that is not there. */
  public static DataType type(StructType schema, String name) {
    return field(schema, name).dataType();
  }

  private static StructField field(StructType schema, String name) {
    require(schema, List.of(name));
    List<StructField> found = find(schema, name);
    if (found.size() > 1) {
      throw Require.refusal(
          "a name must be one column's. Provided: %s, which names %s columns; rename one in a"
              + " view.",
          name, found.size());
    }
    return found.get(0);
  }

  /** Refuses a table without these columns, with the names of all that it lacks. */
  public static void require(StructType schema, Collection<String> names) {
    List<String> missing =
        names.stream().filter(name -> find(schema, name).isEmpty()).distinct().toList();
    if (!missing.isEmpty()) {
      List<String> alike =
          missing.stream()
              .filter(name -> !find(schema, Spelling.stripped(name), Spelling::stripped).isEmpty())
              .toList();
      throw Require.refusal(
          "the table must have the columns that are named. Missing: %s; it has %s%s.",
          String.join(", ", missing),
          Inputs.columns(schema),
          alike.isEmpty()
              ? ""
              : "; with blanks at its ends, that nobody sees, a column is called "
                  + String.join(", ", alike));
    }
  }

  private static List<StructField> find(StructType schema, String name) {
    return find(schema, name, itself -> itself);
  }

  private static List<StructField> find(StructType schema, String name, UnaryOperator<String> of) {
    return Arrays.stream(schema.fields())
        .filter(field -> of.apply(field.name()).equalsIgnoreCase(name))
        .toList();
  }
}
