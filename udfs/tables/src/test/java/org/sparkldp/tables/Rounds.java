package org.sparkldp.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * A crowd asked in three rounds, each person in one. Who answers which table is drawn exactly; the
 * coins of reports are drawn as normal errors with the oracle's exact covariance.
 *
 * @param truth the shares of a set of attributes
 */
record Rounds(Domain domain, Function<int[], double[]> truth, double people, double epsilon) {

  /**
   * What was asked and what became of it.
   *
   * @param chosen in the last round
   */
  record Asked(
      List<AskedTable> oneWay,
      List<AskedTable> coarse,
      TableChoice choice,
      List<AskedTable> chosen) {

    Model model(Domain domain, int cells) {
      List<AskedTable> others = new ArrayList<>(oneWay);
      others.addAll(coarse);
      return Model.of(domain, chosen, others, List.of(), cells);
    }
  }

  Asked ask(boolean[] ordered, OptionalInt label, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    List<int[]> ones = new ArrayList<>();
    for (int a = 0; a < domain.count(); a++) {
      ones.add(new int[] {a});
    }
    int[][] levels = AskedTable.whole(domain, Joint.all(domain));
    List<AskedTable> oneWay = asked(ones, levels, TableDesign.ROUNDS.get(0), random);
    Model alone = Model.of(domain, oneWay);
    int[][] groups = new int[domain.count()][];
    for (int a = 0; a < groups.length; a++) {
      double[] shares = alone.marginal(new int[] {a});
      groups[a] = ordered[a] ? TableDesign.neighbours(shares, 4) : TableDesign.largest(shares, 4);
    }
    List<AskedTable> coarse =
        asked(TableDesign.pairs(domain), groups, TableDesign.ROUNDS.get(1), random);
    double last = people * TableDesign.ROUNDS.get(2);
    TableChoice choice = TableChoice.of(domain, oneWay, coarse, label, last, epsilon);
    List<AskedTable> chosen = new ArrayList<>();
    for (int t = 0; t < choice.tables().size(); t++) {
      chosen.add(asked(choice.tables().get(t), levels, choice.people()[t], random));
    }
    return new Asked(oneWay, coarse, choice, chosen);
  }

  private List<AskedTable> asked(
      List<int[]> sets, int[][] groups, double part, SplittableRandom random) {
    double[] cells = new double[sets.size()];
    double[] even = new double[cells.length];
    Arrays.fill(even, 1);
    for (int t = 0; t < cells.length; t++) {
      cells[t] = 1;
      for (int a : sets.get(t)) {
        cells[t] *= Domain.groupsOf(groups[a]);
      }
    }
    double[] answering = TableDesign.division(cells, even, part * people);
    List<AskedTable> asked = new ArrayList<>();
    for (int t = 0; t < cells.length; t++) {
      asked.add(asked(sets.get(t), groups, answering[t], random));
    }
    return asked;
  }

  AskedTable asked(int[] set, int[][] groups, double answering, SplittableRandom random) {
    int[][] mine = Arrays.stream(set).mapToObj(a -> groups[a]).toArray(int[][]::new);
    int cells = 1;
    for (int[] group : mine) {
      cells *= Domain.groupsOf(group);
    }
    double[] shares =
        counted(
            Factor.sums(truth.apply(set), domain.cellsOf(set, set, mine), cells),
            Math.round(answering),
            random);
    PureLaw law = PureLaw.best(Math.max(2, cells), epsilon);
    int[] members = AskedTable.ones(cells);
    double[] drawn =
        law.draw(shares, members, answering, 0, new SimulationSource(random.nextLong()));
    return new AskedTable(set, mine, drawn, members, law, answering);
  }

  /** The shares among people drawn one by one. */
  private static double[] counted(double[] law, long people, SplittableRandom random) {
    double[] until = law.clone();
    for (int v = 1; v < until.length; v++) {
      until[v] += until[v - 1];
    }
    double[] counted = new double[law.length];
    for (long i = 0; i < people; i++) {
      int cell = Arrays.binarySearch(until, random.nextDouble() * until[until.length - 1]);
      counted[Math.min(law.length - 1, cell < 0 ? -cell - 1 : cell)] += 1.0 / people;
    }
    return counted;
  }

  /** The nearest shares at least 0: what stands without a model. */
  static double[] projected(double[] shares) {
    double low = -1;
    double high = 1;
    for (int i = 0; i < 60; i++) {
      double middle = (low + high) / 2;
      double sum = Arrays.stream(shares).map(share -> Math.max(0, share - middle)).sum();
      low = sum > 1 ? middle : low;
      high = sum > 1 ? high : middle;
    }
    double tau = low;
    return Arrays.stream(shares).map(share -> Math.max(0, share - tau)).toArray();
  }
}
