package org.sparkldp.jobs.task;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.quantile.QuantileProtocol;

/** The median or another quantile of the people's own numbers. */
record QuantileTask(NumberValues values, QuantileProtocol<?> protocol) implements Task {

  @Override
  public Kind kind() {
    return new Kind();
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    return Answers.raw(
        Protocols.estimate(protocol, reports, confidence).named(row -> protocol.quantity()));
  }

  @Override
  public List<Chart> charts(Answers answers, Optional<double[]> truth) {
    return Charts.numbers(about(), "", answers, row -> protocol.quantity());
  }

  @Override
  public Optional<String> assumption() {
    return protocol.needsSmoothness()
        ? Optional.of(
            "the distribution is taken to have no steps and gaps near the quantile; where it has"
                + " some, epsilon holds all the same, but the interval may be too short, and"
                + " nothing says so")
        : Optional.empty();
  }

  @Override
  public List<String> notes() {
    return assumption().map(sentence -> "Here " + sentence + ".").stream().toList();
  }

  /** Whole numbers are steps, whatever the plan says. */
  @Override
  public void requireTypes(StructType schema) {
    boolean isWhole = Columns.type(schema, values.column()) instanceof IntegralType;
    if (isWhole && protocol.needsSmoothness()) {
      throw Require.refusal(
          "a column of whole numbers has steps, so its quantile must be asked without law=smooth."
              + " Provided: %s, with %s; leave law out.",
          values.column(), protocol.spec());
    }
  }

  @Override
  public void requirePeople(long people) {
    EnoughPeople.require(
        protocol,
        1,
        people,
        "take a protocol that needs fewer people, fewer rounds or a larger epsilon");
  }

  /** Quantiles in plans. */
  public static final class Kind extends TaskKind<NumberValues, QuantileProtocol<?>> {
    /** As the service loader makes it. */
    public Kind() {
      super(
          "quantile",
          QuantileProtocol.class,
          "a quantile needs a protocol for it, such as median or quantile",
          (plan, outside) -> plan.as(NumberValues.class),
          QuantileTask::new,
          "column");
    }

    @Override
    public Optional<TaskDraft> draft(DraftRequest request) {
      String column = request.column();
      String bounds = request.requiredBounds();
      return Optional.of(
          new TaskDraft(
              "What is the median of "
                  + column
                  + "? In rounds: each person answers in one of them.",
              List.of(TaskDraft.column(column)),
              "median(epsilon="
                  + request.epsilon()
                  + bounds
                  + (request.isWhole() ? ",step=1" : "")
                  + ",outside=clip)",
              "or quantile(p=0.9,...); users=N are the people expected",
              "fail",
              List.of()));
    }

    @Override
    protected Optional<Population> population(
        QuantileProtocol<?> protocol, Population.Request request) {
      double[] people = request.numbers(protocol.lower(), protocol.upper());
      double[] truth = {quantile(protocol, people)};
      return Optional.of(Trials.of(protocol, protocol.lower(), protocol.upper(), people, truth));
    }

    /** The least value with a share p of the people at or below it, clipped to the range. */
    private static double quantile(QuantileProtocol<?> protocol, double[] people) {
      double[] sorted = people.clone();
      Arrays.sort(sorted);
      int rank = (int) Math.ceil(protocol.p() * sorted.length);
      double quantile = sorted[Math.max(1, rank) - 1];
      return Math.max(protocol.lower(), Math.min(protocol.upper(), quantile));
    }
  }
}
