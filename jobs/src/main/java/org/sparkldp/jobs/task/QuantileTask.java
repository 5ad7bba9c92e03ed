package org.sparkldp.jobs.task;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.Trials;
import org.sparkldp.protocols.quantile.QuantileProtocol;

/** The median or another quantile of the people's own numbers. */
record QuantileTask(NumberValues values, QuantileProtocol<?> protocol) implements Task {

  @Override
  public Kind kind() {
    return new Kind();
  }

  @Override
  public String row(int place) {
    return protocol.quantity();
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

  @Override
  public void requireTypes(StructType schema) {
    if (protocol.needsSmoothness()) {
      values.requireSmooth(schema, protocol, "quantile");
    }
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
      return Optional.of(
          TaskDraft.ofNumbers(
              request,
              "What is the median of %s? In rounds: each person answers in one of them.",
              "median(%s" + request.step() + ",outside=clip)",
              "or quantile(p=0.9,...); users=N are the people expected",
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
