package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Assuming;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.distribution.ManyQuantiles;

/** Many quantiles of the people's own numbers at once, with a band that holds them all. */
public record ManyQuantilesTask(NumberValues values, ManyQuantiles protocol)
    implements Task, Assuming, Recruiting {

  /** The step that shows the lower end of the band. */
  public static final String BAND_LOWER = "band-lower";

  private static final String BAND_UPPER = "band-upper";

  @Override
  public ManyQuantilesKind kind() {
    return new ManyQuantilesKind();
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    ManyQuantiles.QuantileBand answer = protocol.answer(reports, confidence);
    return Answers.of(
        answer.each(),
        steps,
        protocol,
        answer.each().estimates(),
        step -> step.equals(BAND_LOWER) ? answer.lower() : answer.upper());
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

  @Override
  public void requireTypes(StructType schema) {
    if (protocol.needsSmoothness()) {
      values.requireSmooth(schema, protocol, "quantiles");
    }
  }

  @Override
  public String fewerPeople() {
    return "take rounds=1 or a larger epsilon";
  }

  /** Many quantiles in plans. */
  public static final class ManyQuantilesKind extends TaskKind<NumberValues, ManyQuantiles> {
    /** As the service loader makes it. */
    public ManyQuantilesKind() {
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
  }
}
