package org.sparkldp.jobs.page;

import java.util.List;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.task.RegressionTask;
import org.sparkldp.protocols.Estimate;

/** A regression's coefficients, and its equation in words. */
public final class RegressionPortrait implements Portrait<RegressionTask> {
  @Override
  public String kind() {
    return "regression";
  }

  @Override
  public Picture picture(RegressionTask question) {
    return new Picture.Dots("coefficient of", row -> "coefficients");
  }

  /** The equation, and what its numbers are in. */
  @Override
  public List<String> sentences(RegressionTask question, Answers answers) {
    String label = question.label();
    if (answers.estimate().rows().stream().anyMatch(row -> Double.isNaN(row.estimate()))) {
      return List.of();
    }
    String left =
        switch (question.protocol().model().family()) {
          case LOGISTIC -> "log odds of " + label;
          case LINEAR -> label;
          case POISSON -> "log of the mean of " + label;
        };
    StringBuilder equation = new StringBuilder();
    for (Estimate.Row row : answers.estimate().rows()) {
      boolean isFirst = equation.isEmpty();
      String size = Forecast.text(Math.abs(row.estimate()));
      equation.append(row.estimate() < 0 ? (isFirst ? "−" : " − ") : (isFirst ? "" : " + "));
      equation
          .append(size)
          .append(row.item().equals(RegressionTask.INTERCEPT) ? "" : " × " + row.item());
    }
    return List.of(
        left + " ≈ " + equation,
        "Each coefficient is by how much "
            + switch (question.protocol().model().family()) {
              case LOGISTIC -> "the log odds of " + label + " = 1 change";
              case LINEAR -> label + " changes, in its own unit,";
              case POISSON -> "the log of the mean of " + label + " changes";
            }
            + " where its column is larger by one, in the column's own unit.");
  }
}
