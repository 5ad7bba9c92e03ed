package org.sparkldp.jobs.command;

import java.util.List;
import picocli.CommandLine.Option;

/** The folders of the step before. */
final class FoldersOption {
  @Option(
      names = "--input",
      required = true,
      arity = "1..*",
      paramLabel = "DIR",
      description = "one or more folders that the step before wrote, together")
  private List<String> folders;

  List<String> folders() {
    return folders;
  }
}
