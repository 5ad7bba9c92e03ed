package org.sparkldp.jobs.command;

import java.io.PrintStream;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.Terminal;
import org.sparkldp.jobs.draw.Rehearsal;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Option;

/**
 * What is wrong with a table, shown to the holder of its values before anybody is asked. Exact
 * counts go to the terminal and nowhere else: no file, log, event or metric has them.
 */
final class RehearseOption {
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
            "--rehearse shows exact counts of values, so it needs a terminal, and its output may go"
                + " to no file or pipe. Provided: none; run it by hand.");
    return isAsked;
  }

  /** Looks, and shows what it saw. */
  static void rehearse(SparkSession spark, Plan plan, Input input, Days days, PrintStream out) {
    days.requireOf(plan);
    Inputs.people(spark, input, plan, found -> out.println(Terminal.safe(found)))
        .ifPresent(people -> Rehearsal.of(plan, people, days).lines().forEach(out::println));
    out.println("Nothing was drawn, and nothing was written.");
  }
}
