package org.sparkldp.jobs.design;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.sparkldp.protocols.check.Require;

/**
 * A whole, of people or of epsilon, in equal grains that are divided between questions so that the
 * largest error is least. Every question has a grain, and every grain a question.
 *
 * @param grains of each question
 * @param errors of each question with them
 */
public record Division(List<Integer> grains, List<Double> errors) {
  public Division {
    grains = List.copyOf(grains);
    errors = List.copyOf(errors);
  }

  /** The largest error. */
  public double worst() {
    return errors.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  /**
   * The best division.
   *
   * @param errors of each question with a fraction of the whole, in (0, 1]; more makes them
   *     smaller, or no larger
   * @param all grains of the whole, at least as many as there are questions
   */
  public static Division of(List<DoubleUnaryOperator> errors, int all) {
    int questions = errors.size();
    Require.that(questions >= 1 && questions <= all)
        .orRefuse(
            "questions must be at least one, and at most the grains, %s. Provided: %s.",
            all, questions);
    Grains table = new Grains(errors, all);
    // The least level that the grains reach is the error of some question with some grains.
    double level = Double.POSITIVE_INFINITY;
    for (int i = 0; i < questions; i++) {
      int question = i;
      int most = table.first(grains -> !table.reach(table.error(question, grains))) - 1;
      level = most < 1 ? level : Math.min(level, table.error(i, most));
    }
    int[] grains = table.needed(level);
    // What is left helps whoever is worst.
    for (int left = all - Arrays.stream(grains).sum(); left > 0; left--) {
      int worst = 0;
      for (int i = 1; i < questions; i++) {
        worst = table.error(i, grains[i]) > table.error(worst, grains[worst]) ? i : worst;
      }
      grains[worst]++;
    }
    return new Division(
        Arrays.stream(grains).boxed().toList(),
        IntStream.range(0, questions).mapToObj(i -> table.error(i, grains[i])).toList());
  }

  /** Errors by question and grains, each computed once. */
  private static final class Grains {
    private final List<DoubleUnaryOperator> errors;
    private final double[][] known;

    Grains(List<DoubleUnaryOperator> errors, int all) {
      this.errors = errors;
      this.known = new double[errors.size()][all + 1];
      for (double[] row : known) {
        Arrays.fill(row, Double.NaN);
      }
    }

    double error(int question, int grains) {
      double[] row = known[question];
      if (Double.isNaN(row[grains])) {
        row[grains] = errors.get(question).applyAsDouble(grains / (double) (row.length - 1));
      }
      return row[grains];
    }

    /** The fewest grains of each with which all errors are at most so large. */
    int[] needed(double level) {
      return IntStream.range(0, known.length).map(i -> first(n -> error(i, n) <= level)).toArray();
    }

    boolean reach(double level) {
      return Arrays.stream(needed(level)).sum() < known[0].length;
    }

    /**
     * The fewest of which something is true, as it is of all more; one more than all if of none.
     */
    int first(IntPredicate isTrue) {
      int few = 0;
      int many = known[0].length;
      while (many - few > 1) {
        int middle = (few + many) / 2;
        if (isTrue.test(middle)) {
          many = middle;
        } else {
          few = middle;
        }
      }
      return many;
    }
  }
}
