package org.sparkldp.lab;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.sparkldp.jobs.command.EstimatePrinter;
import org.sparkldp.jobs.command.PlanRun;
import org.sparkldp.jobs.command.Steps;
import org.sparkldp.jobs.console.TableLayout;
import org.sparkldp.jobs.ledger.Spend;
import org.sparkldp.jobs.plan.Plan;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.privatize.Privatization;
import org.sparkldp.jobs.store.Output;
import org.sparkldp.jobs.table.Input;
import org.sparkldp.jobs.table.Inputs;
import org.sparkldp.jobs.task.QueryTask;
import org.sparkldp.jobs.task.StatisticalQuery;
import org.sparkldp.lab.query.Answered;
import org.sparkldp.lab.query.QueryScript;
import org.sparkldp.lab.query.SparkQueryOracle;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.check.Require;

/**
 * Runs a script: statistical queries one after the other, each of fresh people. What has been
 * answered is not asked again.
 */
public final class ScriptRun implements PlanRun {
  @Override
  public boolean isOf(Settings plan) {
    return plan.has("queries") && !plan.has("task");
  }

  @Override
  public String plan() {
    return "a script of queries";
  }

  @Override
  public String help() {
    return "A script: its statistical queries in order, each asked of fresh people.";
  }

  @Override
  public String options() {
    return "--key-file --format";
  }

  @Override
  public Spend spend(PlanSource plan) {
    throw Require.refusal(
        "a script's queries cost each their own block of people. Provided: a script of queries;"
            + " check the plan of a question or of a release.");
  }

  @Override
  public void run(PlanRequest request) {
    SparkSession spark = request.spark();
    Input input = request.input();
    String output = request.output();
    QueryScript script = QueryScript.read(request.plan().text(), request.plan().origin());
    new Output(spark, output).requireOutside(input.table());
    Dataset<Row> people = Inputs.values(spark, input, List.of(script.pool().id()), Map.of());
    check(script, people);
    QueryTask.announcement(script.pool().protocol()).ifPresent(Steps::say);
    SparkQueryOracle oracle =
        new SparkQueryOracle(people, script.pool(), output, request.keyFile());
    Steps steps = new Steps(request.session().events());
    Map<String, Double> answers = new HashMap<>();
    List<Estimate> all = new ArrayList<>();
    for (StatisticalQuery query : script.queries()) {
      StatisticalQuery filled = QueryScript.filled(query, answers);
      boolean isKnown = oracle.isNextAnswered();
      Estimate answer = oracle.answerAll(List.of(filled));
      steps.ended(new Answered(script.pool(), query.name(), isKnown, answer.n()));
      answers.put(query.name(), answer.rows().get(0).estimate());
      all.add(answer);
    }
    EstimatePrinter.answers(new TableLayout<Estimate>(), of -> of.rows().get(0))
        .with("people", Estimate::n)
        .with("note", of -> of.rows().get(0).note())
        .of(all)
        .print(request.format(), System.out);
  }

  /** Refuses what any of the queries would be refused for, before the first is asked. */
  private static void check(QueryScript script, Dataset<Row> people) {
    Map<String, Double> anything = new HashMap<>();
    List<StatisticalQuery> filled = new ArrayList<>();
    for (StatisticalQuery query : script.queries()) {
      filled.add(QueryScript.filled(query, anything));
      anything.put(query.name(), 0.5);
    }
    Plan all = script.pool().plan(filled, 0);
    new Privatization(all).check(people);
  }
}
