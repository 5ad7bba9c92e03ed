package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskProvider;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.RegressionPopulation;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.regression.Regression;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** How a label's mean depends on features. */
public record RegressionTask(VectorValues values, Regression<?> protocol) implements Task {

  /** A protocol for regressions; another is refused. */
  public static Regression<?> protocol(ProtocolSpec spec) {
    return required(Protocols.of(spec), spec);
  }

  private static Regression<?> required(Protocol<?, ?> found, ProtocolSpec written) {
    if (!(found instanceof Regression<?> protocol)) {
      throw Require.refusal(
          "a regression needs logistic-regression, linear-regression or poisson-regression."
              + " Provided value: %s.",
          written);
    }
    return protocol;
  }

  @Override
  public TaskProvider provider() {
    return new Provider();
  }

  @Override
  public Task withProtocol(Protocol<?, ?> round) {
    return new RegressionTask(values, (Regression<?>) round);
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    int intercept = protocol.d() - 1;
    return Answers.raw(
        Protocols.estimate(protocol, reports, confidence)
            .named(row -> row == intercept ? "intercept" : values.coordinate(row)));
  }

  @Override
  public List<Chart> charts(Answers answers, Optional<double[]> truth) {
    return Charts.numbers(about(), "coefficient of", answers, row -> "coefficients");
  }

  /** Regressions in plans. */
  public static final class Provider implements TaskProvider {
    @Override
    public String name() {
      return "regression";
    }

    @Override
    public Set<String> keys() {
      return Set.of("column", "columns", "label");
    }

    @Override
    public Task read(Settings plan, OutsideRule outside, PlanContext context) {
      VectorValues values =
          new VectorValues(plan.oneOrMoreColumns(), Optional.of(plan.text("label")));
      return plan.at("protocol", () -> of(values, plan.string("protocol"), context));
    }

    private static Task of(VectorValues values, String spec, PlanContext context) {
      ProtocolSpec written = ProtocolSpec.parse(spec);
      int columns = values.vector().size();
      Protocol<?, ?> found =
          columns > 1
              ? context.complete(written, "p", columns)
              : Protocols.of(written, context.attachment());
      Regression<?> protocol = required(found, written);
      if (columns > 1 && protocol.model().p() != columns) {
        throw Require.refusal(
            "p must be the number of feature columns, %s (leave it out and it will be)."
                + " Provided value: %s.",
            columns, protocol.model().p());
      }
      return new RegressionTask(values, protocol);
    }

    @Override
    public Optional<Population> population(Protocol<?, ?> protocol, Population.Request request) {
      return protocol instanceof Regression<?> regression
          ? Optional.of(new RegressionPopulation(regression, request.users()))
          : Optional.empty();
    }
  }
}
