package org.sparkldp.jobs.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.accumulate.Accumulated;
import org.sparkldp.jobs.accumulate.AggregatedSums;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.ingest.EnvelopeFiles;
import org.sparkldp.jobs.ingest.Ingestion;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.Endings;
import org.sparkldp.protocols.accounting.amplification.Amplification;
import org.sparkldp.protocols.spec.ProtocolSpec;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

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
  /** At which it is said what sums alone show. */
  private static final double DELTA = 1e-8;

  @ParentCommand private HasSession ldp;
  @Spec private CommandSpec command;

  @Mixin private Options.PlanFile plan;

  @ArgGroup(multiplicity = "1")
  private Source source;

  /** Reports, or what somebody else has made of them. */
  private static final class Source {
    @Option(
        names = "--input",
        paramLabel = "PATH",
        description =
            "a file or folder of envelopes: lines of JSON ("
                + Endings.JSON
                + ", perhaps with .gz), Parquet or Avro")
    private String input;

    @Option(
        names = "--sums",
        paramLabel = "FILE",
        description = "counts that an aggregator has added up; the output has accumulators")
    private String sums;
  }

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
    if (source.sums != null) {
      Options.requireOnly(command, "--sums", "--plan --sums --output --days");
      return sums(spark, asked);
    }
    String input = source.input;
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

  private int sums(SparkSession spark, Plan asked) {
    AggregatedSums sums =
        AggregatedSums.read(PlanFiles.text(PlanFiles.file(spark, source.sums), "file of sums"));
    Accumulated added = sums.addTo(spark, asked, days.days(), new Output(spark, output.path));
    new Steps(ldp.session().events()).ended(added);
    if (sums.n() > 0) {
      Amplification alone = Amplification.atMost(asked.protocol(), sums.n(), DELTA);
      Steps.say(
          "whoever sees these sums alone learns of a person at most epsilon "
              + ProtocolSpec.shortest(alone.epsilon())
              + (alone.delta() > 0 ? " (delta " + ProtocolSpec.shortest(alone.delta()) + ")" : "")
              + ", if all were honest and kept their reports to themselves");
    }
    return Exit.DONE;
  }
}
