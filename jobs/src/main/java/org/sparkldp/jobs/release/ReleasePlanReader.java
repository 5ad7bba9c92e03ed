package org.sparkldp.jobs.release;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.sparkldp.analysis.denoise.Denoiser;
import org.sparkldp.analysis.denoise.Denoisers;
import org.sparkldp.datasets.table.StreetGrid;
import org.sparkldp.jobs.plan.Attribute;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.OutsideRule;
import org.sparkldp.jobs.plan.PlanContext;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.release.GaussianCalibration;
import org.sparkldp.protocols.release.ReleaseNoise;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Reads the plan of a release from HOCON, refusing what is wrong with the place where it stands, in
 * one sentence.
 *
 * <pre>{@code
 * task = release
 * name = pickups
 * user = driver                       # or [driver, hour]: what one of them may move is bounded
 * statistic = count                   # count | sum (then value = COLUMN) | mean
 * cells = [                           # a number for each combination of levels
 *   { column = hour, domain { type = range, from = 0, to = 23 } }      # domains as in other plans
 *   { column = pickup, graph { type = street-grid, avenues = 43, streets = 88 } }
 *             # or graph { type = file, nodes = nodes.csv, edges = edges.csv }
 *             # node,x,y and from,to[,weight], paths beside the plan; at most one graph
 * ]
 * contribution { cells = 10, per_cell = 3, total = 20 }   # of a count; total may be left out
 *             # of a sum { cells = 10, lower = 0, upper = 50 }
 * neighbours = add-remove             # or replace: a user's rows are others
 * mechanism = "gaussian(epsilon=1.0,delta=1e-6)"          # or "laplace(epsilon=1.0)"
 * denoise = "trend-filter(order=1)"   # may be left out; beside the raw numbers
 * outside = fail                      # or drop (then outside_reason = "...")
 * }</pre>
 *
 * <p>A mean has, instead of cells and contribution, {@code column = numbers or arrays} or {@code
 * columns = [a, b]}, and {@code bound { radius = 1 }} or {@code bound { lower = 0, upper = 100 }},
 * with {@code d = 10} in it for a column of arrays; {@code neighbours} is replace, for the number
 * of users is public.
 */
public final class ReleasePlanReader {
  private final PlanContext context;

  /** Reads plans that may refer to what is in the context. */
  public ReleasePlanReader(PlanContext context) {
    this.context = context;
  }

  /** Reads plan text; {@code origin} names it in refusals. */
  public ReleasePlan read(String text, String origin) {
    return Settings.read("a plan", text, origin, context, ReleasePlanReader::plan);
  }

  private static ReleasePlan plan(Settings config) {
    config.requireKeys(Keys.of(ReleasePlan.class), "a release's plan");
    if (!config.string("task").equals(ReleasePlan.TASK)) {
      throw config.mistake("task", "a release's plan must have task = " + ReleasePlan.TASK + ".");
    }
    OutsideRule outside = OutsideRule.readForNumbers(config);
    ReleasePlan.Statistic statistic = statistic(config);
    ReleasePlan plan =
        config.as(
            ReleasePlan.class,
            Map.of(
                "user",
                user(config),
                "statistic",
                statistic,
                "mechanism",
                config.at("mechanism", () -> mechanism(config.string("mechanism"))),
                "denoiser",
                denoiser(config, statistic),
                "outside",
                outside));
    config.at("mechanism", plan::noise); // refused here or never
    return plan;
  }

  private static List<String> user(Settings config) {
    List<String> user = config.isText("user") ? List.of(config.text("user")) : config.texts("user");
    if (user.isEmpty() || user.stream().distinct().count() < user.size()) {
      throw config.mistake("user", "user must name one column or several different ones.");
    }
    return user;
  }

  private static ProtocolSpec mechanism(String text) {
    ProtocolSpec written = ProtocolSpec.parse(text);
    switch (written.name()) {
      case "gaussian" -> {
        Parameters given =
            Parameters.of(written, List.of(ReleaseNoise.EPSILON, GaussianCalibration.DELTA));
        return ProtocolSpec.named("gaussian")
            .with("epsilon", given.real("epsilon"))
            .with("delta", given.real("delta"));
      }
      case "laplace" -> {
        Parameters given = Parameters.of(written, List.of(ReleaseNoise.EPSILON));
        return ProtocolSpec.named("laplace").with("epsilon", given.real("epsilon"));
      }
      default ->
          throw Require.refusal(
              "a release's mechanism must be gaussian(epsilon,delta) or laplace(epsilon)."
                  + " Provided value: %s.",
              written);
    }
  }

  private static Optional<Denoiser> denoiser(Settings config, ReleasePlan.Statistic statistic) {
    if (!config.has("denoise")) {
      return Optional.empty();
    }
    Optional<Network> network = statistic.network();
    return Optional.of(
        config.at(
            "denoise", () -> Denoisers.of(config.string("denoise"), network.map(Network::graph))));
  }

  private static ReleasePlan.Statistic statistic(Settings config) {
    String statistic = config.string("statistic");
    boolean isMean = statistic.equals("mean");
    if (!isMean && !Set.of("count", "sum").contains(statistic)) {
      throw config.mistake(
          "statistic",
          "statistic must be one of count, sum, mean. Provided value: " + statistic + ".");
    }
    for (String key :
        isMean
            ? List.of("value", "cells", "contribution")
            : List.of("column", "columns", "bound")) {
      if (config.has(key)) {
        throw config.mistake(key, key + " does not belong to statistic = " + statistic + ".");
      }
    }
    if (isMean) {
      return mean(config);
    }
    boolean isSum = statistic.equals("sum");
    if (!isSum && config.has("value")) {
      throw config.mistake("value", "value belongs to statistic = sum.");
    }
    return new ReleasePlan.Totals(
        isSum ? Optional.of(config.text("value")) : Optional.empty(),
        config.at("cells", () -> cells(config)),
        contribution(config, isSum));
  }

  private static Contribution contribution(Settings config, boolean isSum) {
    if (!config.has("contribution")) {
      throw config.mistake(
          "a release must say in contribution what one user may move, such as { cells = 10,"
              + (isSum ? " lower = 0, upper = 50 }" : " per_cell = 1 }")
              + "; without a bound no noise would do. Provided: none");
    }
    return config.at(
        "contribution",
        () -> {
          Settings given = config.section("contribution");
          Set<String> keys =
              isSum ? Set.of("cells", "lower", "upper") : Set.of("cells", "per_cell", "total");
          given.requireKeys(keys, "the contribution to a " + (isSum ? "sum" : "count"));
          int cells = given.count("cells");
          if (isSum) {
            return new Contribution(
                cells, given.number("lower"), given.number("upper"), OptionalLong.empty());
          }
          return Contribution.ofCounts(
              cells,
              given.count("per_cell"),
              given.has("total") ? OptionalLong.of(given.count("total")) : OptionalLong.empty());
        });
  }

  private static ReleasePlan.Mean mean(Settings config) {
    List<String> vector = config.oneOrMoreColumns();
    VectorBound bound =
        config.at(
            "bound",
            () -> {
              Settings given = config.section("bound");
              boolean isBall = given.has("radius");
              given.requireKeys(
                  isBall ? Set.of("radius", "d") : Set.of("lower", "upper", "d"),
                  "the bound of a " + (isBall ? "ball" : "box"));
              int d = given.has("d") ? given.count("d") : vector.size();
              if (vector.size() > 1 && d != vector.size()) {
                throw Require.refusal(
                    "d must be the number of columns, %s. Provided value: %s.", vector.size(), d);
              }
              return isBall
                  ? VectorBound.ball(d, given.number("radius"))
                  : VectorBound.box(d, given.number("lower"), given.number("upper"));
            });
    return new ReleasePlan.Mean(vector, bound);
  }

  private static ReleasePlan.Cells cells(Settings config) {
    List<Attribute> attributes = new ArrayList<>();
    int networkAt = -1;
    Optional<Network> network = Optional.empty();
    for (Settings cell : config.sections("cells")) {
      if (!cell.has("graph")) {
        attributes.add(cell.as(Attribute.class));
        continue;
      }
      cell.requireKeys(Set.of("column", "graph"), "an attribute on a graph");
      if (network.isPresent()) {
        throw cell.mistake("graph", "the cells of a release lie on at most one graph.");
      }
      networkAt = attributes.size();
      Network given = cell.at("graph", () -> network(cell.section("graph")));
      network = Optional.of(given);
      attributes.add(new Attribute(cell.text("column"), given.domain()));
    }
    if (!Attribute.areOfDifferentColumns(attributes)) {
      throw config.mistake("cells", "cells must be of one or more different columns.");
    }
    return new ReleasePlan.Cells(attributes, networkAt, network);
  }

  private static Network network(Settings config) {
    String type = config.string("type");
    switch (type) {
      case "street-grid" -> {
        config.requireKeys(Set.of("type", "avenues", "streets"), "a street grid");
        return Network.of(new StreetGrid(config.count("avenues"), config.count("streets")));
      }
      case "file" -> {
        config.requireKeys(Set.of("type", "nodes", "edges"), "a graph in files");
        return Network.of(
            config.context().file(config.string("nodes")).publishedLines(),
            config.context().file(config.string("edges")).publishedLines());
      }
      case "list" -> {
        config.requireKeys(Set.of("type", "nodes", "edges"), "a listed graph");
        return Network.of(config.texts("nodes"), config.texts("edges"));
      }
      default ->
          throw config.mistake(
              "type",
              "a graph's type must be street-grid, file or list. Provided value: " + type + ".");
    }
  }
}
