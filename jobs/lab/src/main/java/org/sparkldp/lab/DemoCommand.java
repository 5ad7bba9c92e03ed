package org.sparkldp.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.jobs.command.CollectOptions;
import org.sparkldp.jobs.command.EstimatePrinter;
import org.sparkldp.jobs.command.NewKey;
import org.sparkldp.jobs.command.OtherCommand;
import org.sparkldp.jobs.command.Steps;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.OutputFormat;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.Estimated;
import org.sparkldp.jobs.job.Job;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Days;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.task.KnownTruth;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp demo}: the whole way on made-up people. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "The whole way on made-up people, beside the truth.",
      "Generates a table of events, privatizes a column, accumulates, estimates, and"
          + " shows the estimates beside the truth."
    })
@CommandGroup.Of(value = CommandGroup.START, first = true)
public final class DemoCommand implements OtherCommand {
  private static final String PLAN = "/org/sparkldp/lab/demo.conf";

  @ParentCommand private HasSession ldp;

  @Option(
      names = "--output",
      paramLabel = "DIR",
      description = "default ldp-demo, or the next free name")
  private Path output;

  @Option(names = "--rows", paramLabel = "N", description = "people, default 200000")
  private long rows = 200_000;

  @Override
  public Integer call() throws IOException {
    Path folder = output == null ? freeFolder() : output;
    Files.createDirectories(folder);
    SparkSession spark = ldp.session().spark();
    String values = folder.resolve("events").toString();
    Steps.say("generating " + rows + " people in " + values);
    Generation.write(spark, Datasets.find("events()"), 1, rows, 8, values);
    Path key = NewKey.write(folder.resolve("release.key"));
    Plan plan = PlanFiles.parse(spark, planText(), "the demo's plan");
    Path html = folder.resolve("report.html");
    Estimated done =
        Job.of(spark, plan)
            .withKey(key.toString())
            .heardBy(new Steps(ldp.session().events()))
            .run(
                new CollectOptions.DeletableTable(spark, Input.of(values), plan, Days.ALL),
                folder.toString());
    EstimatePrinter.show(
        done,
        html,
        KnownTruth.answers(Inputs.table(spark, values), plan, List.of()),
        OutputFormat.TABLE);
    return Exit.DONE;
  }

  private static Path freeFolder() {
    Path folder = Path.of("ldp-demo");
    for (int i = 2; Files.exists(folder); i++) {
      folder = Path.of("ldp-demo-" + i);
    }
    return folder;
  }

  private static String planText() {
    try (InputStream in = DemoCommand.class.getResourceAsStream(PLAN)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the demo's plan is in the jar", e);
    }
  }
}
