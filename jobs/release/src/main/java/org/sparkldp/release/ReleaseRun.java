package org.sparkldp.release;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.command.PlanRun;
import org.sparkldp.jobs.command.Steps;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.random.SystemRandomness;

/** Runs the plan of a trusted curator's release: totals or means with noise, once only. */
public final class ReleaseRun implements PlanRun {
  private static final int ROWS_FOR_PEOPLE = 20;

  @Override
  public boolean isOf(Settings plan) {
    return plan.string("task", "").equals(ReleasePlan.TASK);
  }

  @Override
  public String plan() {
    return "a release's plan";
  }

  @Override
  public String help() {
    return "A release's plan: a trusted curator's counts, sums or means with the noise that hides"
        + " what one user can move, denoised.";
  }

  @Override
  public String options() {
    return "--html --format";
  }

  @Override
  public Spend spend(PlanSource plan) {
    return read(plan).spend("");
  }

  private static ReleasePlan read(PlanSource plan) {
    return ReleasePlan.read(plan.text(), plan.origin(), plan.context());
  }

  @Override
  public void run(PlanRequest request) {
    SparkSession spark = request.spark();
    Input input = request.input();
    String output = request.output();
    Path html = request.html();
    ReleasePlan plan = read(request.plan());
    announce(plan);
    Stopwatch since = Stopwatch.start();
    Output folder = new Output(spark, output).requireOutside(input.table());
    Released released =
        new Release(spark, plan, SystemRandomness.get()).run(plan.read(spark, input), folder);
    new Steps(request.session().events()).ended(released);
    if (released.result().isEmpty()) {
      return;
    }
    Release.ReleaseAnswer result = released.result().get();
    print(plan, result, request.format());
    Steps.say(String.format(Locale.ROOT, "released in %s in %.1f s", output, since.seconds()));
    if (html != null) {
      ReleasePage.write(plan, result, html);
      Steps.say("page with plots in " + html);
    }
  }

  /** What one user can move and what hides it, before any row is read. */
  private static void announce(ReleasePlan plan) {
    ReleaseNoise noise = plan.noise();
    Steps.say(
        "one user (%s) moves %s"
            .formatted(String.join(", ", plan.user()), ReleasePage.sensitivity(plan)));
    Steps.say(
        "%s, exact epsilon %s; noise: %s"
            .formatted(plan.mechanism(), noise.guarantee().exactText(), noise));
  }

  /** All numbers for machines, the largest for people. */
  private static void print(ReleasePlan plan, Release.ReleaseAnswer result, OutputFormat format) {
    List<String> columns = Release.columns(plan);
    List<List<Object>> rows = Release.rows(plan, result);
    int estimate = columns.indexOf("estimate");
    int left = format == OutputFormat.TABLE ? Math.max(0, rows.size() - ROWS_FOR_PEOPLE) : 0;
    if (left > 0) {
      rows.sort(
          Comparator.comparingDouble((List<Object> row) -> (Double) row.get(estimate)).reversed());
    }
    new TablePrinter(columns, rows.subList(0, rows.size() - left)).print(format, System.out);
    if (left > 0) {
      System.out.println("... and " + left + " smaller numbers; --format csv shows all");
    }
  }
}
