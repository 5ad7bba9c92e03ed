package org.sparkldp.jobs.plan;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigValueType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.sparkldp.analysis.denoise.Denoiser;
import org.sparkldp.analysis.denoise.Denoisers;
import org.sparkldp.datasets.StreetGrid;
import org.sparkldp.protocols.spec.Parameter;
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
  private static final Set<String> KEYS =
      Set.of(
          "task",
          "name",
          "user",
          "statistic",
          "value",
          "cells",
          "contribution",
          "column",
          "columns",
          "bound",
          "neighbours",
          "mechanism",
          "denoise",
          "outside",
          "outside_reason");

  private static final Parameter EPSILON =
      Parameter.required("epsilon", Parameter.Kind.REAL, "nats, above 0 to 300");
  private static final Parameter DELTA =
      Parameter.required("delta", Parameter.Kind.REAL, "1e-15 to below 1");

  private final Path folder;
  private final PlanReader domains;

  /**
   * @param folder where relative paths in the plan begin
   * @param domains reads the domains of cells
   */
  public ReleasePlanReader(Path folder, PlanReader domains) {
    this.folder = folder;
    this.domains = domains;
  }

  /** Reads plan text; {@code origin} names it in refusals. */
  public ReleasePlan read(String text, String origin) {
    return PlanReader.read("a plan", text, origin, this::plan);
  }

  private ReleasePlan plan(Config config) {
    PlanReader.requireKeys(config, KEYS, "a release's plan");
    if (!config.getString("task").equals(ReleasePlan.TASK)) {
      throw PlanReader.mistake(
          config, "task", "a release's plan must have task = " + ReleasePlan.TASK + ".");
    }
    PlanReader.Outside outside = PlanReader.outside(config);
    if (outside.policy() == Plan.Outside.CATEGORY) {
      throw PlanReader.mistake(
          config, "outside", "a release has no further category: outside must be fail or drop.");
    }
    ReleasePlan.Statistic statistic = statistic(config);
    Contribution.Neighbours neighbours =
        PlanReader.choice(
            config, "neighbours", Contribution.Neighbours.values(), Contribution.Neighbours::text);
    if (statistic instanceof ReleasePlan.Mean && neighbours != Contribution.Neighbours.REPLACE) {
      throw PlanReader.mistake(
          config,
          "neighbours",
          "a mean is a fraction of the public number of users, so its neighbours must be replace.");
    }
    if (statistic instanceof ReleasePlan.Mean && outside.policy() != Plan.Outside.FAIL) {
      throw PlanReader.mistake(
          config,
          "outside",
          "a mean is over all users, whose number is public, so outside must be fail; leave users"
              + " without a value out of the table.");
    }
    ReleasePlan plan =
        new ReleasePlan(
            PlanReader.text(config, "name"),
            user(config),
            statistic,
            neighbours,
            PlanReader.at(config, "mechanism", () -> mechanism(config.getString("mechanism"))),
            denoiser(config, statistic),
            outside.policy(),
            outside.reason());
    PlanReader.at(config, "mechanism", plan::noise); // refused here or never
    return plan;
  }

  private static List<String> user(Config config) {
    List<String> user =
        config.getValue("user").valueType() == ConfigValueType.LIST
            ? config.getStringList("user")
            : List.of(PlanReader.text(config, "user"));
    if (user.isEmpty() || user.stream().distinct().count() < user.size()) {
      throw PlanReader.mistake(
          config, "user", "user must name one column or several different ones.");
    }
    return user;
  }

  private static ProtocolSpec mechanism(String text) {
    ProtocolSpec written = ProtocolSpec.parse(text);
    switch (written.name()) {
      case "gaussian" -> {
        Parameters given = Parameters.of(written, List.of(EPSILON, DELTA));
        return ProtocolSpec.named("gaussian")
            .with("epsilon", given.real("epsilon"))
            .with("delta", given.real("delta"));
      }
      case "laplace" -> {
        Parameters given = Parameters.of(written, List.of(EPSILON));
        return ProtocolSpec.named("laplace").with("epsilon", given.real("epsilon"));
      }
      default ->
          throw new IllegalArgumentException(
              "a release's mechanism must be gaussian(epsilon,delta) or laplace(epsilon). Provided"
                  + " value: "
                  + written
                  + ".");
    }
  }

  private static Optional<Denoiser> denoiser(Config config, ReleasePlan.Statistic statistic) {
    if (!config.hasPath("denoise")) {
      return Optional.empty();
    }
    Optional<Network> network =
        statistic instanceof ReleasePlan.Totals totals
            ? totals.cells().network()
            : Optional.empty();
    return Optional.of(
        PlanReader.at(
            config,
            "denoise",
            () -> Denoisers.of(config.getString("denoise"), network.map(Network::graph))));
  }

  private ReleasePlan.Statistic statistic(Config config) {
    String statistic = config.getString("statistic");
    boolean isMean = statistic.equals("mean");
    if (!isMean && !Set.of("count", "sum").contains(statistic)) {
      throw PlanReader.mistake(
          config,
          "statistic",
          "statistic must be one of count, sum, mean. Provided value: " + statistic + ".");
    }
    for (String key :
        isMean
            ? List.of("value", "cells", "contribution")
            : List.of("column", "columns", "bound")) {
      if (config.hasPath(key)) {
        throw PlanReader.mistake(
            config, key, key + " does not belong to statistic = " + statistic + ".");
      }
    }
    if (isMean) {
      return mean(config);
    }
    boolean isSum = statistic.equals("sum");
    if (!isSum && config.hasPath("value")) {
      throw PlanReader.mistake(config, "value", "value belongs to statistic = sum.");
    }
    return new ReleasePlan.Totals(
        isSum ? Optional.of(PlanReader.text(config, "value")) : Optional.empty(),
        PlanReader.at(config, "cells", () -> cells(config)),
        contribution(config, isSum));
  }

  private static Contribution contribution(Config config, boolean isSum) {
    if (!config.hasPath("contribution")) {
      throw new IllegalArgumentException(
          "a release must say in contribution what one user may move, such as { cells = 10,"
              + (isSum ? " lower = 0, upper = 50 }" : " per_cell = 1 }")
              + "; without a bound no noise would do. Provided: none, in "
              + config.origin().description()
              + ".");
    }
    return PlanReader.at(
        config,
        "contribution",
        () -> {
          Config given = config.getConfig("contribution");
          Set<String> keys =
              isSum ? Set.of("cells", "lower", "upper") : Set.of("cells", "per_cell", "total");
          PlanReader.requireKeys(given, keys, "the contribution to a " + (isSum ? "sum" : "count"));
          int cells = PlanReader.count(given, "cells");
          if (isSum) {
            return new Contribution(
                cells, given.getDouble("lower"), given.getDouble("upper"), OptionalLong.empty());
          }
          return Contribution.ofCounts(
              cells,
              PlanReader.count(given, "per_cell"),
              given.hasPath("total")
                  ? OptionalLong.of(PlanReader.count(given, "total"))
                  : OptionalLong.empty());
        });
  }

  private static ReleasePlan.Mean mean(Config config) {
    List<String> vector = PlanReader.vector(config);
    VectorBound bound =
        PlanReader.at(
            config,
            "bound",
            () -> {
              Config given = config.getConfig("bound");
              boolean isBall = given.hasPath("radius");
              PlanReader.requireKeys(
                  given,
                  isBall ? Set.of("radius", "d") : Set.of("lower", "upper", "d"),
                  "the bound of a " + (isBall ? "ball" : "box"));
              int d = given.hasPath("d") ? PlanReader.count(given, "d") : vector.size();
              if (vector.size() > 1 && d != vector.size()) {
                throw new IllegalArgumentException(
                    "d must be the number of columns, "
                        + vector.size()
                        + ". Provided value: "
                        + d
                        + ".");
              }
              return isBall
                  ? VectorBound.ball(d, given.getDouble("radius"))
                  : VectorBound.box(d, given.getDouble("lower"), given.getDouble("upper"));
            });
    return new ReleasePlan.Mean(vector, bound);
  }

  private ReleasePlan.Cells cells(Config config) {
    List<Plan.Attribute> attributes = new ArrayList<>();
    int networkAt = -1;
    Optional<Network> network = Optional.empty();
    for (Config cell : config.getConfigList("cells")) {
      if (!cell.hasPath("graph")) {
        attributes.add(domains.attribute(cell));
        continue;
      }
      PlanReader.requireKeys(cell, Set.of("column", "graph"), "an attribute on a graph");
      if (network.isPresent()) {
        throw PlanReader.mistake(cell, "graph", "the cells of a release lie on at most one graph.");
      }
      networkAt = attributes.size();
      Network given = PlanReader.at(cell, "graph", () -> network(cell.getConfig("graph")));
      network = Optional.of(given);
      attributes.add(new Plan.Attribute(PlanReader.text(cell, "column"), given.domain()));
    }
    if (attributes.isEmpty()
        || attributes.stream().map(Plan.Attribute::column).distinct().count() < attributes.size()) {
      throw PlanReader.mistake(config, "cells", "cells must be of one or more different columns.");
    }
    return new ReleasePlan.Cells(attributes, networkAt, network);
  }

  private Network network(Config config) {
    String type = config.getString("type");
    switch (type) {
      case "street-grid" -> {
        PlanReader.requireKeys(config, Set.of("type", "avenues", "streets"), "a street grid");
        return Network.of(
            new StreetGrid(
                PlanReader.count(config, "avenues"), PlanReader.count(config, "streets")));
      }
      case "file" -> {
        PlanReader.requireKeys(config, Set.of("type", "nodes", "edges"), "a graph in files");
        return Network.of(
            TextFile.publishedLines(folder.resolve(config.getString("nodes"))),
            TextFile.publishedLines(folder.resolve(config.getString("edges"))));
      }
      case "list" -> {
        PlanReader.requireKeys(config, Set.of("type", "nodes", "edges"), "a listed graph");
        return Network.of(config.getStringList("nodes"), config.getStringList("edges"));
      }
      default ->
          throw PlanReader.mistake(
              config,
              "type",
              "a graph's type must be street-grid, file or list. Provided value: " + type + ".");
    }
  }
}
