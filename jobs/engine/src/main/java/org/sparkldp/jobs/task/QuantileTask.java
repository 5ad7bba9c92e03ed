package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;
import org.sparkldp.jobs.plan.Assuming;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.protocols.quantile.QuantileProtocol;

/** The median or another quantile of the people's own numbers. */
public record QuantileTask(NumberValues values, QuantileProtocol<?> protocol)
    implements Task, Assuming {

  @Override
  public QuantileKind kind() {
    return new QuantileKind();
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
  public static final class QuantileKind extends TaskKind<NumberValues, QuantileProtocol<?>> {
    /** As the service loader makes it. */
    public QuantileKind() {
      super(
          "quantile",
          QuantileProtocol.class,
          "a quantile needs a protocol for it, such as median or quantile",
          (plan, outside) -> plan.as(NumberValues.class),
          QuantileTask::new,
          "column");
    }
  }
}
