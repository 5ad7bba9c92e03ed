package org.sparkldp.jobs.task;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Forecasting;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Values;
import org.sparkldp.protocols.Averaging;
import org.sparkldp.protocols.Averaging.OfOne;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.vector.SparseMean;

/** The mean of the people's own numbers or vectors, however they are distributed. */
public record MeanTask(VectorValues columns, Averaging<?, ?> protocol)
    implements Task, Forecasting {

  /** The step for mean vectors of which most coordinates are 0. */
  private static final String SPARSE = "sparse";

  public MeanTask {
    int given = columns.vector().size();
    int d = protocol.coordinates();
    Require.that(d == 0 || given == 1 || given == d)
        .orRefuse("d must be the number of columns, %s. Provided value: %s.", given, d);
    Require.that(d > 0 || given == 1)
        .orRefuse(
            "several columns need a protocol of vectors. Provided value: %s.", protocol.spec());
  }

  @Override
  public MeanKind kind() {
    return new MeanKind();
  }

  private boolean isOfVectors() {
    return protocol.coordinates() > 0;
  }

  @Override
  public Values values() {
    return isOfVectors() ? columns : new NumberValues(columns.vector().get(0), Optional.empty());
  }

  @Override
  public Task withProtocol(Protocol<?, ?> round) {
    return new MeanTask(columns, kind().required(round, round.spec()));
  }

  @Override
  public String row(int place) {
    return isOfVectors() ? columns.coordinate(place) : "mean";
  }

  @Override
  public double[] step(String sparse, Estimate raw) {
    return SparseMean.of(raw, SparseMean.lambda(raw, 1 - raw.confidence()));
  }

  @Override
  public OptionalDouble relativeError() {
    return protocol
        .ofOne()
        .map(OfOne::relativeError)
        .map(OptionalDouble::of)
        .orElseGet(OptionalDouble::empty);
  }

  @Override
  public Optional<Forecast> forecast() {
    return Forecast.ofNumbers(
        (isOfVectors() ? "the length of the mean vector of " : "the mean of ") + about(),
        isOfVectors() ? "the radius" : "half of its range",
        relativeError(),
        protocol.ofOne().map(OfOne::size).orElse(1.0));
  }

  /** Means in plans. */
  public static final class MeanKind extends TaskKind<VectorValues, Averaging<?, ?>> {
    /** As the service loader makes it. */
    public MeanKind() {
      super(
          "mean",
          Averaging.class,
          "a mean needs a protocol for it, such as mean or privunit",
          VectorValues::read,
          MeanTask::new,
          "column",
          "columns");
    }

    @Override
    public Set<String> steps() {
      return Set.of(SPARSE, Answers.SHIFT);
    }
  }
}
