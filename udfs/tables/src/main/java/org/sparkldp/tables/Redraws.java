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
 * (parametric bootstrap). The intervals are percentiles; they hold for people whom a law of the
 * model's tree describes, and cannot see what the tree leaves out. Reflected ones cover less.
 */
public final class Redraws {
  /** The most cells of a model's tree that is fitted again. */
  public static final int MAX_CELLS = 1 << 18;

  private final Model model;
  private final List<Model> redrawn;

  private Redraws(Model model, List<Model> redrawn) {
    this.model = model;
    this.redrawn = redrawn;
  }

  /**
   * Fits a model again so many times; nothing if a fit was cut short.
   *
   * @param goesOn asked before each fit whether there is time for it; without, there is nothing
   */
  public static Optional<Redraws> of(Model model, int times, long seed, BooleanSupplier goesOn) {
    requireSmall(model);
    Require.between("redraws", times, 2, 10_000);
    SimulationSource source = new SimulationSource(seed);
    List<Model> redrawn = new ArrayList<>();
    boolean isDone = model.isDone();
    for (int i = 0; isDone && i < times; i++) {
      Model again = goesOn.getAsBoolean() ? model.redrawn(source) : model;
      isDone = again != model && again.isDone();
      redrawn.add(again.light());
    }
    return isDone ? Optional.of(new Redraws(model, List.copyOf(redrawn))) : Optional.empty();
  }

  /** Those that were found before; see {@link #found}. */
  public static Redraws of(Model model, List<Model.FoundModel> found) {
    requireSmall(model);
    Require.between("redraws", found.size(), 2, 10_000);
    return new Redraws(model, found.stream().map(model::as).toList());
  }

  private static void requireSmall(Model model) {
    Require.that(model.cells() <= MAX_CELLS)
        .orRefuse(
            "intervals of a model need a tree of at most %s cells: hold fewer tables. Provided:"
                + " %s.",
            MAX_CELLS, (long) model.cells());
  }

  /** What each fit found, to be stored beside the model's. */
  public List<Model.FoundModel> found() {
    return redrawn.stream().map(Model::found).toList();
  }

  public int count() {
    return redrawn.size();
  }

  /** A redrawn model, from which a copy of synthetic people is drawn. */
  public Model model(int number) {
    return redrawn.get(number).whole();
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
      Arrays.sort(others[j]);
      double tail = (1 - confidence) / 2;
      intervals[j] = new double[] {percentile(others[j], tail), percentile(others[j], 1 - tail)};
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
