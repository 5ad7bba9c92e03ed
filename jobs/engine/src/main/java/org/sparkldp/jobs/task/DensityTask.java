package org.sparkldp.jobs.task;

import java.util.Set;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.density.Density;

/** The density of the people's own numbers. */
public record DensityTask(NumberValues values, Density<?> protocol) implements Task {

  /** The step that makes raw estimates a density. */
  private static final String PROJECTED = "density";

  @Override
  public DensityKind kind() {
    return new DensityKind();
  }

  @Override
  public String row(int place) {
    return Double.toString(protocol.places()[place]);
  }

  @Override
  public double[] step(String projected, Estimate raw) {
    return protocol.project(raw);
  }

  /** Densities in plans. */
  public static final class DensityKind extends TaskKind<NumberValues, Density<?>> {
    /** As the service loader makes it. */
    public DensityKind() {
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
  }
}
