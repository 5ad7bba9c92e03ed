package org.sparkldp.jobs.regression;

import static org.apache.spark.sql.functions.col;

import java.util.Arrays;
import org.apache.spark.ml.functions;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StructType;

/** Columns of features and labels, in the types that MLlib stages make. */
final class Features {

  private Features() {}

  /** Features as ARRAY&lt;DOUBLE&gt;, from MLlib's vectors or an array of numbers. */
  static Column array(StructType schema, String name) {
    DataType given = type(schema, name);
    if (given.equals(SQLDataTypes.VectorType())) {
      return functions.vector_to_array(quoted(name), "float64");
    }
    if (given instanceof ArrayType arrays && arrays.elementType() instanceof NumericType) {
      return quoted(name).cast(DataTypes.createArrayType(DataTypes.DoubleType));
    }
    throw misfit("a vector or an array of numbers", name, given);
  }

  /** A label as DOUBLE. */
  static Column label(StructType schema, String name) {
    DataType given = type(schema, name);
    if (!(given instanceof NumericType)) {
      throw misfit("a number", name, given);
    }
    return quoted(name).cast(DataTypes.DoubleType);
  }

  /** A column whose name may hold dots. */
  static Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  /** The type of a column; refuses one that is not there. */
  static DataType type(StructType schema, String name) {
    return Arrays.stream(schema.fields())
        .filter(field -> field.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the table must have the columns that are set. Missing: "
                        + name
                        + "; it has "
                        + schema.size()
                        + " columns."))
        .dataType();
  }

  static IllegalArgumentException misfit(String wanted, String column, DataType given) {
    return new IllegalArgumentException(
        "the column's type must be "
            + wanted
            + ". Provided: "
            + column
            + " of type "
            + given.sql()
            + ".");
  }
}
