package org.sparkldp.jobs.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.console.Format;
import org.sparkldp.jobs.console.HasSession;
import org.sparkldp.jobs.console.TablePrinter;
import org.sparkldp.jobs.exit.Exit;
import org.sparkldp.jobs.job.PlanFiles;
import org.sparkldp.jobs.pipeline.Privatization;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.jobs.query.QueryScript;
import org.sparkldp.jobs.query.SparkQueryOracle;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.table.Output;
import org.sparkldp.jobs.task.Query;
import org.sparkldp.jobs.task.QueryTask;
import org.sparkldp.protocols.Estimate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** {@code ldp query}: statistical queries one after the other. */
@Command(
    name = "query",
    mixinStandardHelpOptions = true,
    description =
        "Asks the statistical queries of a script in order, each of fresh people; later ones may"
            + " use earlier answers. What has been answered is not asked again.")
public final class QueryCommand implements Callable<Integer> {
  @ParentCommand private HasSession ldp;
  @Mixin private InputOption input;
  @Mixin private KeyOption key;

  @Option(names = "--script", required = true, paramLabel = "FILE", description = "the queries")
  private String path;

  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description = "gets a folder for each query")
  private String output;

  @Option(names = "--format", defaultValue = "table", description = "table, csv or json")
  private Format format;

  @Override
  public Integer call() {
    SparkSession spark = ldp.session().spark();
    QueryScript script = read(spark);
    new Output(spark, output).requireOutside(input.table());
    Dataset<Row> people =
        Inputs.values(spark, input.input(), List.of(script.pool().id()), Map.of());
    check(script, people);
    QueryTask.announcement(script.pool().protocol()).ifPresent(Steps::say);
    SparkQueryOracle oracle = new SparkQueryOracle(people, script.pool(), output, key.file());
    Steps steps = new Steps(ldp.session().events());
    Map<String, Double> answers = new HashMap<>();
    TablePrinter printer =
        new TablePrinter(
            List.of("item", "estimate", "standard_error", "lower", "upper", "people", "note"));
    for (Query query : script.queries()) {
      Query filled = QueryScript.filled(query, answers);
      boolean isKnown = oracle.isNextAnswered();
      Estimate answer = oracle.answerAll(List.of(filled));
      steps.asked(script.pool(), query.name(), isKnown, answer.n());
      Estimate.Row row = answer.rows().get(0);
      answers.put(query.name(), row.estimate());
      printer.add(
          Arrays.asList(
              row.item(),
              row.estimate(),
              row.standardError(),
              row.lower(),
              row.upper(),
              answer.n(),
              row.note()));
    }
    printer.print(format, System.out);
    return Exit.DONE;
  }

  private QueryScript read(SparkSession spark) {
    TextFile file = PlanFiles.file(spark, path);
    try {
      return QueryScript.read(file.text(), file.name());
    } catch (IOException e) {
      throw PlanFiles.unreadable("script", file, e);
    }
  }

  /** Refuses what any of the queries would be refused for, before the first is asked. */
  private static void check(QueryScript script, Dataset<Row> people) {
    Map<String, Double> anything = new HashMap<>();
    List<Query> filled = new ArrayList<>();
    for (Query query : script.queries()) {
      filled.add(QueryScript.filled(query, anything));
      anything.put(query.name(), 0.5);
    }
    Plan all = script.pool().plan(filled, 0);
    new Privatization(all).check(people);
  }
}
