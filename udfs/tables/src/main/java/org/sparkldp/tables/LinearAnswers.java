package org.sparkldp.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.sparkldp.protocols.check.Require;

/**
 * Answers Σ w(cell) share(cell) wherever asked tables contain the question: the mean of all such
 * tables' own answers, weighed by their inverse variances. Unbiased, linear in the reports, and
 * with its exact standard error for the people of the whole table: the coins and who was asked
 * which table.
 *
 * <p>The weights are known before anybody is asked, so the answer is linear: of several supposed
 * crowds, from even to all in one cell, the inverse variances of the one with which the answer is
 * never much worse than the best single table, whatever the people are.
 *
 * <p>A table's people are a sample without replacement of all N: with S² the variance of w over the
 * people and λ the weights, sampling adds S² (Σ λ²/n − 1/N).
 */
public final class LinearAnswers {
  private static final double[] HIGH = {0, 0.05, 0.2, 0.5, 0.8, 0.95, 1};

  /** Weights that differ by less than this part of the largest differ by rounding alone. */
  private static final double ROUNDING = 1e-9;

  private final Domain domain;
  private final List<AskedTable> tables;
  private final double people;

  /** Tables whose people are all people. */
  public LinearAnswers(Domain domain, List<AskedTable> tables) {
    this(domain, tables, tables.stream().mapToDouble(AskedTable::people).sum());
  }

  /**
   * Tables of some of the people.
   *
   * @param people of the whole table, whom answers are about
   */
  public LinearAnswers(Domain domain, List<AskedTable> tables, double people) {
    this.domain = domain;
    this.tables = List.copyOf(tables);
    this.people = people;
    tables.forEach(table -> table.requireOf(domain));
    double asked = tables.stream().mapToDouble(AskedTable::people).sum();
    Require.that(people >= asked * (1 - 1e-12))
        .orRefuse("people must be at least the %s who were asked. Provided: %s.", asked, people);
  }

  /** A question as one table sees it; the center is taken off, which loses nothing. */
  private record View(AskedTable table, double[] weights, double center, double squares) {

    /** What this table answers, for the weights or for a function of them. */
    double value(DoubleUnaryOperator of) {
      double[] mine = Arrays.stream(weights).map(of).toArray();
      double middle = table.mean(mine);
      double sum = middle;
      double[] shares = table.shares();
      for (int v = 0; v < mine.length; v++) {
        sum += (mine[v] - middle) * shares[v];
      }
      return sum;
    }
  }

  /** The first two moments of the weights over the people: all that variances depend on. */
  private record Moments(double mean, double square) {}

  /** The variance of each table's answer, without −S²/N, which is the same for all tables. */
  private static double[] variances(List<View> views, Moments people) {
    double spread = Math.max(0, people.square - people.mean * people.mean);
    return views.stream()
        .mapToDouble(
            view -> {
              double c = view.center;
              double square = people.square - 2 * c * people.mean + c * c;
              double noise = view.table.law().noise(0, view.squares, people.mean - c, square);
              // Noise is never quite 0, so that answers without any are weighed alike.
              return (Math.max(1e-12 * view.squares, noise) + spread) / view.table.people();
            })
        .toArray();
  }

  /** The variance of a mean with these parts; see the class. */
  private double variance(List<View> views, double[] parts, Moments moments) {
    double[] variances = variances(views, moments);
    double variance = -Math.max(0, moments.square - moments.mean * moments.mean) / people;
    for (int t = 0; t < parts.length; t++) {
      variance += parts[t] * parts[t] * variances[t];
    }
    return Math.max(0, variance);
  }

  /**
   * The tables' parts in the answer: inverse variances for some supposed people, and of these the
   * ones whose error is at worst the least beside the best single table's.
   */
  private double[] parts(List<View> views, double least, double most) {
    List<Moments> supposed = new ArrayList<>();
    View first = views.get(0);
    double even = first.squares / Arrays.stream(first.table.members()).sum();
    supposed.add(new Moments(first.center, first.center * first.center + even));
    for (double high : HIGH) { // that part at the largest weight, all others at the least
      supposed.add(
          new Moments(
              least + high * (most - least), (1 - high) * least * least + high * most * most));
    }
    double[] singles = supposed.stream().mapToDouble(truth -> single(views, truth)).toArray();
    double[] best = null;
    double lowest = Double.POSITIVE_INFINITY;
    for (Moments candidate : supposed) {
      double[] parts = Arrays.stream(variances(views, candidate)).map(each -> 1 / each).toArray();
      double sum = Arrays.stream(parts).sum();
      Arrays.setAll(parts, t -> parts[t] / sum);
      double worst = 0;
      for (int i = 0; i < singles.length; i++) {
        worst = Math.max(worst, variance(views, parts, supposed.get(i)) / singles[i]);
      }
      if (best == null || worst < lowest) {
        lowest = worst;
        best = parts;
      }
    }
    return best;
  }

  /** The least variance of one table's answer. */
  private double single(List<View> views, Moments truth) {
    double least = Double.POSITIVE_INFINITY;
    for (int t = 0; t < views.size(); t++) {
      double[] one = new double[views.size()];
      one[t] = 1;
      least = Math.min(least, variance(views, one, truth));
    }
    return least;
  }

  /** The tables that contain a question: its weights depend on nothing but the table's cell. */
  private List<View> views(int[] set, int[] cells, double[] weights) {
    List<View> views = new ArrayList<>();
    double near = ROUNDING * Arrays.stream(weights).map(Math::abs).max().orElse(0);
    for (AskedTable table : tables) {
      int[] common = Domain.intersection(set, table.attributes());
      double[] seen = new double[(int) domain.cells(common)];
      double[] mine = new double[table.size()];
      if (isSeen(set, cells, weights, near, common, seen)
          && isCarried(common, seen, near, table, mine)) {
        double center = table.mean(mine);
        double squares = 0;
        int[] members = table.members();
        for (int v = 0; v < mine.length; v++) {
          squares += members[v] * (mine[v] - center) * (mine[v] - center);
        }
        views.add(new View(table, mine, center, squares));
      }
    }
    return views;
  }

  /** Carries weights to cells of some of the attributes, unless they hang on the others. */
  private boolean isSeen(
      int[] set, int[] cells, double[] weights, double near, int[] common, double[] seen) {
    int[] counts = new int[seen.length];
    for (int i = 0; i < cells.length; i++) {
      if (Math.abs(weights[i]) <= near) {
        continue;
      }
      int rest = cells[i];
      int to = 0;
      int inner = 1;
      for (int j = set.length - 1, k = common.length - 1; k >= 0; j--) {
        int size = domain.size(set[j]);
        if (set[j] == common[k]) {
          to += rest % size * inner;
          inner *= size;
          k--;
        }
        rest /= size;
      }
      if (counts[to]++ > 0 && Math.abs(seen[to] - weights[i]) > near) {
        return false;
      }
      seen[to] = weights[i];
    }
    double all = domain.cells(set) / seen.length;
    return Arrays.stream(counts).allMatch(count -> count == 0 || count == all);
  }

  /** Carries weights to the cells of a table, unless they differ within one. */
  private boolean isCarried(
      int[] common, double[] seen, double near, AskedTable table, double[] mine) {
    int[] of = domain.cellsOf(table.attributes(), common);
    int[] groups = table.cellsOf(domain, table.attributes());
    Arrays.fill(mine, Double.NaN);
    for (int i = 0; i < groups.length; i++) {
      double weight = seen[of[i]];
      if (Math.abs(mine[groups[i]] - weight) > near) { // never of the first, which is NaN
        return false;
      }
      mine[groups[i]] = weight;
    }
    return true;
  }

  /**
   * The answer to a question over the cells of a set of attributes; nothing if no asked table
   * contains it.
   *
   * @param weights one a cell, the last attribute running fastest: 1 where counted, or a number's
   *     value
   */
  public Optional<Answer> answer(int[] set, double[] weights) {
    Require.that(weights.length == (int) domain.cells(domain.requireSet(set)))
        .orRefuse(
            "a question needs a weight for each of the %s cells of %s. Provided: %s.",
            (long) domain.cells(set), domain.names(set), weights.length);
    return answer(set, Domain.identity(weights.length), weights);
  }

  /**
   * The same where most weights are 0.
   *
   * @param cells different ones of the set, beside which all weights are 0
   * @param weights of these cells
   */
  public Optional<Answer> answer(int[] set, int[] cells, double[] weights) {
    Require.that(Arrays.stream(weights).allMatch(Double::isFinite))
        .orRefuse("a question's weights must be finite.");
    DoubleSummaryStatistics range = Arrays.stream(weights).summaryStatistics();
    if (cells.length < domain.cells(domain.requireSet(set))) {
      range.accept(0);
    }
    double least = range.getMin();
    double most = range.getMax();
    if (least == most) {
      return Optional.of(new Answer(least, 0));
    }
    List<View> views = views(set, cells, weights);
    if (views.isEmpty()) {
      return Optional.empty();
    }
    double[] parts = parts(views, least, most);
    double value = 0;
    double square = 0;
    for (int t = 0; t < parts.length; t++) {
      value += parts[t] * views.get(t).value(w -> w);
      square += parts[t] * views.get(t).value(w -> w * w);
    }
    double mean = Math.min(most, Math.max(least, value));
    double largest = (least + most) * mean - least * most; // all people at one of the ends
    square = Math.min(largest, Math.max(mean * mean, square));
    return Optional.of(
        new Answer(value, Math.sqrt(variance(views, parts, new Moments(mean, square)))));
  }
}
