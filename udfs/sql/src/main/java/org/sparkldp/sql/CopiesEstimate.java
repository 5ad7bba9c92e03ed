package org.sparkldp.sql;

import java.io.Serializable;
import java.util.Arrays;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.protocols.statistics.CombinedCopies;

/** Implementation of {@code ldp_combine}: several synthetic tables' answers as one. */
public record CopiesEstimate() implements Serializable {
  static final StructType TYPE =
      StructType.fromDDL(
          "estimate DOUBLE NOT NULL, standard_error DOUBLE NOT NULL, lower DOUBLE NOT NULL, upper"
              + " DOUBLE NOT NULL");

  /** A struct; the same whatever the order of the copies. */
  public InternalRow combined(ArrayData estimates, ArrayData variances, double rowsOfPeople) {
    double[] sorted = estimates.toDoubleArray();
    double[] own = variances.toDoubleArray();
    Arrays.sort(sorted);
    Arrays.sort(own);
    CombinedCopies one = CombinedCopies.of(sorted, own, rowsOfPeople);
    return new GenericInternalRow(
        new Object[] {one.estimate(), one.standardError(), one.lower(), one.upper()});
  }

  @Override
  public String toString() {
    return "copies";
  }
}
