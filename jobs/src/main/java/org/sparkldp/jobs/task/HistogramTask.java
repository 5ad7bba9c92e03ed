package org.sparkldp.jobs.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Picture;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.postprocess.Best;
import org.sparkldp.protocols.postprocess.Consistencies;
import org.sparkldp.protocols.postprocess.Consistency;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** How many people hold each item? Asked by a frequency oracle. */
public record HistogramTask(ItemValues values, FrequencyOracle<?> protocol) implements Task {

  @Override
  public Kind kind() {
    return new Kind();
  }

  @Override
  public boolean countsPeople() {
    return true;
  }

  @Override
  public boolean scales() {
    return true;
  }

  /** From this share of the people on, these items look like a mistake. */
  private static final double MOST_OF_ALL = 0.8;

  private static final Map<String, String> DOUBTFUL =
      Map.of(
          ProductDomain.OTHER,
          "the plan's items may not match the column: check spaces, upper case, the delimiter and"
              + " the header before you ask again.",
          ProductDomain.MISSING,
          "the column's values may not be of the plan's type: check numbers such as 18.0, spaces,"
              + " the delimiter and the header before you ask again.");

  @Override
  public String row(int place) {
    return values.domain().item(place);
  }

  @Override
  public double[] step(String name, Estimate raw) {
    return Consistencies.of(name).apply(raw);
  }

  @Override
  public double[] best(Estimate raw) {
    return Best.of(raw, isOrdered());
  }

  @Override
  public Picture picture() {
    return new Picture.Bars(
        "How many people hold each value of " + about(), about(), true, isOrdered(), List.of());
  }

  @Override
  public boolean isOrdered() {
    return values.domain().isOfBins();
  }

  /** Reports are public, so whoever made the list may see that it does not match. */
  @Override
  public List<String> doubts(Answers answers) {
    return answers.estimate().rows().stream()
        .filter(row -> DOUBTFUL.containsKey(row.item()))
        .filter(row -> row.lower() > MOST_OF_ALL * answers.estimate().n())
        .map(row -> "Nearly all people are in " + row.item() + ", so " + DOUBTFUL.get(row.item()))
        .toList();
  }

  /** From this share of the people on, what they hold beside the items is said if it is new. */
  private static final double LEAST_CHANGE = .05;

  /** In standard errors: one in a billion by chance, for each of the periods before. */
  private static final double FAR = 6;

  /** A table whose values are written otherwise from one day on moves people to these items. */
  @Override
  public List<String> changes(Answers now, List<Answers> before) {
    List<String> changes = new ArrayList<>();
    for (int place = 0; place < now.estimate().rows().size(); place++) {
      Share share = Share.of(now, place);
      int at = place;
      Optional<Share> least =
          before.stream()
              .map(answers -> Share.of(answers, at))
              .min(Comparator.comparingDouble(Share::size));
      if (DOUBTFUL.containsKey(row(place))
          && share.size > LEAST_CHANGE
          && least.filter(share::isFarAbove).isPresent()) {
        changes.add(
            String.format(
                Locale.ROOT,
                "%s is an estimated %.0f %% of the people, and was %.0f %% in an earlier period:"
                    + " the column's values may be written otherwise now.",
                row(place),
                100 * share.size,
                100 * Math.max(0, least.get().size)));
      }
    }
    return changes;
  }

  private record Share(double size, double error) {
    static Share of(Answers answers, int place) {
      Estimate.Row row = answers.estimate().rows().get(place);
      double people = Math.max(1, answers.estimate().n());
      return new Share(row.estimate() / people, row.standardError() / people);
    }

    boolean isFarAbove(Share other) {
      return size > 2 * other.size && size - other.size > FAR * Math.hypot(error, other.error);
    }
  }

  @Override
  public OptionalDouble relativeError() {
    double people = HistogramRanking.REFERENCE;
    long[] evenly = new long[protocol.k()];
    Arrays.fill(evenly, HistogramRanking.REFERENCE / evenly.length);
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
  public static final class Kind extends TaskKind<ItemValues, FrequencyOracle<?>> {
    /** As the service loader makes it. */
    public Kind() {
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
    protected Optional<Decided<FrequencyOracle<?>>> decided(ItemValues values) {
      return Optional.of(
          new Decided<>("k", values.domain().size(), "the number of items", FrequencyOracle::k));
    }

    /** With the oracle that a design has first. */
    @Override
    public Optional<TaskDraft> draft(DraftRequest request) {
      List<String> lines = TaskDraft.attributes(request);
      int items = request.requiredDomain().items();
      ProtocolSpec best = HistogramRanking.best(request.epsilon(), items);
      ProtocolSpec spec = ProtocolSpec.named(best.name()).with("epsilon", request.epsilon());
      return Optional.of(
          new TaskDraft(
              "How many people hold each value of " + String.join(" and ", request.columns()) + "?",
              lines,
              spec.toString(),
              "the smallest report with nearly the least error, the first that design ranks",
              "category",
              List.of()));
    }
  }
}
