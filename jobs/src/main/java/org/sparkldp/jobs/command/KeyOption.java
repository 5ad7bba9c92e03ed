package org.sparkldp.jobs.command;

import org.apache.spark.sql.SparkSession;
import org.sparkldp.sql.KeyLocation;
import picocli.CommandLine.Option;

/** Where the release key is, for commands that see values. */
final class KeyOption {
  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description =
          "release key of keyed plans, 64 hexadecimal digits; default spark.ldp.keyFile or the"
              + " environment variable LDP_KEY")
  private String file;

  void enter(SparkSession spark) {
    if (file != null) {
      spark.conf().set(KeyLocation.KEY_FILE, file);
    }
  }
}
