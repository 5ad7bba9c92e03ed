package org.sparkldp.jobs.task;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Counting;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Forecasting;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.Unlisted;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.postprocess.Consistencies;
import org.sparkldp.protocols.postprocess.Consistency;

/** The number of people who hold each item, asked by a frequency oracle. */
public record HistogramTask(ItemValues values, FrequencyOracle<?> protocol)
    implements Task, Counting, Forecasting {

  @Override
  public HistogramKind kind() {
    return new HistogramKind();
  }

  @Override
  public boolean scales() {
    return true;
  }

  @Override
  public String row(int place) {
    return values.domain().item(place);
  }

  @Override
  public double[] step(String name, Estimate raw) {
    return Consistencies.of(name).apply(raw);
  }

  @Override
  public boolean isOrdered() {
    return values.domain().isOfBins();
  }

  @Override
  public List<Unlisted> unlisted(Answers answers) {
    return Unlisted.ofItems(values.domain());
  }

  @Override
  public OptionalDouble relativeError() {
    double people = Forecast.PEOPLE;
    long[] evenly = new long[protocol.k()];
    Arrays.fill(evenly, Forecast.PEOPLE / evenly.length);
    double variance = Arrays.stream(protocol.variances(evenly)).average().orElseThrow();
    return OptionalDouble.of(evenly.length * Math.sqrt(variance / people));
  }

  @Override
  public Optional<Forecast> forecast() {
    int k = protocol.k();
    return Forecast.ofCounts(
        "each count",
        "an item that 1 in " + k + " people hold",
        relativeError().orElseThrow(),
        1.0 / k);
  }

  /** Histograms in plans. */
  public static final class HistogramKind extends TaskKind<ItemValues, FrequencyOracle<?>> {
    /** As the service loader makes it. */
    public HistogramKind() {
      super(
          "histogram",
          FrequencyOracle.class,
          "a histogram needs a frequency oracle",
          ItemValues::read,
          HistogramTask::new,
          "column",
          "domain",
          "attributes");
    }

    @Override
    public Set<String> steps() {
      Set<String> steps =
          new TreeSet<>(Consistencies.all().stream().map(Consistency::name).toList());
      steps.add(Answers.SHIFT);
      return steps;
    }

    @Override
    protected Optional<DecidedParameter<FrequencyOracle<?>>> decided(ItemValues values) {
      return Optional.of(
          new DecidedParameter<>(
              "k", values.domain().size(), "the number of items", FrequencyOracle::k));
    }
  }
}
