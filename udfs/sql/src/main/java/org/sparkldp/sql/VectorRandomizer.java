package org.sparkldp.sql;

import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.unsafe.types.UTF8String;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.random.SystemRandomness;

/** Randomizes vectors, ARRAY&lt;DOUBLE&gt;: methods of vector, and of vector and id. */
public final class VectorRandomizer extends RowRandomizer {
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

  /** The numbers; a NULL among them is NaN, which protocols refuse. */
  static double[] vector(ArrayData value) {
    double[] vector = new double[value.numElements()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = value.isNullAt(i) ? Double.NaN : value.getDouble(i);
    }
    return vector;
  }
}
