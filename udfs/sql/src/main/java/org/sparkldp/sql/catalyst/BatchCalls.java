package org.sparkldp.sql.catalyst;

import java.util.List;
import java.util.function.IntConsumer;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.sparkldp.protocols.Accumulator;

/**
 * The calls that the object of an {@link ObjectCall} offers beside its method, if its results are
 * reports: to make those of a batch of rows, and add them up. Reports and refusals are the
 * method's, row by row.
 */
public interface BatchCalls {

  /** Whether columns of these types are taken as arguments. */
  boolean takes(List<DataType> arguments);

  /** The calls of one task, which has their buffers for itself. */
  Batch newBatch();

  /** Calls for batches, one after the other. */
  interface Batch {
    /**
     * Adds the reports of a batch; those with a NULL argument are skipped.
     *
     * @param arguments of the types that were taken
     * @param rows of the batch
     * @param sums of the protocol whose reports these are
     * @param before is called with a row before its report is added
     */
    void addReports(ColumnVector[] arguments, int rows, Accumulator<?> sums, IntConsumer before);
  }
}
