package org.sparkldp.jobs.collected;

import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.protocols.Accumulator;

/** A question whose last reports are a whole table, of which anything may be asked afterwards. */
public interface Collecting {
  /**
   * Writes the table below the folder of the estimates.
   *
   * @param reports of the last round, which know those of earlier ones
   * @param plan the fingerprint of what people were asked
   * @return what a reader of its answers must know
   */
  List<String> collect(
      SparkSession spark, Accumulator<?> reports, String folder, Output.Beside beside, String plan);
}
