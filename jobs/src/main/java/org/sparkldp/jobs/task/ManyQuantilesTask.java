package org.sparkldp.jobs.task;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.IntegralType;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.Trials;
import org.sparkldp.jobs.table.Columns;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.distribution.ManyQuantiles;

/** Many quantiles of the people's own numbers at once, with a band that holds them all. */
record ManyQuantilesTask(NumberValues values, ManyQuantiles protocol) implements Task {

  /** The steps that show the ends of the band. */
  private static final String BAND_LOWER = "band-lower";

  private static final String BAND_UPPER = "band-upper";

  @Override
  public Kind kind() {
    return new Kind();
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    ManyQuantiles.Answer answer = protocol.answer(reports, confidence);
    Map<String, double[]> ends = new LinkedHashMap<>();
    for (String step : steps) {
      ends.put(step, step.equals(BAND_LOWER) ? answer.lower() : answer.upper());
    }
    return new Answers(answer.each(), ends);
  }

  @Override
  public List<Chart> charts(Answers answers, Optional<double[]> truth) {
    return List.of(
        Charts.curve(
            "The quantiles of " + about(),
            "share of people at or below",
            about(),
            false,
            protocol.shares(),
            answers,
            step -> step.equals(BAND_LOWER) ? "band of all, lower end" : "band of all, upper end",
            truth));
  }

  @Override
  public Optional<String> assumption() {
    return protocol.needsSmoothness()
        ? Optional.of(
            "people are taken to be evenly spread within a cell of the range; where they are not,"
                + " epsilon holds all the same, but intervals may be too short by up to a cell")
        : Optional.empty();
  }

  @Override
  public List<String> notes() {
    return List.of(
        "Each interval covers its own quantile with the stated confidence. The band (steps "
            + BAND_LOWER
            + " and "
            + BAND_UPPER
            + ") covers all of them at once.");
  }

  /** Whole numbers are steps, whatever the plan says. */
  @Override
  public void requireTypes(StructType schema) {
    boolean isWhole = Columns.type(schema, values.column()) instanceof IntegralType;
    if (isWhole && protocol.needsSmoothness()) {
      throw Require.refusal(
          "a column of whole numbers has steps, so its quantiles must be asked without law=smooth."
              + " Provided: %s, with %s; leave law out.",
          values.column(), protocol.spec());
    }
  }

  @Override
  public void requirePeople(long people) {
    EnoughPeople.require(protocol, 1, people, "take rounds=1 or a larger epsilon");
  }

  /** Many quantiles in plans. */
  public static final class Kind extends TaskKind<NumberValues, ManyQuantiles> {
    /** As the service loader makes it. */
    public Kind() {
      super(
          "quantiles",
          ManyQuantiles.class,
          "many quantiles need the protocol quantiles",
          (plan, outside) -> plan.as(NumberValues.class),
          ManyQuantilesTask::new,
          "column");
    }

    @Override
    public Set<String> steps() {
      return Set.of(BAND_LOWER, BAND_UPPER);
    }

    @Override
    public Optional<TaskDraft> draft(DraftRequest request) {
      String column = request.column();
      return Optional.of(
          new TaskDraft(
              "What are the quantiles of " + column + "? All percentiles, with one band.",
              List.of(TaskDraft.column(column)),
              "quantiles(epsilon="
                  + request.epsilon()
                  + request.requiredBounds()
                  + (request.isWhole() ? ",step=1" : "")
                  + ",outside=clip)",
              "parts=10 asks for deciles only",
              "fail",
              List.of(BAND_LOWER, BAND_UPPER)));
    }

    @Override
    protected Optional<Population> population(ManyQuantiles protocol, Population.Request request) {
      double[] people = request.numbers(protocol.lower(), protocol.upper());
      return Optional.of(
          Trials.of(
              protocol, protocol.lower(), protocol.upper(), people, protocol.answers(people)));
    }
  }
}
