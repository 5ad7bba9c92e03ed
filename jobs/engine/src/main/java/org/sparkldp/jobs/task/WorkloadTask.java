package org.sparkldp.jobs.task;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.sparkldp.jobs.plan.Answers;
import org.sparkldp.jobs.plan.Counting;
import org.sparkldp.jobs.plan.Forecast;
import org.sparkldp.jobs.plan.Forecasting;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.ProductDomain;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.jobs.plan.Task;
import org.sparkldp.jobs.plan.TaskKind;
import org.sparkldp.jobs.plan.TextFile;
import org.sparkldp.jobs.plan.Unlisted;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.strategy.Factorization;
import org.sparkldp.protocols.strategy.Reconstruction;
import org.sparkldp.protocols.strategy.Strategies;
import org.sparkldp.protocols.strategy.StrategyFile;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.AllRange;
import org.sparkldp.protocols.workload.Labels;
import org.sparkldp.protocols.workload.MatrixWorkload;
import org.sparkldp.protocols.workload.Prefix;
import org.sparkldp.protocols.workload.Workload;
import org.sparkldp.protocols.workload.Workloads;

/** The answers of a workload of linear queries, by a strategy made for it. */
public record WorkloadTask(ItemValues values, Factorization<?> protocol)
    implements Task, Counting, Forecasting {

  @Override
  public WorkloadKind kind() {
    return new WorkloadKind();
  }

  /** One reconstruction serves the raw answers and the consistent ones. */
  @Override
  public Answers answers(Accumulator<?> reports, List<String> steps, double confidence) {
    Workload workload = protocol.workload();
    Labels labels = values.domain().labels(workload.attributes().length);
    Reconstruction reconstruction = protocol.reconstruct(reports);
    Estimate estimate =
        protocol
            .estimate(reconstruction, reports.n(), confidence)
            .named(row -> workload.label(row, labels));
    boolean isSmall = reconstruction.data().length <= NonNegative.BEST_LIMIT;
    UnaryOperator<double[]> answers = data -> workload.answers(NonNegative.data(workload, data));
    return Answers.of(
        estimate,
        steps,
        protocol,
        isSmall ? answers.apply(reconstruction.data()) : estimate.estimates(),
        wnnls -> answers.apply(reconstruction.data()));
  }

  @Override
  public List<Unlisted> unlisted(Answers answers) {
    return Unlisted.ofQueries(values.domain(), answers.estimate());
  }

  /** Of people evenly spread over the items; the root mean square over the queries. */
  @Override
  public Optional<Forecast> forecast() {
    int items = values.predicates().isPresent() ? values.domain().size() : protocol.k();
    long each = Forecast.PEOPLE / items;
    long[] evenly =
        values
            .predicates()
            .map(Predicates::sizes)
            .map(sizes -> Arrays.stream(sizes).mapToLong(size -> size * each).toArray())
            .orElseGet(() -> LongStream.generate(() -> each).limit(items).toArray());
    double people = (double) each * items;
    double error = Math.sqrt(Arrays.stream(protocol.variances(evenly)).average().orElseThrow());
    double answer =
        Math.sqrt(Arrays.stream(protocol.answers(evenly)).map(a -> a * a).average().orElseThrow());
    return Forecast.ofCounts(
        "each answer",
        "a usual answer, " + Forecast.text(100 * answer / people) + " % of the people",
        error * Math.sqrt(people) / answer,
        answer / people);
  }

  /** Whether it asks for a distribution function. */
  public boolean isPrefix() {
    return protocol.workload() instanceof Prefix;
  }

  /** Whether it asks for all ranges. */
  public boolean isOfRanges() {
    return protocol.workload() instanceof AllRange;
  }

  @Override
  public boolean isOrdered() {
    return isPrefix() || isOfRanges();
  }

  @Override
  public List<String> notes() {
    return isPrefix()
        ? List.of(
            "Estimates are unbiased and therefore raw: the curve may fall, begin below 0, or rise"
                + " above the number of people. Each interval covers its own true number with the"
                + " stated confidence; neighbouring errors go together.")
        : List.of();
  }

  /** Workloads in plans. */
  public static final class WorkloadKind extends TaskKind<ItemValues, Factorization<?>> {
    /** As the service loader makes it. */
    public WorkloadKind() {
      super(
          "workload",
          Factorization.class,
          "a workload needs factorization or strategy",
          WorkloadKind::values,
          WorkloadTask::new,
          "column",
          "domain",
          "attributes",
          "workload");
    }

    @Override
    public Set<String> steps() {
      return Set.of(NonNegative.STEP, Answers.SHIFT);
    }

    /** A strategy that is made is made for classes; one that is there is of items. */
    private static ItemValues values(Settings plan, OutsideRule outside) {
      ItemValues items = ItemValues.read(plan, outside);
      boolean isMade = !ProtocolSpec.parse(plan.string("protocol")).name().equals("strategy");
      return isMade && Predicates.areIn(plan)
          ? new ItemValues(
              items.domain(),
              Optional.of(plan.at("workload", () -> Predicates.read(plan, items.domain()))))
          : items;
    }

    @Override
    protected Factorization<?> protocol(ProtocolSpec written, ItemValues values, Settings plan) {
      Optional<Workload> asked =
          values
              .predicates()
              .<Workload>map(Predicates::workload)
              .or(
                  () ->
                      plan.has("workload")
                          ? Optional.of(plan.at("workload", () -> workload(plan, values.domain())))
                          : Optional.empty());
      boolean isMade =
          values.predicates().isPresent() && written.arguments().containsKey("workload");
      Factorization<?> protocol =
          switch (written.name()) {
            case "strategy" -> ofFile(written, asked, plan.context());
            case "factorization" ->
                asked
                    .filter(workload -> !isMade) // as a plan says it that people were asked under
                    .<Factorization<?>>map(workload -> made(written, workload, plan.context()))
                    .orElseGet(() -> resolved(written, plan.context()));
            default -> throw other(written);
          };
      if (values.predicates().isEmpty()) {
        requireDomain(protocol.workload(), values.domain());
      } else {
        requireAsked(asked.orElseThrow(), protocol);
      }
      return protocol;
    }

    private static Factorization<?> ofFile(
        ProtocolSpec written, Optional<Workload> asked, PlanContext context) {
      String file = written.arguments().get("file");
      if (file == null) {
        throw Require.refusal("strategy needs the parameter file. Provided value: %s.", written);
      }
      TextFile named = context.file(file);
      StrategyFile strategy = StrategyFile.read(named.toString(), named::open);
      return asked
          .<Factorization<?>>map(workload -> Factorization.of(strategy, workload))
          .orElseGet(() -> Factorization.of(strategy));
    }

    /** A plan as it was asked has both its predicates and the protocol that was made for them. */
    private static void requireAsked(Workload asked, Factorization<?> protocol) {
      Require.that(protocol.workload().equals(asked))
          .orRefuse(
              "a protocol that was made for predicates must have the plan's. Provided: %s, of"
                  + " others; leave its workload out and it is made anew.",
              protocol.spec());
    }

    private static Factorization<?> resolved(ProtocolSpec written, PlanContext context) {
      if (!written.arguments().containsKey("workload")) {
        throw Require.refusal(
            "a plan for a workload must name it in workload. Provided: none, in %s.", written);
      }
      return (Factorization<?>) Protocols.of(written, context.attachment());
    }

    /** The protocol with the plan's workload put in. */
    private static Factorization<?> made(
        ProtocolSpec written, Workload workload, PlanContext context) {
      Map<String, String> given = written.arguments();
      if (!Set.of("epsilon", "mechanism").containsAll(given.keySet())
          || !given.containsKey("epsilon")) {
        throw Require.refusal(
            "factorization in a plan with a workload takes epsilon and perhaps mechanism."
                + " Provided value: %s.",
            written);
      }
      Parameters parameters =
          Parameters.of(
              written.with("workload", workload.name()).with("domain", workload.domain()),
              Protocols.declaration(written).parameters());
      StrategyRequest request =
          new StrategyRequest(
              parameters.real("epsilon"),
              workload,
              parameters.text("mechanism", StrategyRequest.OPTIMIZED));
      return Factorization.of(
          context.facet(StrategySource.class).orElse(Strategies::obtain).of(request));
    }

    private static Workload workload(Settings plan, ProductDomain domain) {
      int[] sizes = domain.sizes();
      if (plan.isText("workload")) {
        return Workloads.parse(plan.string("workload"), sizes);
      }
      Settings workload = plan.section("workload");
      String type = workload.string("type");
      switch (type) {
        case "matrix" -> {
          workload.requireKeys(Set.of("type", "path"), "a matrix workload");
          return MatrixWorkload.readCsv(
              String.join("\n", plan.context().file(workload.string("path")).publishedLines()),
              sizes);
        }
        case "predicates" -> {
          workload.requireKeys(Set.of("type", "queries"), "a workload of predicates");
          List<String> predicates = workload.texts("queries");
          BitSet[] items = plan.context().select(domain, predicates);
          Map<String, BitSet> rows = new LinkedHashMap<>();
          for (int i = 0; i < items.length; i++) {
            rows.put(predicates.get(i), items[i]);
          }
          return MatrixWorkload.ofPredicates(rows, sizes);
        }
        default ->
            throw workload.mistake(
                "type",
                "a workload's type must be matrix or predicates, or the workload a name. Provided"
                    + " value: %s.",
                type);
      }
    }

    /** The workload must speak of the plan's attributes, or of its items as one run, or as bits. */
    private static void requireDomain(Workload workload, ProductDomain domain) {
      int[] sizes = domain.sizes();
      boolean bits =
          sizes.length == 1 && Arrays.stream(workload.attributes()).allMatch(size -> size == 2);
      if (workload.domain() != domain.size()
          || !(Arrays.equals(workload.attributes(), sizes)
              || workload.attributes().length == 1
              || bits)) {
        throw Require.refusal(
            "a strategy's domain must be the plan's, attributes of %s levels. Provided: %s of"
                + " %s; make a strategy for this domain.",
            Arrays.toString(sizes), workload, Arrays.toString(workload.attributes()));
      }
    }
  }
}
