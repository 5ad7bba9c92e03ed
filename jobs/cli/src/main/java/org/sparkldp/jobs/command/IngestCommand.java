package org.sparkldp.jobs.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.ingest.EnvelopeFiles;
import org.sparkldp.jobs.ingest.Ingestion;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.Endings;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp ingest}: reports made elsewhere, each counted once. */
@Command(
    name = "ingest",
    mixinStandardHelpOptions = true,
    description = {
      "Reports made elsewhere, such as on phones, each counted once.",
      "They are checked, and the malformed are kept apart."
    })
@CommandGroup.Of(CommandGroup.STEPS)
public final class IngestCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @Mixin private Options.PlanFile plan;

  @Option(
      names = "--input",
      required = true,
      paramLabel = "PATH",
      description =
          "a file or folder of envelopes: lines of JSON ("
              + Endings.JSON
              + ", perhaps with .gz), Parquet or Avro")
  private String input;

  @Option(
      names = "--read",
      paramLabel = "OPTION=VALUE",
      description = "how it is read, repeatable: format (json, parquet, avro), pathGlobFilter")
  private Map<String, String> options = new LinkedHashMap<>();

  @Mixin private Options.Folder output;

  @Mixin private Options.PeriodOptions days;

  @Option(
      names = "--groups",
      paramLabel = "COLUMN=VALUES",
      description =
          "the values of a public column that are taken, separated by commas, repeatable; default"
              + " any short text")
  private Map<String, String> groups = new LinkedHashMap<>();

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    Plan asked = PlanFiles.read(spark, plan.path);
    days.days().requireOf(asked);
    Map<String, List<String>> known = new LinkedHashMap<>();
    groups.forEach((column, values) -> known.put(column, List.of(values.split(",", -1))));
    Ingestion ingestion = new Ingestion(spark, asked, days.days().each(), known);
    Output folder =
        new Output(spark, output.path).requireOutside(input.contains("/") ? input : "./" + input);
    new Steps(ldp.session().events())
        .ended(
            ingestion.run(
                EnvelopeFiles.at(input, options, spark.sessionState().newHadoopConf()), folder));
    return Exit.DONE;
  }
}
