package org.sparkldp.jobs.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.collected.FittedTable;
import org.sparkldp.jobs.console.Terminal;
import org.sparkldp.jobs.page.HtmlPage;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.Rehearsal;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Mixin;
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

  /** The output folder of a command. */
  static final class Folder {
    @Option(
        names = "--output",
        required = true,
        paramLabel = "DIR",
        description = "gets the result: a new folder, or one of the same plan")
    String path;
  }

  /** The columns by which people are grouped. */
  static final class Groups {
    @Option(
        names = "--group-by",
        split = ",",
        paramLabel = "COLS",
        description = "public columns, separated by commas")
    List<String> columns = new ArrayList<>();
  }

  /** A page beside the printed table; null for none. */
  static final class PageOption {
    @Option(names = "--html", paramLabel = "FILE", description = "a page with plots")
    private Path path;

    /** The page's file; refused, before anything is drawn, where it would replace another file. */
    Path file() {
      if (path != null) {
        HtmlPage.requirePage(path);
      }
      return path;
    }
  }

  /** A whole table that was collected. */
  static final class TableInput {
    @Option(
        names = "--input",
        required = true,
        paramLabel = "DIR",
        description = "what run made of a plan with task = table")
    private String folder;

    FittedTable read(SparkSession spark) {
      return FittedTable.read(spark, folder);
    }
  }

  /** The same of a command that shows estimates. */
  static final class ShownPeriods {
    @Mixin private PeriodOptions periods;

    @Option(
        names = "--each-period",
        description = "an estimate of each period, such as a day, instead of one of all together")
    private boolean each;

    boolean each() {
      return each;
    }

    Days days() {
      return periods.days();
    }
  }

  /** The periods of a plan that a command is about. */
  static final class PeriodOptions {
    @Option(
        names = "--days",
        split = ",",
        paramLabel = "DAYS",
        description =
            "periods of a plan that has one, such as 2026-01-01 or 2026-01-01..2026-01-07; default"
                + " all")
    private List<String> days = new ArrayList<>();

    /** As they are given; none for all. */
    List<String> texts() {
      return days;
    }

    Days days() {
      return Days.of(days);
    }
  }

  /**
   * Rehearsal: the faults of a table, shown to the holder of its values before anybody is asked.
   * Exact counts go to the terminal and nowhere else: no file, log, event or metric has them.
   */
  static final class Rehearse {
    @Option(
        names = "--rehearse",
        description =
            "draw and write nothing: show at the terminal how many rows are malformed, missing or"
                + " outside the domain. These are exact counts, for who may see the values")
    private boolean isAsked;

    /** Whether it is; refused, before anything is read, where nobody sits at the terminal. */
    boolean isAsked() {
      Require.that(!isAsked || Terminal.isThere())
          .orRefuse(
              "--rehearse shows exact counts of values, so it needs a terminal, and its output may"
                  + " go to no file or pipe. Provided: none; run it by hand.");
      return isAsked;
    }

    /** Looks, and shows what it saw. */
    static void rehearse(SparkSession spark, Plan plan, Input input, Days days, PrintStream out) {
      days.requireOf(plan);
      Inputs.people(spark, input, plan, days, found -> out.println(Terminal.safe(found)))
          .ifPresent(
              people -> {
                Rehearsal.of(plan, people, days).lines().forEach(out::println);
                people.counts().rehearsed().forEach(out::println);
              });
      out.println("Nothing was drawn, and nothing was written.");
    }
  }
}
