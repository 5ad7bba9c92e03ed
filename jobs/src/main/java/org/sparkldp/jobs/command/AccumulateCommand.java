package org.sparkldp.jobs.command;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.pipeline.Accumulation;
import org.sparkldp.jobs.pipeline.Changes;
import org.sparkldp.jobs.pipeline.Privatization;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp accumulate}: reports to accumulators. */
@Command(
    name = "accumulate",
    mixinStandardHelpOptions = true,
    description = "Reports to accumulators; may be repeated.")
public final class AccumulateCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @Option(
      names = "--input",
      required = true,
      arity = "1..*",
      paramLabel = "DIR",
      description = "one or more folders that privatize wrote")
  private List<String> inputs;

  @Option(names = "--output", required = true, paramLabel = "DIR", description = "replaced")
  private String output;

  @Option(
      names = "--group-by",
      split = ",",
      paramLabel = "COLS",
      description = "public columns, separated by commas")
  private List<String> groupBy = new ArrayList<>();

  @Option(
      names = "--distinct",
      description =
          "the reports are known to differ, so do not look for reports that occur twice (which"
              + " costs one shuffle of 8 bytes a report)")
  private boolean areDistinct;

  @Option(
      names = "--change",
      paramLabel = "PERIODS",
      description =
          "the changes between two periods of a plan with a lifetime epsilon, such as"
              + " 2026-01-01..2026-01-08, instead of each period's reports")
  private String change;

  @Mixin private TableOption table;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    if (change == null) {
      Plan plan = beside(spark);
      Job.of(spark, plan)
          .groupedBy(groupBy)
          .heardBy(new Steps(ldp.session().events()))
          .accumulate(inputs, areDistinct, output);
    } else {
      change();
    }
    table.update(
        spark, mirror -> mirror.replace(new Output(spark, output), Accumulation.ACCUMULATORS));
    return Exit.DONE;
  }

  private void change() {
    SparkSession spark = ldp.session().spark();
    Require.that(groupBy.isEmpty())
        .orRefuse(
            "a change is of all people together. Provided groups: %s; leave out --group-by.",
            groupBy);
    Require.that(!areDistinct)
        .orRefuse("pairs of reports are always compared. Provided: --distinct; leave it out.");
    new Steps(ldp.session().events())
        .ended(
            new Changes(spark, beside(spark), change)
                .run(PlanFiles.outputs(spark, inputs), new Output(spark, output)));
  }

  private Plan beside(SparkSession spark) {
    return PlanFiles.beside(spark, PlanFiles.outputs(spark, inputs).get(0), Privatization.REPORTS);
  }
}
