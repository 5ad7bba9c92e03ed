package org.sparkldp.jobs.command;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** By which columns people are grouped. */
final class GroupsOption {
  @Option(
      names = "--group-by",
      split = ",",
      paramLabel = "COLS",
      description = "public columns, separated by commas")
  private List<String> columns = new ArrayList<>();

  List<String> columns() {
    return columns;
  }
}
