package org.sparkldp.jobs.design;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
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
    // The least level that the grains reach: one below the lowest error is out of reach, or of no
    // use, and the highest with one grain each is reached.
    double below = 0;
    double level =
        IntStream.range(0, questions).mapToDouble(i -> table.error(i, 1)).max().orElse(0);
    for (int step = 0; step < 200 && level - below > 1e-13 * level; step++) {
      // Errors with one grain may be infinite, where that is less than a protocol takes.
      double middle = Double.isInfinite(level) ? Math.max(1, 2 * below) : (below + level) / 2;
      if (Double.isInfinite(level) && Double.isInfinite(middle)) {
        break;
      }
      int[] needed = table.needed(middle);
      if (needed != null && Arrays.stream(needed).sum() <= all) {
        level = middle;
      } else {
        below = middle;
      }
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

    /** The fewest grains with which all errors are at most so large; null if all are too few. */
    int[] needed(double level) {
      int[] needed = new int[known.length];
      for (int i = 0; i < needed.length; i++) {
        int few = 0; // too few
        int many = known[i].length - 1;
        if (error(i, many) > level) {
          return null;
        }
        while (many - few > 1) {
          int middle = (few + many) / 2;
          if (error(i, middle) <= level) {
            many = middle;
          } else {
            few = middle;
          }
        }
        needed[i] = many;
      }
      return needed;
    }
  }
}
