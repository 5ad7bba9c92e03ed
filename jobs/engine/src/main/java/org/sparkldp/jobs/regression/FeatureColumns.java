package org.sparkldp.jobs.regression;

import java.util.List;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.jobs.table.Inputs;

/** Columns of features, in the types that MLlib stages make. */
final class FeatureColumns {
  private static final DataType ARRAY = DataTypes.createArrayType(DataTypes.DoubleType, false);

  private FeatureColumns() {}

  /** Features as ARRAY&lt;DOUBLE&gt;, from MLlib's vectors or an array of numbers. */
  static Column array(StructType schema, String name) {
    return Columns.type(schema, name).equals(SQLDataTypes.VectorType())
        ? fromVector(Inputs.column(name))
        : Columns.vector(List.of(name), schema);
  }

  private static Column fromVector(Column vector) {
    // Sessions of the command line start without MLlib's own function.
    UDF1<Vector, double[]> toArray = features -> features == null ? null : features.toArray();
    return functions.udf(toArray, ARRAY).apply(vector);
  }
}
