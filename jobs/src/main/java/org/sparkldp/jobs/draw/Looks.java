package org.sparkldp.jobs.draw;

import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What was seen of the table of one run: its rounds ask different people of the same rows, so that
 * these are counted for all rounds at once. Another table is looked at anew.
 */
public final class Looks {
  private Dataset<Row> table;
  private Look seen;

  /** What was seen of a table, or is now. */
  Look at(Dataset<Row> rows, Supplier<Look> look) {
    if (table != rows) {
      seen = look.get();
      table = rows;
    }
    return seen;
  }
}
