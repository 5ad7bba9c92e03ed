package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Options that mean the same wherever they stand, so that they are declared once. */
final class Options {
  private Options() {}

  /**
   * Refuses an option that would be left out without a word.
   *
   * @param what is asked for
   * @param names of the options that go with it
   */
  static void requireOnly(CommandSpec command, Object what, String names) {
    List<String> known = List.of(names.split(" "));
    for (OptionSpec given : command.commandLine().getParseResult().matchedOptions()) {
      Require.that(known.contains(given.longestName()))
          .orRefuse(
              "%s does not go with %s. Provided: both; leave it out.", given.longestName(), what);
    }
  }

  /** The plan that a command is about. */
  static final class PlanFile {
    @Option(names = "--plan", required = true, paramLabel = "FILE", description = "the plan")
    String path;
  }

  /** The folders of the step before. */
  static final class Folders {
    @Option(
        names = "--input",
        required = true,
        arity = "1..*",
        paramLabel = "DIR",
        description = "one or more folders that the step before wrote, together")
    List<String> paths;
  }

  /** Where a command writes. */
  static final class Folder {
    @Option(
        names = "--output",
        required = true,
        paramLabel = "DIR",
        description = "gets the result: a new folder, or one of the same plan")
    String path;
  }

  /** By which columns people are grouped. */
  static final class Groups {
    @Option(
        names = "--group-by",
        split = ",",
        paramLabel = "COLS",
        description = "public columns, separated by commas")
    List<String> columns = new ArrayList<>();
  }

  /** A page beside the printed table; null for none. */
  static final class Page {
    @Option(names = "--html", paramLabel = "FILE", description = "a page with plots")
    Path path;
  }
}
