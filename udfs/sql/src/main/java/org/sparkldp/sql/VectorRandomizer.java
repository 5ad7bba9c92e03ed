package org.sparkldp.sql;

import java.util.List;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.sql.catalyst.BatchCalls;

/** Randomizes vectors, ARRAY&lt;DOUBLE&gt;: methods of vector, and of vector and id. */
public final class VectorRandomizer extends RowRandomizer implements BatchCalls {
  private final transient VectorProtocol<?> protocol;

  VectorRandomizer(VectorProtocol<?> protocol, Object form) {
    super(form);
    this.protocol = protocol;
  }

  @Override
  public DataType reportType() {
    return sqlType(protocol.reportType().kind());
  }

  /** A write-once report. */
  public Object randomize(ArrayData value) {
    return protocol.report(protocol.input(vector(value)), SystemRandomness.get());
  }

  /** A report of a person known by a number. */
  public Object randomize(ArrayData value, long id) {
    int[] input = protocol.input(vector(value));
    return protocol.report(input, open(VectorProtocol.word(input), id));
  }

  /** A report of a person known by a text. */
  public Object randomize(ArrayData value, UTF8String id) {
    int[] input = protocol.input(vector(value));
    return protocol.report(input, open(VectorProtocol.word(input), id));
  }

  @Override
  public boolean takes(List<DataType> arguments) {
    return RandomizerBatch.takesPeople(arguments)
        && arguments.get(0) instanceof ArrayType array
        && array.elementType() instanceof DoubleType;
  }

  @Override
  public Batch newBatch() {
    return new RandomizerBatch(this) {
      private ColumnVector values;
      private int[][] inputs = {};

      @Override
      void read(ColumnVector column, int rows) {
        values = column;
        inputs = inputs.length < rows ? new int[rows][] : inputs;
      }

      @Override
      long encode(int row) {
        inputs[row] = protocol.input(vector(values.getArray(row)));
        return VectorProtocol.word(inputs[row]);
      }

      @Override
      void addReport(int row, long word, RandomSource source, Accumulator<?> sums) {
        add(protocol.report(inputs[row], source), sums);
      }
    };
  }

  /** The numbers; a NULL among them is NaN, which protocols refuse. */
  static double[] vector(ArrayData value) {
    double[] vector = new double[value.numElements()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = value.isNullAt(i) ? Double.NaN : value.getDouble(i);
    }
    return vector;
  }
}
