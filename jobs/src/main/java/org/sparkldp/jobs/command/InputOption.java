package org.sparkldp.jobs.command;

import picocli.CommandLine.Option;

/** Which table of people a command reads. */
final class InputOption {
  @Option(
      names = "--input",
      required = true,
      paramLabel = "TABLE_OR_PATH",
      description = "the table of values: a catalogue name, or a path (Parquet, .csv, .json, .orc)")
  private String table;

  /** A catalogue name, or a path. */
  String table() {
    return table;
  }
}
