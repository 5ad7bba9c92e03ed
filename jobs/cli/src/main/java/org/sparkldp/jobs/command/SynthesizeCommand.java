package org.sparkldp.jobs.command;

import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.collected.FittedTable;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.plan.Forecast;
import picocli.CommandLine.Command;
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

  @Option(
      names = "--input",
      required = true,
      paramLabel = "DIR",
      description = "what run made of a plan with task = table")
  private String input;

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
      description = "tables of redrawn fits, told apart by a column copy, for ldp_combine")
  private int copies;

  @Option(names = "--seed", paramLabel = "S", description = "default 1")
  private long seed = 1;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    FittedTable table = FittedTable.read(spark, input);
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
