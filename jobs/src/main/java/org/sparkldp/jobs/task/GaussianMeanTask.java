package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskProvider;
import org.sparkldp.jobs.population.GaussianPopulation;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.Shapes;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The mean of numbers that are normally distributed, one for each stratum of people. */
record GaussianMeanTask(NumberValues values, GaussianProtocol<?> protocol) implements Task {

  @Override
  public TaskProvider provider() {
    return new Provider();
  }

  @Override
  public Task withProtocol(Protocol<?, ?> round) {
    return new GaussianMeanTask(values, (GaussianProtocol<?>) round);
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    return Answers.raw(Protocols.estimate(protocol, reports, confidence).named(this::name));
  }

  private String name(int row) {
    return values
        .domain()
        .map(strata -> strata.level(0, protocol.stratumOf(row)) + " " + protocol.quantity(row))
        .orElseGet(() -> protocol.quantity(row));
  }

  @Override
  public List<Chart> charts(Answers answers, Optional<double[]> truth) {
    return Charts.numbers(about(), answers, protocol::quantity);
  }

  @Override
  public List<String> notes() {
    return List.of(
        "An interval holds its true number with the stated confidence if values are normally"
            + " distributed; epsilon holds whether they are or not.");
  }

  @Override
  public void requirePeople(long people) {
    EnoughPeople.require(
        protocol,
        protocol.strata(),
        people,
        "take a protocol that needs fewer (gaussian, for means), fewer rounds or a larger epsilon");
  }

  /** Gaussian means in plans. */
  public static final class Provider implements TaskProvider {
    @Override
    public String name() {
      return "gaussian-mean";
    }

    @Override
    public Set<String> keys() {
      return Set.of("column", "strata");
    }

    @Override
    public Task read(Settings plan, OutsideRule outside, PlanContext context) {
      NumberValues values =
          new NumberValues(
              plan.text("column"),
              plan.has("strata")
                  ? Optional.of(Attribute.readAlone(plan.section("strata"), context))
                  : Optional.empty());
      return plan.at("protocol", () -> of(values, plan.string("protocol"), context));
    }

    private static Task of(NumberValues values, String spec, PlanContext context) {
      ProtocolSpec written = ProtocolSpec.parse(spec);
      int strata = values.domain().map(domain -> domain.size()).orElse(1);
      Protocol<?, ?> found =
          strata > 1
              ? context.complete(written, "strata", strata)
              : Protocols.of(written, context.attachment());
      if (!(found instanceof GaussianProtocol<?> protocol)) {
        throw Require.refusal(
            "a Gaussian mean needs a protocol for it, such as gaussian. Provided value: %s.",
            written);
      }
      if (protocol.strata() != strata) {
        throw Require.refusal(
            "strata must be the number of the plan's strata, %s (leave it out and it will"
                + " be). Provided value: %s.",
            strata, protocol.strata());
      }
      return new GaussianMeanTask(values, protocol);
    }

    @Override
    public Optional<Population> population(Protocol<?, ?> protocol, Population.Request request) {
      return protocol instanceof GaussianProtocol<?> gaussian
          ? Optional.of(new GaussianPopulation(gaussian, request))
          : Optional.empty();
    }

    @Override
    public Map<String, String> populations(Protocol<?, ?> protocol) {
      if (!(protocol instanceof GaussianProtocol<?> gaussian)) {
        return Map.of();
      }
      GaussianQuestion question = gaussian.question();
      double sigma = Math.sqrt(question.sigmaMin() * question.sigmaMax());
      // A mean that no multiple of a step meets.
      return Shapes.about(question.lower() + 1.0314159 * question.range(), sigma);
    }
  }
}
