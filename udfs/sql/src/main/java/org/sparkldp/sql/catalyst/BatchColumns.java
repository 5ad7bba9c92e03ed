package org.sparkldp.sql.catalyst;

import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.UnscaledValue;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.FloatType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.vectorized.ColumnVector;

/** Reads columns of a batch as the longs and doubles that they are cast to. */
public final class BatchColumns {
  private BatchColumns() {}

  /** An expression without a cast of a column that loses nothing, for columns are read so. */
  static Expression bare(Expression expression) {
    if (expression instanceof UnscaledValue units) {
      return units.child(); // at most 18 digits
    }
    return expression instanceof Cast cast
            && cast.child() instanceof AttributeReference column
            && isWider(column.dataType(), cast.dataType())
        ? column
        : expression;
  }

  private static boolean isWider(DataType from, DataType to) {
    boolean isInteger =
        from instanceof ByteType || from instanceof ShortType || from instanceof IntegerType;
    return (to instanceof LongType && isInteger)
        || (to instanceof DoubleType && (isInteger || from instanceof FloatType));
  }

  /** Whether {@link #longs} reads columns of a type. */
  public static boolean isLong(DataType type) {
    return type instanceof LongType || isWider(type, new LongType());
  }

  /** Whether {@link #doubles} reads columns of a type. */
  public static boolean isDouble(DataType type) {
    return type instanceof DoubleType || isWider(type, new DoubleType());
  }

  /** Reads whole numbers, and DECIMALs in units of their last digit; 0 for NULL. */
  public static void longs(ColumnVector column, int rows, long[] into) {
    if (column.hasNull()) { // then a NULL's place may hold anything, and may not be read
      for (int i = 0; i < rows; i++) {
        into[i] = column.isNullAt(i) ? 0 : one(column, i);
      }
    } else if (column.dataType() instanceof LongType) {
      for (int i = 0; i < rows; i++) {
        into[i] = column.getLong(i);
      }
    } else if (column.dataType() instanceof IntegerType) {
      for (int i = 0; i < rows; i++) {
        into[i] = column.getInt(i);
      }
    } else {
      for (int i = 0; i < rows; i++) {
        into[i] = one(column, i);
      }
    }
  }

  private static long one(ColumnVector column, int row) {
    DataType type = column.dataType();
    if (type instanceof LongType) {
      return column.getLong(row);
    }
    if (type instanceof IntegerType) {
      return column.getInt(row);
    }
    if (type instanceof DecimalType decimal) {
      return column.getDecimal(row, decimal.precision(), decimal.scale()).toUnscaledLong();
    }
    return type instanceof ShortType ? column.getShort(row) : column.getByte(row);
  }

  /** Reads numbers; 0 for NULL. */
  public static void doubles(ColumnVector column, int rows, double[] into) {
    DataType type = column.dataType();
    boolean hasNull = column.hasNull();
    for (int i = 0; i < rows; i++) {
      if (hasNull && column.isNullAt(i)) {
        into[i] = 0;
      } else if (type instanceof DoubleType) {
        into[i] = column.getDouble(i);
      } else {
        into[i] = type instanceof FloatType ? column.getFloat(i) : one(column, i);
      }
    }
  }
}
