package org.sparkldp.jobs.command;

import picocli.CommandLine.Option;

/** Where the release key is, for commands that see values. */
final class KeyOption {
  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description =
          "release key of keyed plans, 64 hexadecimal digits; default spark.ldp.keyFile or the"
              + " environment variable LDP_KEY")
  private String file = "";

  /** The file, or empty for the application's own. */
  String file() {
    return file;
  }
}
