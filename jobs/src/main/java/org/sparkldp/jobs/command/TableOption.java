package org.sparkldp.jobs.command;

import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.store.Mirror;
import picocli.CommandLine.Option;

/** The table of a catalogue that shows a result too. */
final class TableOption {
  @Option(
      names = "--table",
      paramLabel = "NAME",
      description =
          "a table of the catalogue, such as one of Iceberg, that shows the result too, in one"
              + " commit; made if it is not there")
  private String name = "";

  @Option(
      names = "--table-format",
      hidden = true,
      paramLabel = "FORMAT",
      description = "of a table that is made, such as parquet; default the catalogue's own")
  private String format = "";

  /** Brings the table up to date, where one is named. */
  void update(SparkSession spark, Consumer<Mirror> how) {
    if (!name.isEmpty()) {
      how.accept(new Mirror(spark, name, format));
      System.err.println("ldp: the table " + name + " shows it too");
    }
  }
}
