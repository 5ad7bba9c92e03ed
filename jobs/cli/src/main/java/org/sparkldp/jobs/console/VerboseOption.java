package org.sparkldp.jobs.console;

import picocli.CommandLine.Option;

/** Whether a command that searches for a strategy shows the search's own numbers. */
public final class VerboseOption {
  @Option(
      names = "--verbose",
      description = "also show how the search for a strategy goes, and its own numbers")
  private boolean isAsked;

  /** Whether it does. */
  public boolean isAsked() {
    return isAsked;
  }
}
