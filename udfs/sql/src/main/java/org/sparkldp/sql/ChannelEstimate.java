package org.sparkldp.sql;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.frequency.ChannelMatrix;
import org.sparkldp.protocols.postprocess.Best;

/**
 * Implementation of {@code ldp_estimate_channel}: counts of a known matrix's outputs to estimates.
 */
public final class ChannelEstimate implements Serializable {
  private final double[][] matrix;
  private final List<String> names;
  private transient ChannelMatrix made;

  ChannelEstimate(double[][] matrix, List<String> names) {
    this.matrix = matrix;
    this.names = names;
    this.made = ChannelMatrix.of(matrix);
  }

  /** Rows of {@link Estimating#ROW}. */
  public ArrayData estimate(ArrayData counts, double confidence) {
    if (made == null) {
      made = ChannelMatrix.of(matrix);
    }
    long[] known = new long[counts.numElements()];
    Arrays.setAll(known, r -> counts.isNullAt(r) ? -1 : counts.getLong(r));
    Estimate raw = new Estimating(names, "").named(made.estimate(known, confidence), "");
    return Estimating.rows(raw, Best.of(raw));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ChannelEstimate that
        && Arrays.deepEquals(matrix, that.matrix)
        && names.equals(that.names);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.deepHashCode(matrix) + names.hashCode();
  }

  @Override
  public String toString() {
    return "matrix of " + matrix.length + " outputs";
  }
}
