package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.plan.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp run}: values to estimates, all rounds of a plan. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Values to estimates: privatize, accumulate and estimate under one folder.")
public final class RunCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Mixin private CollectOptions collect;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description =
          "gets the folders privatized, accumulated and estimated, each round's in its own")
  private String output;

  @Option(
      names = "--group-by",
      split = ",",
      paramLabel = "COLS",
      description = "public columns, separated by commas")
  private List<String> groupBy = new ArrayList<>();

  @Mixin private DaysOption days;
  @Mixin private RehearseOption rehearsal;

  @Option(names = "--html", paramLabel = "FILE", description = "a page with plots")
  private Path html;

  @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
  private Format format;

  @Override
  public Integer call() {
    boolean isRehearsal = rehearsal.isAsked();
    SparkSession spark = ldp.session().spark();
    Plan plan = collect.plan(spark);
    if (isRehearsal) {
      RehearseOption.rehearse(spark, plan, collect.input(plan), days.days(), System.out);
      return Exit.DONE;
    }
    collect.requireOutside(spark, output);
    Job.Estimates done =
        collect
            .job(ldp.session(), plan, days.days())
            .groupedBy(groupBy)
            .run(collect.people(spark, plan), output);
    Shown.show(done, html, Map.of(), format);
    return Exit.DONE;
  }
}
