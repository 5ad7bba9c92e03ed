package org.sparkldp.jobs.command;

import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Input;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who is asked, under which plan and with which key: the options of commands that draw reports. */
final class CollectOptions {
  @Mixin private InputOption input;
  @Mixin private KeyOption key;

  @Option(names = "--plan", required = true, paramLabel = "FILE", description = "the plan")
  private String plan;

  @Option(
      names = "--optimize-seconds",
      paramLabel = "S",
      description =
          "for a plan whose strategy is not at hand: how long to look for a better one, in seconds"
              + " of two usual cores, default 10 up to 256 items")
  private Double optimizeSeconds;

  /** The plan, read. */
  Plan plan(SparkSession spark) {
    return PlanFiles.read(spark, plan, Optional.ofNullable(optimizeSeconds));
  }

  /** The table of people, read as the plan and the command line say. */
  Input input(Plan plan) {
    return input.input(plan.reading().options());
  }

  /** The release key's file, or empty for the application's own. */
  String keyFile() {
    return key.file();
  }
}
