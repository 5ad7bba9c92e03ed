package org.sparkldp.jobs.command;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.estimate.PeriodState;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.store.Output;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code ldp days}: what has become of each day of a series. */
@Command(
    name = "days",
    mixinStandardHelpOptions = true,
    description = {
      "Lists the days of a series: asked, refused, missing, waiting.",
      "Reads the records of its folders, and no report."
    })
@CommandGroup.Of(CommandGroup.STEPS)
public final class DaysCommand implements Callable<Integer> {
  private static final TableLayout<PeriodState> COLUMNS =
      new TableLayout<PeriodState>()
          .with("period", PeriodState::period)
          .with("state", PeriodState::state)
          .with("reports", PeriodState::reports)
          .with("late", PeriodState::late)
          .with("waiting", PeriodState::waiting)
          .with("why", PeriodState::why);

  @ParentCommand private HasSession ldp;

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "the folder of run; or those of privatize and of accumulate")
  private List<String> folders;

  @Mixin private FormatOption format;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    List<Output> all =
        folders.stream()
            .flatMap(
                folder ->
                    Stream.of("", "/privatized", "/accumulated")
                        .map(step -> new Output(spark, folder + step)))
            .toList();
    COLUMNS.of(PeriodState.of(all)).print(format.get(), System.out);
    return Exit.DONE;
  }
}
