package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.release.Release;
import org.sparkldp.jobs.release.ReleasePage;
import org.sparkldp.jobs.release.ReleasePlan;
import org.sparkldp.jobs.release.Released;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.protocols.release.ReleaseNoise;

/** Runs the plan of a trusted curator's release: totals or means with noise, once only. */
final class ReleaseRun {
  private static final int ROWS_FOR_PEOPLE = 20;

  private ReleaseRun() {}

  /**
   * Releases, prints what is published, and writes the page.
   *
   * @param html the page's file, or null
   */
  static void run(
      SessionOptions session,
      ReleasePlan plan,
      Input input,
      String output,
      Path html,
      Format format) {
    SparkSession spark = session.spark();
    announce(plan);
    Stopwatch since = Stopwatch.start();
    Output folder = new Output(spark, output).requireOutside(input.table());
    Released released =
        new Release(spark, plan, SystemRandomness.get()).run(plan.read(spark, input), folder);
    new Steps(session.events()).ended(released);
    if (released.result().isEmpty()) {
      return;
    }
    Release.Result result = released.result().get();
    print(plan, result, format);
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
  private static void print(ReleasePlan plan, Release.Result result, Format format) {
    List<String> columns = Release.columns(plan);
    List<List<Object>> rows = Release.rows(plan, result);
    int estimate = columns.indexOf("estimate");
    int left = format == Format.TABLE ? Math.max(0, rows.size() - ROWS_FOR_PEOPLE) : 0;
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
