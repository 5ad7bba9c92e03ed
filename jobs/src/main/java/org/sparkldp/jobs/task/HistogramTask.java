package org.sparkldp.jobs.task;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.sparkldp.jobs.design.Design;
import org.sparkldp.jobs.design.DesignRow;
import org.sparkldp.jobs.draft.DraftRequest;
import org.sparkldp.jobs.draft.TaskDraft;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.population.ItemPopulation;
import org.sparkldp.jobs.population.Population;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.ItemProtocol;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.postprocess.Consistencies;
import org.sparkldp.protocols.postprocess.Consistency;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** How many people hold each item? Asked by a frequency oracle. */
public record HistogramTask(ItemValues values, FrequencyOracle<?> protocol) implements Task {

  @Override
  public Kind kind() {
    return new Kind();
  }

  @Override
  public Optional<Task> change(String earlier, String later) {
    return protocol
        .change()
        .map(change -> new ChangeTask(new ChangeTask.Pairs(values, earlier, later), change));
  }

  @Override
  public boolean countsPeople() {
    return true;
  }

  @Override
  public boolean scales() {
    return true;
  }

  /** From this share of the people on, "(other)" looks like a mistake. */
  private static final double MOST_OF_ALL = 0.8;

  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    Estimate estimate =
        Protocols.estimate(protocol, reports, confidence).named(values.domain()::item);
    return new Answers(
        estimate,
        ShiftStep.columns(
            steps, protocol, reports.n(), step -> Consistencies.of(step).apply(estimate)));
  }

  @Override
  public List<Chart> charts(Answers answers, Optional<double[]> truth) {
    return List.of(
        Charts.bars("How many people hold each value of " + about(), about(), answers, truth));
  }

  /** Reports are public, so whoever made the list may see that it does not match. */
  @Override
  public List<String> doubts(Answers answers) {
    return answers.estimate().rows().stream()
        .filter(row -> row.item().equals(ProductDomain.OTHER))
        .filter(row -> row.lower() > MOST_OF_ALL * answers.estimate().n())
        .map(
            row ->
                "Nearly all people are in (other), so the plan's items may not match the column:"
                    + " check spaces, upper case, the delimiter and the header before you ask"
                    + " again.")
        .toList();
  }

  @Override
  public OptionalDouble relativeError() {
    double people = Kind.REFERENCE;
    long[] evenly = new long[protocol.k()];
    Arrays.fill(evenly, Kind.REFERENCE / evenly.length);
    double variance = Arrays.stream(protocol.variances(evenly)).average().orElseThrow();
    return OptionalDouble.of(evenly.length * Math.sqrt(variance / people));
  }

  @Override
  public Optional<Forecast> forecast() {
    int k = protocol.k();
    return Forecast.of(
        "each count",
        "an item that 1 in " + k + " people hold",
        "people",
        relativeError().orElseThrow(),
        1.0 / k,
        true);
  }

  /** Of people who hold one of k items, k sqrt((1/k) (1 - 1/k)). */
  @Override
  public double relativeSpread() {
    return Math.sqrt(protocol.k() - 1);
  }

  /** Histograms in plans. */
  public static final class Kind extends TaskKind<ItemValues, FrequencyOracle<?>> {
    /** People on whom a variance is computed before it is scaled; large, so that none is lost. */
    private static final long REFERENCE = 1_000_000_000_000L;

    /** An error this much above the least is as good, and then the report's size decides. */
    private static final double AS_GOOD = 0.02;

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
      steps.add(ShiftStep.NAME);
      return steps;
    }

    @Override
    protected Optional<Decided<FrequencyOracle<?>>> decided(ItemValues values) {
      return Optional.of(
          new Decided<>("k", values.domain().size(), "the number of items", FrequencyOracle::k));
    }

    /**
     * All oracles of k items that need no more than epsilon and k, by the error of the frequency of
     * an item that few hold, a fraction of people; first the smallest report of those with nearly
     * the least.
     */
    @Override
    public Optional<Design> design(Design.Request request) {
      return Optional.of(
          DesignRow.ranked(
              name(), rows(request.epsilon(), request.requiredDomain()), AS_GOOD, request));
    }

    private static List<DesignRow> rows(double epsilon, int k) {
      return oracles(epsilon, k).stream()
          .map(oracle -> DesignRow.of(oracle, rareItemVariance(oracle)))
          .toList();
    }

    /** Those that need no more than epsilon and k; refused where both are out of all's range. */
    private static List<FrequencyOracle<?>> oracles(double epsilon, int k) {
      List<FrequencyOracle<?>> oracles = new ArrayList<>();
      IllegalArgumentException outOfRange = null;
      for (Declaration declaration : Protocols.declarations()) {
        List<Parameter> parameters = declaration.parameters();
        if (!parameters.stream()
            .allMatch(p -> !p.isRequired() || Set.of("epsilon", "k").contains(p.name()))) {
          continue;
        }
        ProtocolSpec spec = ProtocolSpec.named(declaration.name()).with("epsilon", epsilon);
        try {
          if (Protocols.of(declaration.takes(Parameter.K) ? spec.with("k", k) : spec)
                  instanceof FrequencyOracle<?> oracle
              && oracle.k() == k) {
            oracles.add(oracle);
          }
        } catch (IllegalArgumentException e) {
          outOfRange = e; // of this oracle's range; shown below if it is out of every one's
        }
      }
      if (oracles.isEmpty() && outOfRange != null) {
        throw outOfRange;
      }
      return oracles;
    }

    /** With the oracle that a design has first. */
    @Override
    public Optional<TaskDraft> draft(DraftRequest request) {
      List<String> lines = TaskDraft.attributes(request);
      int items = request.requiredDomain().items(request.furtherLevels());
      DesignRow best = DesignRow.best(rows(request.epsilon(), items), AS_GOOD);
      ProtocolSpec spec = ProtocolSpec.named(best.spec().name()).with("epsilon", request.epsilon());
      return Optional.of(
          new TaskDraft(
              "How many people hold each value of " + String.join(" and ", request.columns()) + "?",
              lines,
              spec.toString(),
              "the smallest report with nearly the least error, the first that design ranks",
              "category",
              List.of("simplex")));
    }

    /** For one person, of the share of item 0, which nobody holds, the others evenly spread. */
    private static double rareItemVariance(FrequencyOracle<?> oracle) {
      long[] counts = new long[oracle.k()];
      Arrays.fill(counts, 1, counts.length, REFERENCE / (counts.length - 1));
      return oracle.variances(counts)[0] / REFERENCE;
    }

    /** The same of a frequency oracle's spec. */
    public static double rareItemVariance(ProtocolSpec oracle) {
      return rareItemVariance((FrequencyOracle<?>) Protocols.of(oracle));
    }

    /** Every protocol of items and of one round, be it for a histogram or a workload. */
    @Override
    public Optional<Population> simulated(Protocol<?, ?> protocol, Population.Request request) {
      if (protocol.rounds() > 0 || !(protocol instanceof ItemProtocol<?> items)) {
        return Optional.empty();
      }
      int[] held = request.items(items.k());
      return Optional.of(
          ItemPopulation.of(items, held)
              .withLimit(
                  items instanceof FrequencyOracle<?>
                      ? OptionalDouble.of(limit(items, held))
                      : OptionalDouble.empty()));
    }

    /**
     * The least possible mean variance: subset selection at its best size is optimal for histograms
     * (Ye &amp; Barg, IEEE Transactions on Information Theory 2018).
     */
    private static double limit(ItemProtocol<?> oracle, int[] items) {
      ItemProtocol<?> best =
          (ItemProtocol<?>)
              Protocols.of(
                  "subset(epsilon=" + oracle.guarantee().epsilon() + ",k=" + oracle.k() + ")");
      return Arrays.stream(best.variances(ItemPopulation.counts(items, oracle.k())))
          .average()
          .orElseThrow();
    }
  }
}
