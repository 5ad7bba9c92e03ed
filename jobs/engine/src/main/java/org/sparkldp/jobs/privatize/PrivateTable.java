package org.sparkldp.jobs.privatize;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.table.Counts;

/** The table of values. */
public interface PrivateTable {
  /** The rows. */
  Dataset<Row> rows();

  /** The same of some days alone, whose files alone are opened where folders are days. */
  default PrivateTable during(Days days) {
    return this;
  }

  /** Its name, for the record. */
  default String source() {
    return "";
  }

  /** Its rows by its format's own count, once they have been asked for. */
  default Counts counts() {
    return Counts.NONE;
  }

  /** Whether it is still there: values may be deleted once reports are drawn. */
  default boolean exists() {
    return true;
  }
}
