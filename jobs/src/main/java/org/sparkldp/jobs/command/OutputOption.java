package org.sparkldp.jobs.command;

import picocli.CommandLine.Option;

/** Where a command writes. */
final class OutputOption {
  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "gets the result: a new folder, or one of the same plan")
  private String folder;

  String folder() {
    return folder;
  }
}
