package org.sparkldp.jobs.console;

import picocli.CommandLine.Option;

/** An option to show the numbers of a search for a strategy. */
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
