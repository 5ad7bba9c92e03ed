package org.sparkldp.sql.catalyst;

import java.util.Arrays;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarArray;
import org.apache.spark.sql.vectorized.ColumnarMap;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * The results of a batch of calls, as a column of INT, BIGINT or BINARY. Arrays of bytes are kept
 * as they are given: Spark's own column would copy each twice.
 *
 * <p>A row whose call failed throws when it is read, and only then: a limit, a filter or a join
 * above may leave the row out, and row by row nobody would have made its call.
 */
public final class ResultColumn extends ColumnVector {
  private final int[] ints;
  private final long[] longs;
  private final byte[][] bytes;
  private final boolean[] isNull;
  private final String function;
  private int nulls;
  private RuntimeException[] failures; // null where no row failed

  /**
   * @param function whose results these are, as refusals name it
   * @param type INT, BIGINT or BINARY
   * @param capacity most rows
   */
  public ResultColumn(String function, DataType type, int capacity) {
    super(type);
    this.function = function;
    this.ints = type instanceof IntegerType ? new int[capacity] : null;
    this.longs = type instanceof LongType ? new long[capacity] : null;
    this.bytes = type instanceof BinaryType ? new byte[capacity][] : null;
    this.isNull = new boolean[capacity];
  }

  /** Begins a new batch. */
  public void reset() {
    if (nulls > 0) {
      Arrays.fill(isNull, false);
      nulls = 0;
    }
    failures = null;
  }

  /** Marks a row as failed. */
  public void putFailure(int row, RuntimeException failure) {
    if (failures == null) {
      failures = new RuntimeException[isNull.length];
    }
    failures[row] = failure;
  }

  private void requireMade(int row) {
    if (failures == null || failures[row] == null) {
      return;
    }
    if (failures[row] instanceof IllegalArgumentException refusal) {
      throw RowRefusal.of(function, refusal);
    }
    throw failures[row];
  }

  public void putNull(int row) {
    isNull[row] = true;
    nulls++;
  }

  public void putInt(int row, int value) {
    ints[row] = value;
  }

  public void putLong(int row, long value) {
    longs[row] = value;
  }

  /** Keeps the array itself. */
  public void putBytes(int row, byte[] value) {
    bytes[row] = value;
  }

  @Override
  public boolean hasNull() {
    return nulls > 0 || failures != null;
  }

  @Override
  public int numNulls() {
    return nulls;
  }

  @Override
  public boolean isNullAt(int row) {
    requireMade(row);
    return isNull[row];
  }

  @Override
  public int getInt(int row) {
    requireMade(row);
    return ints[row];
  }

  @Override
  public long getLong(int row) {
    requireMade(row);
    return longs[row];
  }

  @Override
  public byte[] getBinary(int row) {
    requireMade(row);
    return isNull[row] ? null : bytes[row];
  }

  @Override
  public void close() {}

  private UnsupportedOperationException otherType() {
    return new UnsupportedOperationException("a column of " + dataType().sql());
  }

  @Override
  public boolean getBoolean(int row) {
    throw otherType();
  }

  @Override
  public byte getByte(int row) {
    throw otherType();
  }

  @Override
  public short getShort(int row) {
    throw otherType();
  }

  @Override
  public float getFloat(int row) {
    throw otherType();
  }

  @Override
  public double getDouble(int row) {
    throw otherType();
  }

  @Override
  public ColumnarArray getArray(int row) {
    throw otherType();
  }

  @Override
  public ColumnarMap getMap(int row) {
    throw otherType();
  }

  @Override
  public Decimal getDecimal(int row, int precision, int scale) {
    throw otherType();
  }

  @Override
  public UTF8String getUTF8String(int row) {
    throw otherType();
  }

  @Override
  public ColumnVector getChild(int ordinal) {
    throw otherType();
  }
}
