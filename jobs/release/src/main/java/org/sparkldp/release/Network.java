package org.sparkldp.release;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import org.sparkldp.datasets.table.StreetGrid;
import org.sparkldp.jobs.page.Chart;
import org.sparkldp.jobs.plan.Domain;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.release.denoise.Graph;

/**
 * A public graph whose nodes are the levels of a column: a map on which released numbers lie, with
 * a position for each node to draw it at. Immutable.
 *
 * @param domain the nodes' names, as the column has them
 * @param graph which nodes are neighbours
 * @param x of each node, in any unit, growing to the right
 * @param y of each node, in the same unit, growing upwards
 * @param settings from which an equal one would be read
 */
public record Network(
    Domain domain, Graph graph, List<Double> x, List<Double> y, Map<String, Object> settings)
    implements Keys.Own {
  private static final String NODES = "node,x,y";
  private static final String EDGES = "from,to,weight";

  public Network {
    x = List.copyOf(x);
    y = List.copyOf(y);
  }

  /** Reads a section {@code graph}. */
  static Network read(Settings given) {
    String type = given.choice("type", List.of("street-grid", "file", "list"), word -> word);
    if (type.equals("street-grid")) {
      given.requireKeys(Set.of("type", "avenues", "streets"), "a street grid");
      return of(new StreetGrid(given.count("avenues"), given.count("streets")));
    }
    given.requireKeys(Set.of("type", "nodes", "edges"), "a graph of nodes and edges");
    return type.equals("list")
        ? of(given.texts("nodes"), given.texts("edges"))
        : of(lines(given, "nodes"), lines(given, "edges"));
  }

  private static List<String> lines(Settings given, String key) {
    return given.context().file(given.string(key)).publishedLines();
  }

  /** The generated map, its nodes numbered from 0. */
  public static Network of(StreetGrid grid) {
    return new Network(
        new Domain.RangeDomain(0, grid.junctions() - 1L),
        Graph.of(grid.junctions(), grid.from(), grid.to()),
        IntStream.range(0, grid.junctions()).mapToObj(grid::x).toList(),
        IntStream.range(0, grid.junctions()).mapToObj(grid::y).toList(),
        Map.of("type", "street-grid", "avenues", grid.avenues(), "streets", grid.streets()));
  }

  /**
   * A graph from lines of comma-separated values, a header perhaps first.
   *
   * @param nodes node,x,y
   * @param edges from,to and perhaps a weight above 0, else 1
   */
  static Network of(List<String> nodes, List<String> edges) {
    List<String> nodeLines = withoutHeader(nodes, NODES);
    List<String> edgeLines = withoutHeader(edges, EDGES);
    List<String> names = new ArrayList<>();
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < nodeLines.size(); i++) {
      String[] cells = cells(nodeLines.get(i), 3, 3, "node", i, NODES);
      names.add(cells[0]);
      x.add(number(cells[1], "node", i, NODES));
      y.add(number(cells[2], "node", i, NODES));
      places.put(cells[0], i);
    }
    int[] from = new int[edgeLines.size()];
    int[] to = new int[edgeLines.size()];
    double[] weights = new double[edgeLines.size()];
    for (int i = 0; i < edgeLines.size(); i++) {
      String[] cells = cells(edgeLines.get(i), 2, 3, "edge", i, EDGES);
      from[i] = place(places, cells[0], i);
      to[i] = place(places, cells[1], i);
      weights[i] = cells.length == 2 ? 1 : weight(cells[2], i);
    }
    return new Network(
        new Domain.ItemDomain(names),
        Graph.of(names.size(), from, to, weights),
        x,
        y,
        Map.of("type", "list", "nodes", nodeLines, "edges", edgeLines));
  }

  private static List<String> withoutHeader(List<String> lines, String header) {
    boolean isHeader = !lines.isEmpty() && header.startsWith(lines.get(0).replace(" ", ""));
    return isHeader ? lines.subList(1, lines.size()) : lines;
  }

  private static String[] cells(
      String line, int least, int most, String what, int place, String shape) {
    String[] cells = line.strip().split("\\s*,\\s*", -1);
    if (cells.length < least || cells.length > most) {
      throw misfit(what, place, shape);
    }
    return cells;
  }

  private static double number(String text, String what, int place, String shape) {
    OptionalDouble number = parsed(text);
    if (number.isEmpty() || !Double.isFinite(number.getAsDouble())) {
      throw misfit(what, place, shape);
    }
    return number.getAsDouble();
  }

  /** Any number here: the graph says which it takes. */
  private static double weight(String text, int place) {
    return parsed(text).orElseThrow(() -> misfit("edge", place, EDGES));
  }

  private static OptionalDouble parsed(String text) {
    try {
      return OptionalDouble.of(ProtocolSpec.number(text));
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }

  private static int place(Map<String, Integer> places, String node, int edge) {
    Integer place = places.get(node);
    if (place == null) {
      throw Require.refusal(
          "an edge must join two of the graph's nodes. Provided: %s at edge %s.", node, edge);
    }
    return place;
  }

  private static IllegalArgumentException misfit(String what, int place, String shape) {
    return Require.refusal(
        "a line of a graph must read %s with finite numbers. Provided: otherwise at %s %s.",
        shape, what, place);
  }

  /** Where a page draws it. */
  public Chart.NodeMap place() {
    List<Integer> ends =
        IntStream.range(0, 2 * graph.edges())
            .mapToObj(end -> end % 2 == 0 ? graph.from(end / 2) : graph.to(end / 2))
            .toList();
    return new Chart.NodeMap(x, y, ends);
  }

  /** Nodes and edges, in words. */
  @Override
  public String toString() {
    return graph.nodes() + " nodes and " + graph.edges() + " edges";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Network that && settings.equals(that.settings);
  }

  @Override
  public int hashCode() {
    return settings.hashCode();
  }
}
