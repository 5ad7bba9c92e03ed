package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.density.Density;

/** The density of the people's own numbers. */
record DensityTask(NumberValues values, Density<?> protocol) implements Task {

  /** The step that makes raw estimates a density. */
  private static final String PROJECTED = "density";

  @Override
  public Kind kind() {
    return new Kind();
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    double[] places = protocol.places();
    Estimate estimate =
        Protocols.estimate(protocol, reports, confidence)
            .named(row -> Double.toString(places[row]));
    return new Answers(
        estimate,
        ShiftStep.columns(steps, protocol, reports.n(), projected -> protocol.project(estimate)));
  }

  @Override
  public List<Chart> charts(Answers answers, Optional<double[]> truth) {
    return List.of(
        Charts.curve(
            "The density of " + about(),
            about(),
            "people, as a fraction, by unit of " + about(),
            false,
            protocol.places(),
            answers,
            truth));
  }

  /** Densities in plans. */
  public static final class Kind extends TaskKind<NumberValues, Density<?>> {
    /** As the service loader makes it. */
    public Kind() {
      super(
          "density",
          Density.class,
          "a density needs the protocol density",
          (plan, outside) -> plan.as(NumberValues.class),
          DensityTask::new,
          "column");
    }

    @Override
    public Set<String> steps() {
      return Set.of(PROJECTED, ShiftStep.NAME);
    }

    @Override
    public Optional<TaskDraft> draft(DraftRequest request) {
      String column = request.column();
      return Optional.of(
          new TaskDraft(
              "How are the numbers of " + column + " distributed? Their density.",
              List.of(TaskDraft.column(column)),
              "density(epsilon="
                  + request.epsilon()
                  + request.requiredBounds()
                  + ",terms=9,outside=clip)",
              "or users=N, the people expected, in place of terms",
              "fail",
              List.of(PROJECTED)));
    }
  }
}
