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
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.spec.Parameters;
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
    return Charts.numbers(
        about(),
        values.domain().map(strata -> strata.attributes().get(0).column()).orElse(""),
        answers,
        protocol::quantity);
  }

  @Override
  public Optional<String> assumption() {
    return Optional.of(
        "values are taken for "
            + protocol.model()
            + "; where they are not, epsilon holds all the same, but an interval may miss the mean, and"
            + " of skewed values it is of their median (use task mean for those)"
            + (Provider.isOwn(protocol.firstSpec())
                ? "; a note says so only where the reports speak loudly against the model"
                : "; nothing says so"));
  }

  @Override
  public Map<String, Object> readingKeys() {
    boolean isInsisted = Provider.isOwn(protocol.firstSpec()) && protocol.question().isSigmaKnown();
    return isInsisted ? Map.of(Provider.SIGMA_EXACT, true) : Map.of();
  }

  @Override
  public List<String> notes() {
    return List.of("Here " + assumption().orElseThrow() + ".");
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
    private static final String SIGMA = "sigma";
    private static final String SIGMA_EXACT = "sigma_exact";

    /** A sigma that a plan states is taken for known up to this factor. */
    private static final double BAND = 1.25;

    @Override
    public String name() {
      return "gaussian-mean";
    }

    @Override
    public Set<String> keys() {
      return Set.of("column", "strata", SIGMA_EXACT);
    }

    @Override
    public Task read(Settings plan, OutsideRule outside, PlanContext context) {
      NumberValues values =
          new NumberValues(
              plan.text("column"),
              plan.has("strata")
                  ? Optional.of(Attribute.readAlone(plan.section("strata"), context))
                  : Optional.empty());
      boolean isExact =
          plan.has(SIGMA_EXACT) && plan.choice(SIGMA_EXACT, List.of(true, false), String::valueOf);
      return plan.at(
          "protocol",
          () -> {
            ProtocolSpec written = ProtocolSpec.parse(plan.string("protocol"));
            boolean isNew =
                isOwn(written)
                    && !context.isAsked()
                    && !written.arguments().containsKey(RoundProtocol.STATE.name());
            return of(values, isNew ? completed(written, isExact) : written, context);
          });
    }

    /** Whether a protocol is one of this project's own, which dithers and tests its model. */
    private static boolean isOwn(ProtocolSpec spec) {
      return Protocols.declaration(spec).parameters().stream()
          .anyMatch(parameter -> parameter.name().equals("dither"));
    }

    /**
     * The spec as a plan asks it: with the number of people, whose default would be a guess, and
     * with a band for sigma, which nobody knows exactly.
     */
    private static ProtocolSpec completed(ProtocolSpec written, boolean isExact) {
      Map<String, String> arguments = written.arguments();
      if (!arguments.containsKey(GaussianQuestion.USERS.name())) {
        throw Require.refusal(
            "the mean of a Gaussian must be asked of a stated number of people, for which its"
                + " questions are made. Provided value: %s; put users, the people expected behind"
                + " one mean, into the protocol.",
            written);
      }
      if (isExact || !arguments.containsKey(SIGMA)) {
        return written;
      }
      double sigma =
          Parameters.of(written, Protocols.declaration(written).parameters()).real(SIGMA);
      ProtocolSpec banded = ProtocolSpec.named(written.name());
      for (Map.Entry<String, String> argument : arguments.entrySet()) {
        banded =
            argument.getKey().equals(SIGMA)
                ? banded.with("sigma_min", sigma / BAND).with("sigma_max", sigma * BAND)
                : banded.with(argument.getKey(), argument.getValue());
      }
      return banded;
    }

    private static Task of(NumberValues values, ProtocolSpec written, PlanContext context) {
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
  }
}
