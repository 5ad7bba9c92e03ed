package org.sparkldp.sql.catalyst;

import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.vectorized.ColumnVector;

/**
 * What the object of an {@link ObjectCall} offers beside its method, if it can: the same calls for
 * the rows of a batch at once. Results and refusals are those of the method, row by row.
 */
public interface BatchCalls {

  /** Whether arguments of these types are taken, which may be narrower than the method's. */
  boolean takes(List<DataType> arguments);

  /** The calls of one task, which has their buffers for itself. */
  Batch newBatch();

  /** Calls for batches, one after the other. */
  interface Batch {
    /**
     * Writes the results of a batch.
     *
     * @param arguments of the types that were taken
     * @param rows of the batch
     * @param isLeftOut rows for which no call is made; null for none
     * @param results with room for as many; NULL where an argument is, or the row is left out, and
     *     marked as failed where the method would throw
     */
    void call(ColumnVector[] arguments, int rows, boolean[] isLeftOut, ResultColumn results);
  }
}
