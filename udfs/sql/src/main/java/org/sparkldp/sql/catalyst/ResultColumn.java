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
 */
public final class ResultColumn extends ColumnVector {
  private final int[] ints;
  private final long[] longs;
  private final byte[][] bytes;
  private final boolean[] isNull;
  private int nulls;

  /**
   * @param type INT, BIGINT or BINARY
   * @param capacity most rows
   */
  public ResultColumn(DataType type, int capacity) {
    super(type);
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
    return nulls > 0;
  }

  @Override
  public int numNulls() {
    return nulls;
  }

  @Override
  public boolean isNullAt(int row) {
    return isNull[row];
  }

  @Override
  public int getInt(int row) {
    return ints[row];
  }

  @Override
  public long getLong(int row) {
    return longs[row];
  }

  @Override
  public byte[] getBinary(int row) {
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
