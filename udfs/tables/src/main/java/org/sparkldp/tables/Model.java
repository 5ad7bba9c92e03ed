package org.sparkldp.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The whole table as far as asked tables tell: of all laws that fit them best, the one of largest
 * entropy, held by a junction tree. It answers any question over attributes, never below 0 and
 * always the same to two who ask alike; it is not unbiased. Immutable, and the same bits on every
 * machine.
 *
 * <p>Which tables are asked and which the tree holds are two questions: a table that the tree has
 * no room for still moves {@link #shares}, shrunk towards the tree by its known noise.
 */
public final class Model {
  /** A fall of the loss, in units of the noise, below which a fit would follow noise alone. */
  private static final double TOLERANCE = 1;

  private static final int ITERATIONS = 1000;

  /**
   * From this epsilon on a cell's variance depends on its share, so that cells are weighed again by
   * the first fit's shares: quasi-likelihood. On census tables it took 4 % off the error at epsilon
   * 4 and nothing at 1.
   */
  private static final double OWN_VARIANCES = 3;

  /**
   * How often the sums of single attributes count beside the tables that they are sums of. Shares
   * of at least 0 lean towards even ones where noise is large, which no cell's variance says; the
   * sums, unbiased, do not. Redrawn fits count them alike, so intervals see it. On census tables 1
   * takes off less of the lean, and 10 adds noise to pairs of few people.
   */
  private static final double STRENGTH = 5;

  private final MirrorDescent descent;

  private final List<AskedTable> held;

  /** Tables that are not in the tree. */
  private final List<AskedTable> outside;

  private final double people;
  final MirrorDescent.Fit fit;

  private Model(
      MirrorDescent descent,
      List<AskedTable> held,
      List<AskedTable> outside,
      double people,
      MirrorDescent.Fit fit) {
    this.descent = descent;
    this.held = held;
    this.outside = outside;
    this.people = people;
    this.fit = fit;
  }

  /** The model that holds all of these tables. */
  public static Model of(Domain domain, List<AskedTable> tables) {
    return of(domain, tables, List.of(), List.of(), Domain.MAX_CELLS);
  }

  /**
   * Fits a model.
   *
   * @param chosen tables that make the tree, the most important first: each is held if the tree
   *     then has at most {@code cells}, or no more than its tables themselves
   * @param others are held where they lie in the tree anyway
   * @param cells for all cliques together; never more than {@link Domain#MAX_CELLS}
   */
  public static Model of(
      Domain domain,
      List<AskedTable> chosen,
      List<AskedTable> others,
      List<Impossible> impossible,
      int cells) {
    return of(domain, chosen, others, impossible, cells, STRENGTH, TOLERANCE, ITERATIONS);
  }

  static Model of(
      Domain domain,
      List<AskedTable> chosen,
      List<AskedTable> others,
      List<Impossible> impossible,
      int cells,
      double strength,
      double tolerance,
      int iterations) {
    Model model = unfitted(domain, chosen, others, impossible, cells, strength);
    MirrorDescent descent = model.descent;
    List<AskedTable> held = model.held;
    double[][] weights = descent.weights();
    double[][] potentials =
        Arrays.stream(weights).map(each -> new double[each.length]).toArray(double[][]::new);
    MirrorDescent.Fit fit = descent.from(potentials, tolerance, iterations);
    boolean isReweighed = false;
    for (int t = 0; t < held.size(); t++) {
      if (held.get(t).law().epsilon() >= OWN_VARIANCES) {
        weights[t] =
            held.get(t)
                .weights(descent.propagation().marginal(fit.beliefs(), t, weights[t].length));
        isReweighed = true;
      }
    }
    if (isReweighed) {
      fit = descent.from(fit.potentials(), tolerance, iterations);
    }
    return new Model(descent, held, model.outside, model.people, fit);
  }

  /**
   * What a fit found. With the tables that it was made from it gives the model again, without
   * fitting: what a run stores beside them.
   *
   * @param potentials logarithms, of each table that the tree holds
   * @param outside shares of each table that it does not hold
   * @param isDone as {@link #isDone}
   */
  public record FoundModel(double[][] potentials, double[][] outside, boolean isDone) {}

  /** What the fit found. */
  public FoundModel found() {
    return new FoundModel(
        fit.potentials(),
        outside.stream().map(AskedTable::shares).toArray(double[][]::new),
        fit.isDone());
  }

  /** The model of the same arguments as when this was found, for answers. */
  public static Model of(
      Domain domain,
      List<AskedTable> chosen,
      List<AskedTable> others,
      List<Impossible> impossible,
      int cells,
      FoundModel found) {
    return unfitted(domain, chosen, others, impossible, cells, STRENGTH).as(found);
  }

  /** Another fit of the same tree. */
  Model as(FoundModel found) {
    Require.that(
            found.potentials.length == descent.asked().length
                && found.outside.length == outside.size())
        .orRefuse(
            "what a fit found must be of the model's own tables. Provided: %s and %s of %s and %s.",
            found.potentials.length, found.outside.length, descent.asked().length, outside.size());
    List<AskedTable> others =
        IntStream.range(0, outside.size())
            .mapToObj(t -> outside.get(t).with(found.outside[t]))
            .toList();
    BeliefPropagation.Beliefs beliefs = descent.beliefs(found.potentials);
    MirrorDescent.Fit again =
        new MirrorDescent.Fit(found.potentials, beliefs, Double.NaN, found.isDone);
    return new Model(descent, held, others, people, again);
  }

  /** The tree with its tables, each cell weighed as if all had as many people. */
  private static Model unfitted(
      Domain domain,
      List<AskedTable> chosen,
      List<AskedTable> others,
      List<Impossible> impossible,
      int cells,
      double strength) {
    Require.between("a tree's cells", cells, 1, Domain.MAX_CELLS);
    Require.that(!chosen.isEmpty() || !others.isEmpty())
        .orRefuse("a model needs an asked table. Provided: none.");
    double people = 0;
    List<AskedTable> all = Stream.concat(others.stream(), chosen.stream()).toList();
    for (AskedTable table : all) {
      table.requireOf(domain);
      people += table.people();
    }
    List<int[]> asked =
        Stream.concat(
                all.stream().map(AskedTable::attributes),
                IntStream.range(0, domain.count()).mapToObj(a -> new int[] {a}))
            .toList();
    List<int[]> sets = impossible.stream().map(Impossible::attributes).toList();
    JunctionTree tree = JunctionTree.of(domain, sets);
    for (AskedTable table : chosen) {
      List<int[]> more = Stream.concat(sets.stream(), Stream.of(table.attributes())).toList();
      JunctionTree larger = JunctionTree.of(domain, more);
      if (larger.cells() <= Math.max(cells, JunctionTree.cells(domain, more))
          && BeliefPropagation.takes(larger, asked)) {
        sets = more;
        tree = larger;
      }
    }
    List<AskedTable> held = new ArrayList<>();
    List<AskedTable> outside = new ArrayList<>();
    for (AskedTable table : all) {
      (tree.home(table.attributes()) >= 0 ? held : outside).add(table);
    }
    List<BeliefPropagation.Shape> shapes = new ArrayList<>();
    List<double[]> shares = new ArrayList<>();
    List<double[]> weights = new ArrayList<>();
    for (AskedTable table : held) {
      shapes.add(new BeliefPropagation.Shape(table.attributes(), table.groups()));
      shares.add(table.shares());
      weights.add(table.weights(table.uniform()));
    }
    for (Margin margin : Margin.of(domain, all)) {
      int[] set = {margin.attribute};
      shapes.add(new BeliefPropagation.Shape(set, AskedTable.whole(domain, set)));
      shares.add(margin.shares);
      weights.add(Arrays.stream(margin.weights).map(weight -> strength * weight).toArray());
    }
    for (Impossible each : impossible) {
      int[][] levels = AskedTable.whole(domain, each.attributes());
      shapes.add(new BeliefPropagation.Shape(each.attributes(), levels));
    }
    double[][] never =
        impossible.stream().map(each -> each.potentials(domain)).toArray(double[][]::new);
    BeliefPropagation propagation = new BeliefPropagation(tree, shapes);
    MirrorDescent descent =
        new MirrorDescent(
            propagation, shares.toArray(double[][]::new), weights.toArray(double[][]::new), never);
    return new Model(descent, held, outside, people, null);
  }

  /** Unbiased shares of an attribute's levels, by all tables that keep a level by itself. */
  private record Margin(int attribute, double[] shares, double[] weights) {

    static List<Margin> of(Domain domain, List<AskedTable> tables) {
      List<Margin> margins = new ArrayList<>();
      for (int a = 0; a < domain.count(); a++) {
        Margin margin = new Margin(a, new double[domain.size(a)], new double[domain.size(a)]);
        for (AskedTable table : tables) {
          if (Domain.contains(table.attributes(), new int[] {a})) {
            margin.add(table.alone(a));
          }
        }
        margins.add(margin);
      }
      return margins;
    }

    private void add(AskedTable table) {
      double[] more = table.weights(table.uniform());
      double[] asked = table.shares();
      int[] groups = table.groups()[0];
      int[] levels = new int[more.length];
      for (int group : groups) {
        levels[group]++;
      }
      for (int v = 0; v < shares.length; v++) {
        int group = groups[v];
        if (levels[group] == 1) {
          weights[v] += more[group];
          shares[v] += (asked[group] - shares[v]) * more[group] / weights[v];
        }
      }
    }
  }

  public Domain domain() {
    return tree().domain;
  }

  /** The tree's cells, all cliques together. */
  public double cells() {
    return tree().cells();
  }

  /**
   * Whether the tree holds these attributes together; if not, it says independence given others.
   */
  public boolean holds(int[] set) {
    return tree().home(set) >= 0;
  }

  /** Whether the fit ended; if not, more steps would bring the model nearer to its tables. */
  public boolean isDone() {
    return fit.isDone();
  }

  JunctionTree tree() {
    return descent.propagation().tree;
  }

  /**
   * The shares of all cells of these attributes: the tree's, moved by the tables among them that
   * the tree does not hold.
   */
  public double[] shares(int[] set) {
    double[] shares = marginal(set);
    for (AskedTable table : outside) {
      if (Domain.contains(set, table.attributes())) {
        shares = moved(shares, table, set);
      }
    }
    return shares;
  }

  /** Scaled so that the table's cells have their shrunk shares. */
  private double[] moved(double[] shares, AskedTable table, int[] set) {
    int[] cells = table.cellsOf(domain(), set);
    double[] before = Factor.sums(shares, cells, table.size());
    double[] wanted = table.denoised(before);
    double[] moved = new double[shares.length];
    double sum = 0;
    for (int i = 0; i < moved.length; i++) {
      moved[i] = shares[i] > 0 ? shares[i] * wanted[cells[i]] / before[cells[i]] : 0;
      sum += moved[i];
    }
    for (int i = 0; i < moved.length; i++) {
      moved[i] /= sum;
    }
    return sum > 0 ? moved : shares;
  }

  /** The shares of all cells of these attributes, by the tree alone. */
  public double[] marginal(int[] set) {
    Domain domain = domain();
    domain.requireSet(set);
    JunctionTree tree = tree();
    int m = tree.cliques.length;
    int home = tree.home(set);
    if (home >= 0) {
      return new Factor(domain, tree.cliques[home], fit.beliefs().marginals()[home])
          .marginal(set)
          .values();
    }
    int[][] below = new int[m][]; // what of the set a clique and those below it have
    for (int c = m - 1; c >= 0; c--) {
      below[c] = Domain.intersection(tree.cliques[c], set);
    }
    int top = m - 1;
    for (; below[top].length < set.length; top--) {
      below[tree.parents[top]] = Domain.union(below[tree.parents[top]], below[top]);
    }
    // Each clique sends the law of what it has below, given its separator; 1 where that is known.
    Factor[] sent = new Factor[m];
    for (int c = m - 1; c >= top; c--) {
      if (c > top && Domain.contains(tree.separators[c], below[c])) {
        continue;
      }
      int parent = c;
      int[] from =
          IntStream.range(c + 1, m)
              .filter(k -> tree.parents[k] == parent && sent[k] != null)
              .toArray();
      int[] kept = c == top ? set : Domain.union(below[c], tree.separators[c]);
      int[] needed = Domain.intersection(kept, tree.cliques[c]);
      for (int k : from) {
        needed = Domain.union(needed, tree.separators[k]);
      }
      double[] values = c == top ? fit.beliefs().marginals()[c] : fit.beliefs().conditionals()[c];
      Factor factor = new Factor(domain, tree.cliques[c], values).marginal(needed);
      for (int i = 0; i < from.length; i++) {
        int[] left = kept;
        for (int k = i + 1; k < from.length; k++) {
          left = Domain.union(left, tree.separators[from[k]]);
        }
        int[] all = Domain.union(factor.attributes(), sent[from[i]].attributes());
        factor = factor.times(sent[from[i]], Domain.intersection(all, left));
      }
      sent[c] = factor.marginal(kept);
    }
    return sent[top].values();
  }

  /**
   * The model as it would be had other people answered: all tables drawn anew from this model's own
   * shares, and fitted from where this fit ended.
   */
  Model redrawn(RandomSource source) {
    List<AskedTable> again = new ArrayList<>();
    for (int t = 0; t < held.size(); t++) {
      AskedTable table = held.get(t);
      double[] truth = descent.propagation().marginal(fit.beliefs(), t, table.size());
      again.add(table.redrawn(truth, 1 - table.people() / people, source));
    }
    List<AskedTable> others = new ArrayList<>();
    for (AskedTable table : outside) {
      double[] truth =
          Factor.sums(
              shares(table.attributes()),
              table.cellsOf(domain(), table.attributes()),
              table.size());
      others.add(table.redrawn(truth, 1 - table.people() / people, source));
    }
    List<AskedTable> all = Stream.concat(again.stream(), others.stream()).toList();
    double[][] shares =
        Stream.concat(
                again.stream().map(AskedTable::shares),
                Margin.of(domain(), all).stream().map(Margin::shares))
            .toArray(double[][]::new);
    MirrorDescent other =
        new MirrorDescent(descent.propagation(), shares, descent.weights(), descent.impossible());
    return new Model(
        other, again, others, people, other.from(fit.potentials(), TOLERANCE, ITERATIONS));
  }
}
