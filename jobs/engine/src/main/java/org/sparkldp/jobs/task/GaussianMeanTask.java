package org.sparkldp.jobs.task;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sparkldp.jobs.plan.Assuming;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Recruiting;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The mean of numbers that are normally distributed, one for each stratum of people. */
public record GaussianMeanTask(NumberValues values, GaussianProtocol<?> protocol)
    implements Task, Assuming, Recruiting {
  public GaussianMeanTask {
    int strata = values.domain().map(ProductDomain::size).orElse(1);
    Require.that(protocol.strata() == strata)
        .orRefuse(
            "strata must be the number of the plan's strata, %s (leave it out and it will be)."
                + " Provided value: %s.",
            strata, protocol.strata());
  }

  @Override
  public GaussianMeanKind kind() {
    return new GaussianMeanKind();
  }

  @Override
  public String row(int place) {
    return values
        .domain()
        .map(strata -> strata.level(0, protocol.stratumOf(place)) + " " + protocol.quantity(place))
        .orElseGet(() -> protocol.quantity(place));
  }

  @Override
  public Optional<String> assumption() {
    return Optional.of(
        "values are taken for "
            + protocol.model()
            + "; where they are not, epsilon holds all the same, but an interval may miss the mean, and"
            + " of skewed values it is of their median (use task mean for those)"
            + (GaussianMeanKind.isOwn(protocol.spec())
                ? "; a note says so only where the reports speak loudly against the model"
                : "; nothing says so"));
  }

  @Override
  public Map<String, Object> readingKeys() {
    boolean isInsisted =
        GaussianMeanKind.isOwn(protocol.spec()) && protocol.question().isSigmaKnown();
    return isInsisted ? Map.of(GaussianMeanKind.SIGMA_EXACT, true) : Map.of();
  }

  @Override
  public List<String> notes() {
    return List.of("Here " + assumption().orElseThrow() + ".");
  }

  @Override
  public int strata() {
    return protocol.strata();
  }

  @Override
  public String fewerPeople() {
    return "take a protocol that needs fewer (gaussian, for means), fewer rounds or a larger"
        + " epsilon";
  }

  /** Gaussian means in plans. */
  public static final class GaussianMeanKind extends TaskKind<NumberValues, GaussianProtocol<?>> {
    private static final String SIGMA = "sigma";
    private static final String SIGMA_EXACT = "sigma_exact";

    /** A sigma that a plan states is taken for known up to this factor. */
    private static final double BAND = 1.25;

    /** As the service loader makes it. */
    public GaussianMeanKind() {
      super(
          "gaussian-mean",
          GaussianProtocol.class,
          "a Gaussian mean needs a protocol for it, such as gaussian",
          (plan, outside) -> plan.as(NumberValues.class),
          GaussianMeanTask::new,
          "column",
          "strata",
          SIGMA_EXACT);
    }

    /** With a band for sigma, unless the plan insists that it is exact. */
    @Override
    protected ProtocolSpec asked(ProtocolSpec written, NumberValues values, Settings plan) {
      boolean isExact =
          plan.has(SIGMA_EXACT) && plan.choice(SIGMA_EXACT, List.of(true, false), String::valueOf);
      boolean isNew =
          isOwn(written)
              && !plan.context().isAsked()
              && !written.arguments().containsKey(InRounds.STATE.name());
      return isNew ? completed(written, isExact) : written;
    }

    @Override
    protected Optional<DecidedParameter<GaussianProtocol<?>>> decided(NumberValues values) {
      return values
          .domain()
          .filter(strata -> strata.size() > 1)
          .map(
              strata ->
                  new DecidedParameter<>(
                      "strata",
                      strata.size(),
                      "the number of the plan's strata",
                      GaussianProtocol::strata));
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
  }
}
