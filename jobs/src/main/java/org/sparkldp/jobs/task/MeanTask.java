package org.sparkldp.jobs.task;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.jobs.population.People;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.jobs.population.Trials;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RangeProtocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.mean.MeanProtocol;
import org.sparkldp.protocols.mean.TruncatedMean;
import org.sparkldp.protocols.vector.SparseMean;

/** The mean of the people's own numbers or vectors, however they are distributed. */
record MeanTask(Values values, List<String> names, Protocol<?, ?> protocol) implements Task {

  /** The step for mean vectors of which most coordinates are 0. */
  private static final String SPARSE = "sparse";

  /** Numbers that stand for people whose values are evenly spread. */
  private static final int EVENLY = 101;

  MeanTask {
    names = List.copyOf(names);
  }

  @Override
  public Kind kind() {
    return new Kind();
  }

  @Override
  public Task withProtocol(Protocol<?, ?> round) {
    return new MeanTask(values, names, round);
  }

  private static Task of(VectorValues columns, Protocol<?, ?> protocol) {
    List<String> vector = columns.vector();
    if (protocol instanceof BallProtocol<?> ball) {
      Require.that(vector.size() == 1 || vector.size() == ball.d())
          .orRefuse(
              "d must be the number of columns, %s. Provided value: %s.", vector.size(), ball.d());
      return new MeanTask(columns, columns.coordinates(ball.d()), protocol);
    }
    if (!(protocol instanceof MeanProtocol<?> || protocol instanceof TruncatedMean<?>)) {
      throw new Kind().other(protocol.spec());
    }
    Require.that(vector.size() == 1)
        .orRefuse(
            "several columns need a protocol of vectors. Provided value: %s.", protocol.spec());
    return new MeanTask(
        new NumberValues(vector.get(0), Optional.empty()), List.of("mean"), protocol);
  }

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    Estimate estimate = Protocols.estimate(protocol, reports, confidence).named(names::get);
    return new Answers(
        estimate,
        ShiftStep.columns(
            steps,
            protocol,
            reports.n(),
            sparse -> SparseMean.of(estimate, SparseMean.lambda(estimate, 1 - confidence))));
  }

  @Override
  public List<Chart> charts(Answers answers, Optional<double[]> truth) {
    return Charts.numbers(about(), names.size() > 1 ? "column" : "", answers, row -> "mean");
  }

  @Override
  public OptionalDouble relativeError() {
    if (protocol instanceof BallProtocol<?> ball) {
      return OptionalDouble.of(Math.sqrt(ball.worstVariance()) / ball.radius());
    }
    if (!(protocol instanceof MeanProtocol<?> mean)) {
      return OptionalDouble.empty(); // a truncated mean's bias does not fall with people
    }
    double step = (mean.upper() - mean.lower()) / EVENLY;
    double[] values = new double[EVENLY];
    Arrays.setAll(values, i -> mean.lower() + (i + 0.5) * step);
    // Of the mean of so many people.
    return OptionalDouble.of(
        Math.sqrt(mean.variances(values)[0] * EVENLY) / ((mean.upper() - mean.lower()) / 2));
  }

  @Override
  public Optional<Forecast> forecast() {
    OptionalDouble error = relativeError();
    if (error.isEmpty()) {
      return Optional.empty();
    }
    if (protocol instanceof BallProtocol<?> ball) {
      return Forecast.of(
          "the length of the mean vector of " + about(),
          "the radius",
          "",
          error.getAsDouble(),
          ball.radius(),
          false);
    }
    MeanProtocol<?> mean = (MeanProtocol<?>) protocol;
    return Forecast.of(
        "the mean of " + about(),
        "half of its range",
        "",
        error.getAsDouble(),
        (mean.upper() - mean.lower()) / 2,
        false);
  }

  /** Of numbers evenly spread over the range, and of vectors of the radius around 0. */
  @Override
  public double relativeSpread() {
    return protocol instanceof BallProtocol<?> ? 1 : 1 / Math.sqrt(3);
  }

  /** Means in plans. */
  public static final class Kind extends TaskKind<VectorValues, Protocol<?, ?>> {
    /** As the service loader makes it. */
    public Kind() {
      super(
          "mean",
          Protocol.class,
          "a mean needs a protocol for it, such as mean or privunit",
          VectorValues::read,
          MeanTask::of,
          "column",
          "columns");
    }

    @Override
    public Set<String> steps() {
      return Set.of(SPARSE, ShiftStep.NAME);
    }

    @Override
    public Optional<TaskDraft> draft(DraftRequest request) {
      String column = request.column();
      return Optional.of(
          new TaskDraft(
              "What is the mean of " + column + "?",
              List.of(TaskDraft.column(column)),
              "mean(epsilon=" + request.epsilon() + request.requiredBounds() + ",outside=clip)",
              "numbers beyond the bounds count as the bounds",
              "fail",
              List.of()));
    }

    /** Every protocol of numbers in a range, be it for a mean, a density or queries. */
    @Override
    public Optional<Population> simulated(Protocol<?, ?> protocol, Population.Request request) {
      if (protocol instanceof BallProtocol<?> vectors) {
        double[][] people = People.vectors(vectors, request.users(), request.seed());
        return Optional.of(
            Trials.of(vectors, List.of(people), People.mean(people))
                .withVariances(vectors.variances(people)));
      }
      if (protocol instanceof RangeProtocol<?> numbers) {
        double[] people = request.numbers(numbers.lower(), numbers.upper());
        return Optional.of(
            Trials.of(numbers, numbers.lower(), numbers.upper(), people, numbers.answers(people))
                .withVariances(numbers.variances(people)));
      }
      return Optional.empty();
    }
  }
}
