package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.Group;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.jobs.query.QueryScript;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code ldp run}: values to estimates, whatever the plan: all rounds of a question, a script of
 * queries or a trusted curator's release; once, or as values keep arriving.
 */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Values to estimates: all rounds of a plan, under one folder.",
      "A question's plan: privatize, accumulate and estimate, each in a folder of its own; with"
          + " --follow, as values keep arriving, each person once a period, through restarts and"
          + " repeated batches. A script: its statistical queries in order, each asked of fresh"
          + " people. A release's plan: a trusted curator's counts, sums or means with the noise"
          + " that hides what one user can move, denoised. What is done is not done again."
    })
@Group.Of(Group.START)
public final class RunCommand implements Callable<Integer> {
  /** What a plan may be, with the options that go with it and not with every one. */
  private enum Kind {
    QUESTION(
        "a question's plan",
        "--key-file --optimize-seconds --group-by --days --each-period --rehearse --anyway --html"
            + " --format"),
    STREAM(
        "--follow", "--key-file --optimize-seconds --follow --checkpoint --until-done --interval"),
    RELEASE("a release's plan", "--html --format"),
    SCRIPT("a script of queries", "--key-file --format");

    private static final String OF_ALL = "--plan --input --read --output ";

    private final String text;
    private final String options;

    Kind(String text, String options) {
      this.text = text;
      this.options = OF_ALL + options;
    }

    @Override
    public String toString() {
      return text;
    }
  }

  @ParentCommand private HasSession ldp;
  @Spec private CommandSpec command;
  @Mixin private CollectOptions collect;

  @Mixin private Options.Folder output;

  @Mixin private Options.Groups groups;

  @Mixin private Options.ShownPeriods days;
  @Mixin private Options.Rehearse rehearsal;

  @ArgGroup(exclusive = false)
  private Following following;

  @Mixin private Options.Page page;

  @Mixin private FormatOption format;

  @Override
  public Integer call() {
    boolean isRehearsal = rehearsal.isAsked();
    Path html = page.file();
    SparkSession spark = ldp.session().spark();
    Kind kind = kind(spark);
    Options.requireOnly(command, kind, kind.options);
    switch (kind) {
      case QUESTION -> ask(spark, isRehearsal, html);
      case STREAM -> {
        collect.requireOutside(spark, output.path);
        following.run(ldp, collect, output.path);
      }
      case RELEASE ->
          ReleaseRun.run(
              ldp.session(),
              PlanFiles.release(spark, collect.planFile()),
              collect.input(),
              output.path,
              html,
              format.get());
      case SCRIPT ->
          ScriptRun.run(
              ldp.session(),
              script(spark),
              collect.input(),
              collect.keyFile(),
              output.path,
              format.get());
    }
    return Exit.DONE;
  }

  private Kind kind(SparkSession spark) {
    if (following != null) {
      return Kind.STREAM;
    }
    if (PlanFiles.isRelease(spark, collect.planFile())) {
      return Kind.RELEASE;
    }
    return PlanFiles.isScript(spark, collect.planFile()) ? Kind.SCRIPT : Kind.QUESTION;
  }

  private QueryScript script(SparkSession spark) {
    TextFile file = PlanFiles.file(spark, collect.planFile());
    return QueryScript.read(PlanFiles.text(file, "script"), file.name());
  }

  private void ask(SparkSession spark, boolean isRehearsal, Path html) {
    Plan plan = collect.plan(spark);
    if (isRehearsal) {
      Options.Rehearse.rehearse(spark, plan, collect.input(plan), days.days(), System.out);
      return;
    }
    collect.requireOutside(spark, output.path);
    Job.Estimates done =
        collect
            .job(ldp.session(), plan, days.days())
            .groupedBy(groups.columns)
            .ask(collect.people(spark, plan, days.days()), days.each(), output.path);
    Shown.show(done, html, Map.of(), format.get());
    done.periods().requireAll();
  }
}
