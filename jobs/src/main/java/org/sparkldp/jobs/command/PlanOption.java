package org.sparkldp.jobs.command;

import picocli.CommandLine.Option;

/** The plan that a command is about. */
final class PlanOption {
  @Option(names = "--plan", required = true, paramLabel = "FILE", description = "the plan")
  private String file;

  String file() {
    return file;
  }
}
