package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.collected.FittedTable;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.plan.Forecast;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp synthesize}: synthetic people from a collected table. */
@Command(
    name = "synthesize",
    mixinStandardHelpOptions = true,
    description = {
      "Writes synthetic people, drawn from the model of a whole table.",
      "They cost no epsilon. A row is a function of the seed and its number."
    })
@CommandGroup.Of(CommandGroup.STEPS)
public final class SynthesizeCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @Mixin private Options.TableInput input;

  @Option(names = "--rows", required = true, paramLabel = "N", description = "of each copy")
  private long rows;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "TABLE",
      description = "a new table of the catalogue, or a new folder: Parquet, or as its ending says")
  private String output;

  @Option(
      names = "--copies",
      paramLabel = "M",
      description = "so many tables, numbered in a column copy, whose answers ldp_combine joins")
  private int copies;

  @Option(names = "--seed", paramLabel = "S", description = "default 1")
  private long seed = 1;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    FittedTable table = input.read(spark);
    FittedTable.writeRows(table.synthesize(spark, rows, copies, seed), output);
    if (copies == 0) {
      Steps.say(
          "synthetic rows carry no error: intervals computed from them as if they were people are"
              + " too narrow; with --copies 20 and ldp_combine they are honest");
    } else {
      Steps.say(
          "combine the answers of copies by ldp_combine(estimate, variance, %s): rows of a copy over people asked"
              .formatted(Forecast.text(rows / table.table().people())));
    }
    return Exit.DONE;
  }
}
