package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.release.Release;
import org.sparkldp.jobs.release.ReleasePage;
import org.sparkldp.jobs.release.ReleasePlan;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.jobs.watch.Stopwatch;
import org.sparkldp.protocols.random.SystemRandomness;
import org.sparkldp.protocols.release.ReleaseNoise;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp release}: a trusted curator's totals or means, with noise. */
@Command(
    name = "release",
    mixinStandardHelpOptions = true,
    description =
        "Trusted-curator release: counts, sums or a mean with the noise that hides what one user"
            + " can move, and denoised; once only: a second run over a finished output does"
            + " nothing and says so.")
public final class ReleaseCommand implements Callable<Integer> {
  private static final int ROWS_FOR_PEOPLE = 20;

  @ParentCommand private HasSession ldp;
  @Mixin private InputOption input;

  @Option(names = "--plan", required = true, paramLabel = "FILE", description = "the plan")
  private String planFile;

  @Option(names = "--output", required = true, paramLabel = "DIR", description = "a new folder")
  private String output;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "a report with plots, and heat maps where cells lie on a graph")
  private Path html;

  @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
  private Format format;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    ReleasePlan plan = PlanFiles.release(spark, planFile);
    announce(plan);
    Stopwatch since = Stopwatch.start();
    Steps steps = new Steps(ldp.session().events());
    Output folder = new Output(spark, output).requireOutside(input.table());
    Optional<Release.Result> result =
        new Release(spark, plan, SystemRandomness.get())
            .run(plan.read(spark, input.input()), folder);
    if (result.isEmpty()) {
      System.err.println("ldp: already done, nothing was drawn: " + output);
      steps.released(plan, folder, true);
      return Exit.DONE;
    }
    steps.released(plan, folder, false);
    print(plan, result.get());
    System.err.printf(Locale.ROOT, "ldp: released in %s in %.1f s%n", output, since.seconds());
    if (html != null) {
      ReleasePage.write(plan, result.get(), html);
      System.err.println("ldp: page with plots in " + html);
    }
    return Exit.DONE;
  }

  /** What one user can move and what hides it, before any row is read. */
  private static void announce(ReleasePlan plan) {
    ReleaseNoise noise = plan.noise();
    System.err.printf(
        "ldp: one user (%s) moves %s%n",
        String.join(", ", plan.user()), ReleasePage.sensitivity(plan));
    System.err.printf(
        "ldp: %s, exact epsilon %s; noise: %s%n",
        plan.mechanism(), noise.guarantee().exactEpsilon(), noise);
  }

  /** All numbers for machines, the largest for people. */
  private void print(ReleasePlan plan, Release.Result result) {
    List<String> columns = Release.columns(plan);
    TablePrinter printer = new TablePrinter(columns);
    List<List<Object>> rows = Release.rows(plan, result);
    int estimate = columns.indexOf("estimate");
    int left = format == Format.TABLE ? Math.max(0, rows.size() - ROWS_FOR_PEOPLE) : 0;
    if (left > 0) {
      rows.sort(
          Comparator.comparingDouble((List<Object> row) -> (Double) row.get(estimate)).reversed());
    }
    rows.subList(0, rows.size() - left).forEach(printer::add);
    printer.print(format, System.out);
    if (left > 0) {
      System.out.println("... and " + left + " smaller numbers; --format csv shows all");
    }
  }
}
