package org.sparkldp.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sparkldp.protocols.check.Require;

/**
 * The tables to ask in the last round, chosen from the reports of the first two; a choice made from
 * reports costs no epsilon. First a tree: the pairs that are farthest from independence beyond
 * their noise. Then further pairs by their distance from the model of that tree, the largest first,
 * as many as make the sum of expected errors of all pairs least: each removes its own bias and
 * takes people from all others.
 *
 * @param tables the tree's, then the further ones
 * @param inTree how many of them are the tree's
 * @param people who should answer each
 */
public record TableChoice(List<int[]> tables, int inTree, double[] people) {
  /** A label's tables get this many times the people of others. */
  private static final double OF_LABEL = 3;

  /** Distances are seen over coarse levels; over the final ones they are this much larger. */
  private static final double COARSE = 1.5;

  /** The part of an asked pair's error that reaches one that is not asked, through the tree. */
  private static final double SPREAD = 0.7;

  /**
   * Chooses.
   *
   * @param oneWay one table an attribute
   * @param pairs of all attributes, over coarse levels
   * @param people of the last round
   * @param label an attribute whose pairs are all asked, and make the tree
   */
  public static TableChoice of(
      Domain domain,
      List<AskedTable> oneWay,
      List<AskedTable> pairs,
      OptionalInt label,
      double people,
      double epsilon) {
    int d = domain.count();
    Require.that(d >= 2 && pairs.size() == d * (d - 1) / 2)
        .orRefuse(
            "a choice of tables needs all %s coarse pairs of at least two attributes. Provided:"
                + " %s.",
            d * (d - 1) / 2, pairs.size());
    Require.that(label.isEmpty() || (label.getAsInt() >= 0 && label.getAsInt() < d))
        .orRefuse("a label must be an attribute below %s. Provided: %s.", d, label.orElse(-1));
    Require.that(people > 0 && people < Double.POSITIVE_INFINITY)
        .orRefuse("people must be above 0 and finite. Provided value: %s.", people);
    double[][] distances = distances(Model.of(domain, oneWay), pairs);
    List<int[]> tree = label.isPresent() ? star(d, label.getAsInt()) : tree(distances);
    List<AskedTable> ofTree =
        pairs.stream()
            .filter(pair -> tree.stream().anyMatch(set -> Arrays.equals(set, pair.attributes())))
            .toList();
    Model model = Model.of(domain, ofTree, oneWay, List.of(), Domain.MAX_CELLS);
    double[][] biases = distances(model, pairs);
    List<int[]> others = new ArrayList<>(TableDesign.pairs(domain));
    others.removeIf(pair -> tree.stream().anyMatch(set -> Arrays.equals(set, pair)));
    others.sort((x, y) -> Double.compare(biases[y[0]][y[1]], biases[x[0]][x[1]]));
    List<int[]> all = Stream.concat(tree.stream(), others.stream()).toList();
    double[] errors = // of one person each
        all.stream()
            .mapToDouble(set -> TableDesign.rawError(domain.cells(set), 1, epsilon))
            .toArray();
    return IntStream.rangeClosed(tree.size(), all.size())
        .mapToObj(count -> all.subList(0, count))
        .map(tables -> new TableChoice(tables, tree.size(), divided(domain, tables, label, people)))
        .min(Comparator.comparingDouble(choice -> choice.expected(biases, others, errors)))
        .orElseThrow();
  }

  private static double[] divided(
      Domain domain, List<int[]> tables, OptionalInt label, double people) {
    double[] cells = tables.stream().mapToDouble(domain::cells).toArray();
    double[] emphasis =
        tables.stream()
            .mapToDouble(
                set ->
                    label.isPresent() && Domain.contains(set, new int[] {label.getAsInt()})
                        ? OF_LABEL
                        : 1)
            .toArray();
    return TableDesign.division(cells, emphasis, people);
  }

  /** The sum of expected errors of all pairs. */
  private double expected(double[][] biases, List<int[]> others, double[] errors) {
    double[] noise = new double[tables.size()];
    double sum = 0;
    for (int t = 0; t < noise.length; t++) {
      noise[t] = TableDesign.modelError(errors[t] / Math.sqrt(people[t]));
      sum += t < inTree ? noise[t] : 0;
    }
    double ofTree = sum / inTree;
    for (int i = 0; i < others.size(); i++) {
      int[] pair = others.get(i);
      double left =
          StrictMath.hypot(COARSE * Math.max(0, biases[pair[0]][pair[1]]), SPREAD * ofTree);
      int t = inTree + i;
      sum += t < noise.length ? left * noise[t] / StrictMath.hypot(left, noise[t]) : left;
    }
    return sum;
  }

  /** For each pair, half the sum of its differences from the model beyond noise. */
  private static double[][] distances(Model model, List<AskedTable> pairs) {
    int d = model.domain().count();
    double[][] distances = new double[d][d];
    for (AskedTable pair : pairs) {
      int[] set = pair.attributes();
      double[] supposed =
          Factor.sums(model.marginal(set), pair.cellsOf(model.domain(), set), pair.shares().length);
      double distance = 0;
      for (double each : pair.pattern(supposed)) {
        distance += Math.abs(each) / 2;
      }
      double seen = 0; // decides among pairs of which nothing is left
      double[] weights = pair.weights(supposed);
      double[] shares = pair.shares();
      for (int v = 0; v < supposed.length; v++) {
        double noise = Math.sqrt(2 / (Math.PI * weights[v]));
        seen += (Math.abs(shares[v] - supposed[v]) - noise) / 2;
      }
      distances[set[0]][set[1]] = distance + 1e-3 * seen;
      distances[set[1]][set[0]] = distance + 1e-3 * seen;
    }
    return distances;
  }

  /** The spanning tree of largest distances (Prim). */
  private static List<int[]> tree(double[][] distances) {
    int d = distances.length;
    boolean[] inside = new boolean[d];
    inside[0] = true;
    List<int[]> tree = new ArrayList<>();
    while (tree.size() < d - 1) {
      int from = -1;
      int to = -1;
      for (int a = 0; a < d; a++) {
        for (int b = 0; b < d && inside[a]; b++) {
          if (!inside[b] && (from < 0 || distances[a][b] > distances[from][to])) {
            from = a;
            to = b;
          }
        }
      }
      inside[to] = true;
      tree.add(new int[] {Math.min(from, to), Math.max(from, to)});
    }
    return tree;
  }

  private static List<int[]> star(int d, int label) {
    return IntStream.range(0, d)
        .filter(a -> a != label)
        .mapToObj(a -> new int[] {Math.min(a, label), Math.max(a, label)})
        .toList();
  }
}
