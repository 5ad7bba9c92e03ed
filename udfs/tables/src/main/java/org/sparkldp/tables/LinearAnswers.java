package org.sparkldp.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.check.Require;

/**
 * Answers Σ w(cell) share(cell) wherever asked tables contain the question: the mean of all such
 * tables' own answers, weighed by their inverse variances. Unbiased, linear in the reports, and
 * with its exact standard error for the people of the whole table: the coins and who was asked
 * which table.
 *
 * <p>The weights are those of evenly spread people, known before anybody is asked; so the answer is
 * linear, and while the true variances differ from these by one factor, up to 2 either way, it is
 * at least as good as the best single table.
 *
 * <p>A table's people are a sample without replacement of all N: with S² the variance of w over the
 * people and λ the weights, sampling adds S² (Σ λ²/n − 1/N).
 */
public final class LinearAnswers {
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
  }

  /** A question as one table sees it. */
  private record View(AskedTable table, double[] weights, double center, double variance) {
    /** Σ (w − center) share + center, for w or another function that the table contains. */
    double value(double[] of) {
      double sum = 0;
      double middle = table.mean(of);
      for (int v = 0; v < of.length; v++) {
        sum += (of[v] - middle) * table.shares()[v];
      }
      return middle + sum;
    }
  }

  /** The tables that contain a question. */
  private List<View> views(int[] set, double[] weights) {
    List<View> views = new ArrayList<>();
    for (AskedTable table : tables) {
      if (!Domain.contains(table.attributes(), set)) {
        continue;
      }
      int[] cells = table.cellsOf(domain, table.attributes());
      int[] asked = domain.cellsOf(table.attributes(), set);
      double[] mine = new double[table.shares().length];
      Arrays.fill(mine, Double.NaN);
      boolean isContained = true;
      for (int i = 0; i < cells.length && isContained; i++) {
        double weight = weights[asked[i]];
        isContained = Double.isNaN(mine[cells[i]]) || mine[cells[i]] == weight;
        mine[cells[i]] = weight;
      }
      if (isContained) {
        double center = table.mean(mine);
        double[] even = table.uniform();
        double square = table.meanSquare(mine, center, even);
        double noise = table.noise(mine, center, 0, square);
        double sampling = square * Math.max(0, 1 / table.people() - 1 / people);
        views.add(new View(table, mine, center, noise + sampling));
      }
    }
    return views;
  }

  /**
   * The answer to a question over the cells of a set of attributes; nothing if no asked table
   * contains it.
   *
   * @param weights one a cell, the last attribute running fastest: 1 where counted, or a number's
   *     value
   */
  public Optional<Answer> answer(int[] set, double[] weights) {
    domain.requireSet(set);
    Require.that(weights.length == (int) domain.cells(set))
        .orRefuse(
            "a question needs a weight for each of the %s cells of %s. Provided: %s.",
            (long) domain.cells(set), domain.names(set), weights.length);
    Require.that(Arrays.stream(weights).allMatch(Double::isFinite))
        .orRefuse("a question's weights must be finite.");
    double least = Arrays.stream(weights).min().orElseThrow();
    double most = Arrays.stream(weights).max().orElseThrow();
    if (least == most) {
      return Optional.of(new Answer(least, 0));
    }
    int[] needed = needed(set, weights);
    if (needed.length < set.length) {
      double[] fewer = new double[(int) domain.cells(needed)];
      int[] cells = domain.cellsOf(set, needed);
      for (int i = 0; i < cells.length; i++) {
        fewer[cells[i]] = weights[i];
      }
      return answer(needed, fewer);
    }
    List<View> views = views(set, weights);
    if (views.isEmpty()) {
      return Optional.empty();
    }
    double total = views.stream().mapToDouble(view -> 1 / view.variance).sum();
    double value = 0;
    double square = 0; // the mean of w²
    for (View view : views) {
      double part = 1 / view.variance / total;
      value += part * view.value(view.weights);
      square += part * view.value(Arrays.stream(view.weights).map(w -> w * w).toArray());
    }
    double mean = Math.min(most, Math.max(least, value));
    double noise = 0;
    double sampled = -1 / people;
    double largest = Math.max(least * least, most * most);
    square = Math.min(largest, Math.max(mean * mean, square));
    for (View view : views) {
      double part = 1 / view.variance / total;
      double c = view.center;
      noise +=
          part * part * view.table.noise(view.weights, c, mean - c, square - 2 * c * mean + c * c);
      sampled += part * part / view.table.people();
    }
    double spread = Math.max(0, square - mean * mean);
    return Optional.of(
        new Answer(value, Math.sqrt(Math.max(0, noise) + spread * Math.max(0, sampled))));
  }

  /** The attributes on which the weights depend. */
  private int[] needed(int[] set, double[] weights) {
    return Arrays.stream(set)
        .filter(
            a -> {
              int[] others = Arrays.stream(set).filter(b -> b != a).toArray();
              int[] cells = domain.cellsOf(set, others);
              double[] first = new double[(int) domain.cells(others)];
              Arrays.fill(first, Double.NaN);
              for (int i = 0; i < cells.length; i++) {
                if (Double.isNaN(first[cells[i]])) {
                  first[cells[i]] = weights[i];
                } else if (first[cells[i]] != weights[i]) {
                  return true;
                }
              }
              return false;
            })
        .toArray();
  }
}
