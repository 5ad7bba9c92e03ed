package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.Estimated;
import org.sparkldp.jobs.plan.Plan;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code ldp run}: values to estimates, whatever the plan: all rounds of a question, once or as
 * values keep arriving, or a plan that {@link PlanRun} finds.
 */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Values to estimates: all rounds of a plan, under one folder.",
      "A question's plan: privatize, accumulate and estimate, each in a folder of its own; with"
          + " --follow, as values keep arriving, each person once a period, through restarts and"
          + " repeated batches. What is done is not done again."
    })
@CommandGroup.Of(CommandGroup.START)
public final class RunCommand implements Callable<Integer> {
  private static final String OF_ALL = "--plan --input --read --output ";
  private static final String OF_A_STREAM =
      "--key-file --optimize-seconds --follow --checkpoint --until-done --interval";
  private static final String OF_A_QUESTION =
      "--key-file --optimize-seconds --group-by --days --each-period --rehearse --anyway --html"
          + " --format";

  @ParentCommand private HasSession ldp;
  @Spec private CommandSpec command;
  @Mixin private CollectOptions collect;

  @Mixin private Options.Folder output;

  @Mixin private Options.Groups groups;

  @Mixin private Options.ShownPeriods days;
  @Mixin private Options.Rehearse rehearsal;

  @ArgGroup(exclusive = false)
  private Following following;

  @Mixin private Options.PageOption page;

  @Mixin private FormatOption format;

  @Override
  public Integer call() {
    boolean isRehearsal = rehearsal.isAsked();
    Path html = page.file();
    SparkSession spark = ldp.session().spark();
    if (following != null) {
      Options.requireOnly(command, "--follow", OF_ALL + OF_A_STREAM);
      collect.requireOutside(spark, output.path);
      following.run(ldp, collect, output.path);
      return Exit.DONE;
    }
    PlanRun.PlanSource text = PlanRun.PlanSource.of(spark, collect.planFile());
    Optional<PlanRun> other = PlanRun.of(text);
    String plan = other.map(PlanRun::plan).orElse("a question's plan");
    Options.requireOnly(command, plan, OF_ALL + other.map(PlanRun::options).orElse(OF_A_QUESTION));
    if (other.isPresent()) {
      other
          .get()
          .run(
              new PlanRun.PlanRequest(
                  ldp.session(),
                  text,
                  collect.input(),
                  collect.keyFile(),
                  output.path,
                  html,
                  format.get()));
    } else {
      ask(spark, isRehearsal, html);
    }
    return Exit.DONE;
  }

  private void ask(SparkSession spark, boolean isRehearsal, Path html) {
    Plan plan = collect.plan(spark);
    if (isRehearsal) {
      Options.Rehearse.rehearse(spark, plan, collect.input(plan), days.days(), System.out);
      return;
    }
    collect.requireOutside(spark, output.path);
    Estimated done =
        collect
            .job(ldp.session(), plan, days.days())
            .groupedBy(groups.columns)
            .ask(collect.people(spark, plan, days.days()), days.each(), output.path);
    EstimatePrinter.show(done, html, Map.of(), format.get());
    done.periods().requireAll();
  }
}
