package org.sparkldp.jobs.console;

import picocli.CommandLine.Option;

/** How a command prints its table. */
public final class FormatOption {
  @Option(names = "--format", paramLabel = "F", description = "table, csv or json")
  private Format format;

  /** What was asked for, or a table. */
  public Format get() {
    return or(Format.TABLE);
  }

  /** What was asked for, or another. */
  public Format or(Format otherwise) {
    return format == null ? otherwise : format;
  }
}
