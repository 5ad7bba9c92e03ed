package org.sparkldp.release.denoise;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** The denoisers by their specs, such as {@code trend-filter(order=1)}. */
public final class Denoisers {
  /**
   * A denoiser's parameters and how it is made.
   *
   * @param make from the parameters and the graph, which is null if none is needed
   */
  private record DenoiserKind(
      boolean onGraph, List<Parameter> parameters, BiFunction<Parameters, Graph, Denoiser> make) {}

  private static final Map<String, DenoiserKind> KINDS = new TreeMap<>();

  static {
    KINDS.put(
        "bayes",
        new DenoiserKind(
            false,
            List.of(Parameter.real("w", "the prior's standard deviation").above(0)),
            (given, graph) -> new BayesMean(given.real("w"))));
    KINDS.put(
        "james-stein",
        new DenoiserKind(
            false,
            List.of(
                Parameter.word(
                    "positive",
                    "whether a negative factor becomes 0: true (the default) or false",
                    "true",
                    "false"),
                Parameter.word("toward", "the centre: zero (the default) or mean", "zero", "mean")),
            (given, graph) ->
                new JamesStein(
                    Boolean.parseBoolean(given.text("positive")),
                    given.choice("toward", JamesStein.Toward.values()))));
    KINDS.put(
        "soft-threshold",
        new DenoiserKind(
            false,
            List.of(rule("universal")),
            (given, graph) -> new SoftThreshold(given.choice("rule", Threshold.values()))));
    KINDS.put(
        "tree-wavelets",
        new DenoiserKind(
            true,
            List.of(
                Parameter.integer("trees", "random spanning trees").from(1).orElse(8),
                rule("sure"),
                Parameter.integer("seed", "of the trees, any whole number").orElse(1)),
            (given, graph) ->
                new TreeWavelets(
                    graph,
                    given.integer("trees"),
                    given.choice("rule", Threshold.values()),
                    given.integer("seed"))));
    KINDS.put(
        "trend-filter",
        new DenoiserKind(
            true,
            List.of(
                Parameter.integer("order", "pieces are constant, linear or quadratic")
                    .from(0)
                    .to(2),
                Parameter.real("lambda", "the penalty in units of sigma")
                    .above(0, "Leave it out to have it chosen.")
                    .optional("chosen by SURE")),
            (given, graph) ->
                new TrendFilter(graph, given.integer("order"), given.optionalReal("lambda"))));
  }

  private Denoisers() {}

  /** The names, sorted. */
  public static Set<String> names() {
    return new TreeSet<>(KINDS.keySet());
  }

  /**
   * The denoiser of a spec. On a graph, what depends on the graph alone is made here, so that one
   * denoiser should serve many vectors.
   */
  public static Denoiser of(String spec, Optional<Graph> graph) {
    ProtocolSpec parsed = ProtocolSpec.parse(spec);
    DenoiserKind kind = kind(parsed);
    if (kind.onGraph() && graph.isEmpty()) {
      throw Require.refusal(
          "%s needs a graph. Provided: none; give the edges between the numbers.", parsed.name());
    }
    return kind.make().apply(Parameters.of(parsed, kind.parameters()), graph.orElse(null));
  }

  private static DenoiserKind kind(ProtocolSpec spec) {
    DenoiserKind kind = KINDS.get(spec.name());
    if (kind == null) {
      throw Require.refusal(
          "a denoiser must be one of %s. Provided value: %s.",
          String.join(", ", KINDS.keySet()), spec.name());
    }
    return kind;
  }

  private static Parameter rule(String fallback) {
    return Parameter.word("rule", "the threshold: universal or sure", "universal", "sure")
        .orElse(fallback);
  }
}
