package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Picture;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.protocols.Estimate;
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
  public String row(int place) {
    return Double.toString(protocol.places()[place]);
  }

  @Override
  public double[] step(String projected, Estimate raw) {
    return protocol.project(raw);
  }

  @Override
  public Picture picture() {
    return new Picture.Curve(
        "The density of " + about(),
        about(),
        "people, as a fraction, by unit of " + about(),
        false,
        protocol.places());
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
      return Set.of(PROJECTED, Answers.SHIFT);
    }

    @Override
    public Optional<TaskDraft> draft(DraftRequest request) {
      return Optional.of(
          TaskDraft.ofNumbers(
              request,
              "How are the numbers of %s distributed? Their density.",
              "density(%s,terms=9,outside=clip)",
              "or users=N, the people expected, in place of terms",
              List.of(PROJECTED)));
    }
  }
}
