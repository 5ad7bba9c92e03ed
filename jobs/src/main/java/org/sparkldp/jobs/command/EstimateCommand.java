package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.SessionOptions;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.pipeline.Accumulation;
import org.sparkldp.jobs.pipeline.EstimatePage;
import org.sparkldp.jobs.pipeline.Estimation;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.jobs.watch.Stopwatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp estimate}: accumulators to estimates. */
@Command(
    name = "estimate",
    mixinStandardHelpOptions = true,
    description = "Accumulators to estimates with standard errors; may be repeated.")
public final class EstimateCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @Option(
      names = "--input",
      required = true,
      arity = "1..*",
      paramLabel = "DIR",
      description = "one or more folders that accumulate wrote; they are merged")
  private List<String> inputs;

  @Option(names = "--output", required = true, paramLabel = "DIR", description = "replaced")
  private String output;

  @Mixin private DaysOption days;

  @Option(
      names = "--each-period",
      description = "an estimate of each period, such as a day, instead of one of all together")
  private boolean each;

  @Option(names = "--html", paramLabel = "FILE", description = "a page with plots")
  private Path html;

  @Option(
      names = "--postprocess",
      split = ",",
      paramLabel = "STEPS",
      description = "consistency steps shown beside the raw estimates; default the plan's")
  private List<String> steps;

  @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
  private Format format;

  @Mixin private TableOption table;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    Estimated estimated = estimate(ldp.session(), inputs, days.days(), each, steps, output);
    estimated.show(html, Map.of(), format);
    table.update(spark, mirror -> mirror.replace(new Output(spark, output), Estimation.ESTIMATES));
    estimated.printNext();
    return Exit.DONE;
  }

  /** Estimates, and shows nothing yet. */
  static Estimated estimate(
      SessionOptions session,
      List<String> inputs,
      Days days,
      boolean each,
      List<String> steps,
      String output) {
    Stopwatch since = Stopwatch.start();
    SparkSession spark = session.spark();
    List<Output> folders = PlanFiles.outputs(spark, inputs);
    Plan plan = PlanFiles.beside(spark, folders.get(0), Accumulation.ACCUMULATORS);
    days.requireOf(plan);
    if (each) {
      plan.requirePeriods();
    }
    List<String> shown = steps == null ? plan.postprocess() : steps;
    Estimation.Result result =
        new Estimation(spark, plan, shown).run(folders, days, each, new Output(spark, output));
    new Steps(session.events()).estimated(plan, result);
    return new Estimated(plan, result, output, since.seconds());
  }

  /** What was estimated under a plan, and lies in a folder. */
  record Estimated(Plan plan, Estimation.Result result, String folder, double seconds) {

    /** Prints the table on standard output, and writes the page where one is asked for. */
    void show(Path html, Map<List<Object>, double[]> truth, Format format) {
      new EstimatePrinter(plan, result, truth).print(format, System.out);
      Estimation.doubts(plan, result).forEach(Steps::say);
      if (html != null) {
        EstimatePage.write(plan, result, truth, seconds, html);
        System.err.println("ldp: page with plots in " + html);
      }
    }

    /** Says on standard error where the next round's plan is, if there is one. */
    void printNext() {
      if (result.next().isPresent()) {
        System.err.printf(
            "ldp: round %d of at most %d is done; the plan of the next is %s/%s/%s%n",
            plan.round(), plan.protocol().rounds(), folder, Output.NEXT, Output.PLAN);
      }
    }
  }
}
