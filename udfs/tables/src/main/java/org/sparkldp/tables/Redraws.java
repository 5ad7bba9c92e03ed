package org.sparkldp.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * How far a model's answers may be off: the same model fitted to tables drawn again from itself
 * (parametric bootstrap). The intervals are from the percentiles to those moved by twice the bias
 * of redraws: either alone covers less, percentiles where noise is large, moved ones at the
 * boundary. They hold for people whom a law of the model's tree describes, and cannot see what it
 * leaves out.
 *
 * @param found what each fit found, to be stored beside the model's
 */
public record Redraws(Model model, List<Model.FoundModel> found) {
  /** The most cells of a model's tree that is fitted again. */
  public static final int MAX_CELLS = 1 << 18;

  public Redraws {
    requireSmall(model);
    Require.between("redraws", found.size(), 2, 10_000);
    found = List.copyOf(found);
  }

  /**
   * Fits a model again so many times; nothing if a fit was cut short.
   *
   * @param goesOn asked before each fit whether there is time for it; without, there is nothing
   */
  public static Optional<Redraws> of(Model model, int times, long seed, BooleanSupplier goesOn) {
    requireSmall(model);
    SimulationSource source = new SimulationSource(seed);
    List<Model.FoundModel> found = new ArrayList<>();
    boolean isDone = model.isDone();
    while (isDone && found.size() < times && goesOn.getAsBoolean()) {
      found.add(model.redrawn(source).found());
      isDone = found.get(found.size() - 1).isDone();
    }
    return isDone && found.size() >= times
        ? Optional.of(new Redraws(model, found))
        : Optional.empty();
  }

  private static void requireSmall(Model model) {
    Require.that(model.cells() <= MAX_CELLS)
        .orRefuse(
            "intervals of a model need a tree of at most %s cells: hold fewer tables. Provided:"
                + " %s.",
            MAX_CELLS, (long) model.cells());
  }

  public int count() {
    return found.size();
  }

  /** A redrawn model, from which a copy of synthetic people is drawn. */
  public Model model(int number) {
    return model.as(found.get(number));
  }

  /**
   * For each answer of a question its lower and upper end.
   *
   * @param question from a model to numbers, each time as many
   */
  public double[][] intervals(Function<Model, double[]> question, double confidence) {
    double most = 1 - 2.0 / (count() + 1); // what the two farthest of so many hold
    Require.that(confidence > 0 && confidence <= most + 1e-9)
        .orRefuse(
            "confidence must be above 0 and, with %s redraws, at most %s: draw more. Provided value:"
                + " %s.",
            count(), most, confidence);
    double[] answers = question.apply(model);
    double[][] others = new double[answers.length][count()];
    for (int i = 0; i < count(); i++) {
      double[] again = question.apply(model(i));
      for (int j = 0; j < answers.length; j++) {
        others[j][i] = again[j];
      }
    }
    double[][] intervals = new double[answers.length][];
    for (int j = 0; j < answers.length; j++) {
      double[] again = others[j];
      Arrays.sort(again);
      // Fits shrink towards even shares, and fits to what a fit says do so twice: as far as redraws
      // lie from the answer, the answer lies from the truth.
      double bias = Arrays.stream(again).average().orElseThrow() - answers[j];
      double tail = (1 - confidence) / 2;
      intervals[j] =
          new double[] {
            percentile(again, tail) - Math.max(0, 2 * bias),
            percentile(again, 1 - tail) - Math.min(0, 2 * bias)
          };
    }
    return intervals;
  }

  private static double percentile(double[] sorted, double part) {
    double at = part * (sorted.length + 1) - 1;
    int below = (int) Math.max(0, Math.min(sorted.length - 2, Math.floor(at)));
    double weight = Math.max(0, Math.min(1, at - below));
    return sorted[below] + weight * (sorted[below + 1] - sorted[below]);
  }
}
