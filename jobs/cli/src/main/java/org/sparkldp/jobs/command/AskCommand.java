package org.sparkldp.jobs.command;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.collected.FittedTable;
import org.sparkldp.jobs.console.CommandGroup;
import org.sparkldp.jobs.console.FormatOption;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.page.CollectedPage;
import org.sparkldp.protocols.check.Require;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code ldp ask}: SQL over a collected table. */
@Command(
    name = "ask",
    mixinStandardHelpOptions = true,
    description = {
      "Answers SQL over the people of a whole table, with intervals.",
      "It costs nobody anything: people answered once."
    })
@CommandGroup.Of(CommandGroup.STEPS)
public final class AskCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;

  @Mixin private Options.TableInput input;

  @Parameters(
      arity = "0..1",
      paramLabel = "QUERY",
      description =
          "one SELECT over people: COUNT(*), SUM, AVG, percentiles; WHERE, GROUP BY, HAVING, ORDER"
              + " BY, LIMIT")
  private String query;

  @Option(
      names = "--tables",
      paramLabel = "DIR",
      description =
          "writes each asked table as CSV: its columns, then count, as other tools take marginals")
  private String tables;

  @Mixin private Options.PageOption page;

  @Mixin private FormatOption format;

  @Override
  public Integer call() {
    Require.that(query != null || tables != null || page.file() != null)
        .orRefuse("ask needs a query, or --tables or --html. Provided: none of them.");
    Path html = page.file();
    SparkSession spark = ldp.session().spark();
    FittedTable table = input.read(spark);
    if (tables != null) {
      table.writeTables(spark, tables);
    }
    if (html != null) {
      CollectedPage.write(html, table);
    }
    if (query != null) {
      ResultTable.of(table.ask(spark, query)).print(format.get(), System.out);
    }
    return Exit.DONE;
  }
}
