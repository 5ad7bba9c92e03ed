package org.sparkldp.jobs.console;

import picocli.CommandLine.Option;

/** The format in which a command prints its table. */
public final class FormatOption {
  @Option(names = "--format", paramLabel = "F", description = "table, csv or json")
  private OutputFormat format;

  /** What was asked for, or a table. */
  public OutputFormat get() {
    return or(OutputFormat.TABLE);
  }

  /** What was asked for, or another. */
  public OutputFormat or(OutputFormat otherwise) {
    return format == null ? otherwise : format;
  }
}
