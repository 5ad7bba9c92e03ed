package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Services;

/**
 * A kind of plan that {@code ldp run} takes besides questions: of another jar, found by the service
 * loader.
 */
public interface PlanRun {

  /** Whether a plan is of this kind. */
  boolean isOf(Settings plan);

  /** What such a plan is, such as "a release's plan". */
  String plan();

  /** What {@code run} does with it, a sentence of its help. */
  String help();

  /** The options of {@code run} that go with it besides those of all plans, parted by spaces. */
  String options();

  /** What it costs a person, for the ledger; refused where its parts cost each by itself. */
  Spend spend(PlanSource plan);

  /** Runs it: prints its answers, and writes what it made under the output. */
  void run(PlanRequest request);

  /**
   * A plan that has been read from its file, once.
   *
   * @param text of the plan
   * @param origin its name in refusals
   * @param context what it names outside itself
   */
  record PlanSource(String text, String origin, PlanContext context) {
    /** The plan of a file. */
    static PlanSource of(SparkSession spark, String path) {
      TextFile file = PlanFiles.file(spark, path);
      return new PlanSource(
          PlanFiles.text(file, "plan"), file.name(), PlanFiles.context(spark, file));
    }
  }

  /**
   * A request of the command line.
   *
   * @param input the table of people
   * @param keyFile the release key's file, or empty
   * @param output the folder
   * @param html the page's file, or null
   */
  record PlanRequest(
      SessionOptions session,
      PlanSource plan,
      Input input,
      String keyFile,
      String output,
      Path html,
      OutputFormat format) {
    /** The session. */
    public SparkSession spark() {
      return session.spark();
    }
  }

  /** All on the class path. */
  static List<PlanRun> all() {
    return Services.load(PlanRun.class);
  }

  /** The run that takes this plan; empty of a question. Refused where it is in a missing jar. */
  static Optional<PlanRun> of(PlanSource plan) {
    return Settings.read("a plan", plan.text, plan.origin, PlanRun::of);
  }

  private static Optional<PlanRun> of(Settings plan) {
    Optional<PlanRun> found = all().stream().filter(run -> run.isOf(plan)).findFirst();
    if (found.isEmpty()) {
      require(!plan.string("task", "").equals("release"), "a release's plan", "release");
      require(plan.has("task") || !plan.has("queries"), "a script of queries", "lab");
    }
    return found;
  }

  private static void require(boolean isThere, String plan, String jar) {
    Require.that(isThere)
        .orRefuse(
            "%s must have its jar on the class path. Provided: none; name spark-ldp-%s.jar in"
                + " --jars.",
            plan, jar);
  }
}
