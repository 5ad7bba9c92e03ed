package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Optional;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Picture;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.RegressionPopulation;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.regression.Regression;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** How a label's mean depends on features. */
public record RegressionTask(VectorValues values, Regression<?> protocol) implements Task {
  private static final String INTERCEPT = "intercept";

  /** A protocol for regressions; another is refused. */
  public static Regression<?> protocol(ProtocolSpec spec) {
    return new Kind().required(Protocols.of(spec), spec);
  }

  @Override
  public Kind kind() {
    return new Kind();
  }

  @Override
  public String row(int place) {
    return place == protocol.d() - 1 ? INTERCEPT : values.coordinate(place);
  }

  private String label() {
    return values.label().orElse("the label");
  }

  /** The label, and what it is held to depend on. */
  @Override
  public String about() {
    return label() + " by " + String.join(", ", values.vector());
  }

  @Override
  public Picture picture() {
    return new Picture.Dots("coefficient of", row -> "coefficients");
  }

  /** The equation, and what its numbers are in. */
  @Override
  public List<String> sentences(Answers answers) {
    String label = label();
    if (answers.estimate().rows().stream().anyMatch(row -> Double.isNaN(row.estimate()))) {
      return List.of();
    }
    String left =
        switch (protocol.model().family()) {
          case LOGISTIC -> "log odds of " + label;
          case LINEAR -> label;
          case POISSON -> "log of the mean of " + label;
        };
    StringBuilder equation = new StringBuilder();
    for (Estimate.Row row : answers.estimate().rows()) {
      boolean isFirst = equation.isEmpty();
      String size = Forecast.text(Math.abs(row.estimate()));
      equation.append(row.estimate() < 0 ? (isFirst ? "−" : " − ") : (isFirst ? "" : " + "));
      equation.append(size).append(row.item().equals(INTERCEPT) ? "" : " × " + row.item());
    }
    return List.of(
        left + " ≈ " + equation,
        "Each coefficient is by how much "
            + switch (protocol.model().family()) {
              case LOGISTIC -> "the log odds of " + label + " = 1 change";
              case LINEAR -> label + " changes, in its own unit,";
              case POISSON -> "the log of the mean of " + label + " changes";
            }
            + " where its column is larger by one, in the column's own unit.");
  }

  /** Regressions in plans. */
  public static final class Kind extends TaskKind<VectorValues, Regression<?>> {
    /** As the service loader makes it. */
    public Kind() {
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
    protected Optional<Decided<Regression<?>>> decided(VectorValues values) {
      int columns = values.vector().size();
      return columns == 1 // of arrays
          ? Optional.empty()
          : Optional.of(
              new Decided<>(
                  "p",
                  columns,
                  "the number of feature columns",
                  regression -> regression.model().p()));
    }

    @Override
    public String taken() {
      return "finite features, as many as the protocol has and within its radius, and a label of"
          + " its family";
    }

    @Override
    public String otherwise() {
      return "filter those rows, widen the radius, or let the protocol clip longer features"
          + " (outside=clip)";
    }

    @Override
    protected Optional<Population> population(Regression<?> protocol, Population.Request request) {
      return Optional.of(RegressionPopulation.of(protocol, request.users()));
    }
  }
}
