package org.sparkldp.jobs.task;

import java.util.Optional;
import org.sparkldp.jobs.plan.Taken;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.regression.Regression;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The dependence of a label's mean on features. */
public record RegressionTask(VectorValues values, Regression<?> protocol) implements Task {
  /** The row that belongs to no feature. */
  public static final String INTERCEPT = "intercept";

  /** A protocol for regressions; another is refused. */
  public static Regression<?> protocol(ProtocolSpec spec) {
    return new RegressionKind().required(Protocols.of(spec), spec);
  }

  @Override
  public RegressionKind kind() {
    return new RegressionKind();
  }

  @Override
  public String row(int place) {
    return place == protocol.d() - 1 ? INTERCEPT : values.coordinate(place);
  }

  /** The label's name. */
  public String label() {
    return values.label().orElse("the label");
  }

  /** The label, and what it is held to depend on. */
  @Override
  public String about() {
    return label() + " by " + String.join(", ", values.vector());
  }

  /** Regressions in plans. */
  public static final class RegressionKind extends TaskKind<VectorValues, Regression<?>> {
    /** As the service loader makes it. */
    public RegressionKind() {
      super(
          "regression",
          Regression.class,
          "a regression needs logistic-regression, linear-regression or poisson-regression",
          VectorValues::read,
          RegressionTask::new,
          "column",
          "columns",
          "label");
    }

    @Override
    protected Optional<DecidedParameter<Regression<?>>> decided(VectorValues values) {
      int columns = values.vector().size();
      return columns == 1 // of arrays
          ? Optional.empty()
          : Optional.of(
              new DecidedParameter<>(
                  "p",
                  columns,
                  "the number of feature columns",
                  regression -> regression.model().p()));
    }

    @Override
    public Taken taken() {
      return new Taken(
          "finite features, as many as the protocol has and within its radius, and a label of its"
              + " family",
          "filter those rows, widen the radius, or let the protocol clip longer features"
              + " (outside=clip)",
          false);
    }
  }
}
