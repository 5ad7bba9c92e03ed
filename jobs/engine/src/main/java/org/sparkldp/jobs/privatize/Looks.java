package org.sparkldp.jobs.privatize;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import org.apache.spark.sql.execution.datasources.LogicalRelation;
import org.sparkldp.jobs.table.ReadSettings;
import org.sparkldp.jobs.table.TextRelations;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.sql.catalyst.Scala;

/**
 * The findings about the table of one run: its rounds ask different people of the same rows, so
 * that these are counted for all rounds at once. Another table is looked at anew, and so is one
 * whose rows may have changed since: what came later would be drawn or left out unseen.
 */
public final class Looks {
  private Dataset<Row> table;
  private Look seen;
  private Dataset<Row> whole;

  /** Refuses a table that Spark might read in part; its files are looked at once. */
  public void requireWhole(Dataset<Row> rows) {
    if (whole == rows && isOfListedFiles(rows)) {
      ReadSettings.require(rows); // which may have been set since
    } else {
      TextRelations.require(rows);
      whole = rows;
    }
  }

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
    return ReadSettings.leaves(rows).stream().allMatch(leaf -> index(leaf).isPresent());
  }

  /**
   * Refuses rows of files that are others than when they were listed: who was looked at and who was
   * asked may then be different people, or hold other values.
   *
   * @param period whose folder, where there is one, has all of its files
   */
  static void requireAsListed(Dataset<Row> rows, String period) {
    List<FileStatus> all =
        ReadSettings.leaves(rows).stream()
            .flatMap(leaf -> index(leaf).stream())
            .flatMap(index -> Scala.list(index.allFiles()).stream())
            .toList();
    List<FileStatus> ofPeriod =
        all.stream()
            .filter(file -> file.getPath().toString().contains("/" + period + "/"))
            .toList();
    Configuration hadoop = rows.sparkSession().sessionState().newHadoopConf();
    Map<Path, FileStatus> now = new HashMap<>();
    Set<Path> listed = new HashSet<>();
    for (FileStatus file : period.isEmpty() || ofPeriod.isEmpty() ? all : ofPeriod) {
      Path folder = file.getPath().getParent();
      try {
        if (listed.add(folder)) {
          for (FileStatus there : folder.getFileSystem(hadoop).listStatus(folder)) {
            now.put(there.getPath(), there);
          }
        }
      } catch (IOException gone) {
        // Refused below.
      }
      FileStatus there = now.get(file.getPath());
      Require.that(
              there != null
                  && there.getLen() == file.getLen()
                  && there.getModificationTime() == file.getModificationTime())
          .orRefuse(
              "a table of people must stay as it is while they are asked. Provided: %s, which has"
                  + " changed meanwhile; run it again.",
              file.getPath().getName());
    }
  }

  private static Optional<InMemoryFileIndex> index(LogicalPlan leaf) {
    return leaf instanceof LogicalRelation relation
            && relation.relation() instanceof HadoopFsRelation files
            && files.location() instanceof InMemoryFileIndex index
        ? Optional.of(index)
        : Optional.empty();
  }
}
