package org.sparkldp.sql;

import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.ItemReports;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.sql.catalyst.BatchColumns;

/**
 * The encoder of values of one type into reports, in three steps: the values of a batch are read,
 * each has a word by which its coins are opened, and coins give its report. A row is a batch of
 * one. What differs by the type of values is here, and nowhere else. One thread's.
 */
abstract class Encoder {

  /** The encoder of a protocol's values. */
  static Encoder of(Protocol<?, ?> protocol) {
    return switch (protocol.valueType()) {
      case ITEM -> new ItemEncoder((ItemReports<?>) protocol);
      case NUMBER -> new NumberEncoder((NumberProtocol<?>) protocol);
      case VECTOR -> new VectorEncoder((VectorProtocol<?>) protocol);
      case TEXT ->
          throw Require.refusal(
              "a protocol of %s values is not randomized by row. Provided value: %s.",
              protocol.valueType(), protocol.spec());
    };
  }

  /** The protocol, if its reports are cells of items, which are made without boxes; else null. */
  CellProtocol cells() {
    return null;
  }

  /** Whether columns of a type are read. */
  abstract boolean takes(DataType type);

  /** Reads a batch's values; anything for NULL. */
  abstract void read(ColumnVector values, int rows);

  /** Reads the value of a batch of one, as Spark's rows have it. */
  abstract void read(Object value);

  /**
   * The word of a row's value that enters keyed randomness.
   *
   * @param publicWords decide the cohorts of rows
   */
  abstract long word(int row, int stratum, IntToLongFunction publicWords);

  /** The report of a row, whose word was asked for. */
  abstract Object report(int row, RandomSource source);

  /** Adds {@link #report}. */
  @SuppressWarnings("unchecked") // the sums are of the protocol's own reports
  void addReport(int row, RandomSource source, Accumulator<?> sums) {
    ((Accumulator<Object>) sums).add(report(row, source));
  }

  /** The item index of a long; one beyond int must not wrap into the domain, and −1 is in none. */
  static int item(long value) {
    return value == (int) value ? (int) value : -1;
  }

  /** The numbers; a NULL among them is NaN, which protocols refuse. */
  static double[] vector(ArrayData value) {
    double[] vector = new double[value.numElements()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = value.isNullAt(i) ? Double.NaN : value.getDouble(i);
    }
    return vector;
  }

  /** Items, whose word is the item. */
  private static final class ItemEncoder extends Encoder {
    private final ItemReports<?> protocol;
    private final CellProtocol cells;
    private final ItemReports.Adder<?> adder;
    private long[] items = {};

    ItemEncoder(ItemReports<?> protocol) {
      this.protocol = protocol;
      this.cells = protocol.facet(CellProtocol.class).orElse(null);
      this.adder = protocol.adder();
    }

    @Override
    CellProtocol cells() {
      return cells;
    }

    @Override
    boolean takes(DataType type) {
      return BatchColumns.isLong(type);
    }

    @Override
    void read(ColumnVector values, int rows) {
      makeRoom(rows);
      BatchColumns.longs(values, rows, items);
    }

    @Override
    void read(Object value) {
      makeRoom(1);
      items[0] = (Long) value;
    }

    private void makeRoom(int rows) {
      items = items.length < rows ? new long[rows] : items;
    }

    @Override
    long word(int row, int stratum, IntToLongFunction publicWords) {
      return item(items[row]);
    }

    @Override
    Object report(int row, RandomSource source) {
      return protocol.report(item(items[row]), source);
    }

    @Override
    @SuppressWarnings("unchecked") // the sums are of the protocol's own reports
    void addReport(int row, RandomSource source, Accumulator<?> sums) {
      ((ItemReports.Adder<Object>) adder).add(item(items[row]), source, (Accumulator<Object>) sums);
    }
  }

  /** Numbers, whose word is the input of their person's cohort. */
  private static final class NumberEncoder extends Encoder {
    private final NumberProtocol<?> protocol;
    private double[] numbers = {};
    private int[] cohorts = {};
    private long[] inputs = {};

    NumberEncoder(NumberProtocol<?> protocol) {
      this.protocol = protocol;
    }

    @Override
    boolean takes(DataType type) {
      return BatchColumns.isDouble(type);
    }

    @Override
    void read(ColumnVector values, int rows) {
      makeRoom(rows);
      BatchColumns.doubles(values, rows, numbers);
    }

    @Override
    void read(Object value) {
      makeRoom(1);
      numbers[0] = (Double) value;
    }

    private void makeRoom(int rows) {
      if (numbers.length < rows) {
        numbers = new double[rows];
        cohorts = new int[rows];
        inputs = new long[rows];
      }
    }

    @Override
    long word(int row, int stratum, IntToLongFunction publicWords) {
      cohorts[row] = protocol.cohort(stratum, publicWords.applyAsLong(row));
      inputs[row] = protocol.input(numbers[row], cohorts[row]);
      return inputs[row];
    }

    @Override
    Object report(int row, RandomSource source) {
      return protocol.report(inputs[row], cohorts[row], source);
    }
  }

  /** Vectors, whose word is a hash of their input. */
  private static final class VectorEncoder extends Encoder {
    private final VectorProtocol<?> protocol;
    private IntFunction<ArrayData> values;
    private int[][] inputs = {};

    VectorEncoder(VectorProtocol<?> protocol) {
      this.protocol = protocol;
    }

    @Override
    boolean takes(DataType type) {
      return type instanceof ArrayType array && array.elementType() instanceof DoubleType;
    }

    @Override
    void read(ColumnVector column, int rows) {
      values = column::getArray;
      makeRoom(rows);
    }

    @Override
    void read(Object value) {
      values = row -> (ArrayData) value;
      makeRoom(1);
    }

    private void makeRoom(int rows) {
      inputs = inputs.length < rows ? new int[rows][] : inputs;
    }

    @Override
    long word(int row, int stratum, IntToLongFunction publicWords) {
      inputs[row] = protocol.input(vector(values.apply(row)), () -> publicWords.applyAsLong(row));
      return VectorProtocol.word(inputs[row]);
    }

    @Override
    Object report(int row, RandomSource source) {
      return protocol.report(inputs[row], source);
    }
  }
}
