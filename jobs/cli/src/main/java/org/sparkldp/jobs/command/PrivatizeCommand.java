package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.privatize.PeriodOutcomes;
import org.sparkldp.jobs.privatize.Privatized;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/** {@code ldp privatize}: values to reports, once only. */
@Command(
    name = "privatize",
    mixinStandardHelpOptions = true,
    description = {
      "Values to reports, once only.",
      "A second run draws for people who came later, and for nobody else."
    })
@CommandGroup.Of(CommandGroup.STEPS)
public final class PrivatizeCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Mixin private CollectOptions collect;

  @Mixin private Options.Folder output;

  @Mixin private Options.PeriodOptions days;
  @Mixin private Options.Rehearse rehearsal;

  @Override
  public Integer call() {
    boolean isRehearsal = rehearsal.isAsked();
    SparkSession spark = ldp.session().spark();
    Plan plan = collect.plan(spark);
    if (isRehearsal) {
      Options.Rehearse.rehearse(spark, plan, collect.input(plan), days.days(), System.out);
      return Exit.DONE;
    }
    collect.requireOutside(spark, output.path);
    PeriodOutcomes periods =
        collect
            .job(ldp.session(), plan, days.days())
            .draw(collect.people(spark, plan, days.days()), output.path);
    long late =
        periods.done().stream()
            .filter(outcome -> outcome.earlier() > 0)
            .mapToLong(Privatized::drawn)
            .sum();
    if (late > 0) {
      Steps.say(
          late
              + " reports of people who came later wait to be accumulated; until accumulate and"
              + " estimate have run, numbers made before are without them");
    }
    periods.requireAll();
    return Exit.DONE;
  }
}
