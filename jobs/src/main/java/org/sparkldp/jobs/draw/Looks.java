package org.sparkldp.jobs.draw;

import java.util.function.Supplier;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.sparkldp.sql.catalyst.Scala;

/**
 * What was seen of the table of one run: its rounds ask different people of the same rows, so that
 * these are counted for all rounds at once. Another table is looked at anew, and so is one whose
 * rows may have changed since: what came later would be drawn or left out unseen.
 */
public final class Looks {
  private Dataset<Row> table;
  private Look seen;

  /** What was seen of a table, or is now. */
  Look at(Dataset<Row> rows, Supplier<Look> look) {
    if (table != rows || !isOfListedFiles(rows)) {
      seen = look.get();
      table = rows;
    }
    return seen;
  }

  /** Whether all rows are of files that were listed once, when the table was opened. */
  private static boolean isOfListedFiles(Dataset<Row> rows) {
    return Scala.list(rows.queryExecution().analyzed().collectLeaves()).stream()
        .allMatch(
            leaf ->
                leaf instanceof LogicalRelation relation
                    && relation.relation() instanceof HadoopFsRelation files
                    && files.location() instanceof InMemoryFileIndex);
  }
}
