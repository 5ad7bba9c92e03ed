package org.sparkldp.tables;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.check.Require;

/**
 * Fits the model of largest entropy to asked tables: the marginals over a junction tree with the
 * least weighted squared error, by mirror descent over the logarithms of potentials with a line
 * search. The step is the one that the last step's curvature suggests (Barzilai and Borwein), cut
 * until the loss falls below the worst of the last few.
 *
 * <p>Source: McKenna, Sheldon &amp; Miklau, ICML 2019. The loss is in units of the tables' own
 * variances, so a fall of a hundredth in many steps says that noise is all that is left.
 *
 * @param asked shares of each table
 * @param impossible potentials after the tables': 0, or minus infinity where nobody can be
 */
record MirrorDescent(
    BeliefPropagation propagation, double[][] asked, double[][] weights, double[][] impossible) {
  private static final int MEMORY = 6;
  private static final int PATIENCE = 10;

  /** Where a descent ended, and whether by itself: not because its steps were used up. */
  record Fit(
      double[][] potentials, BeliefPropagation.Beliefs beliefs, double loss, boolean isDone) {}

  private record Point(
      double[][] potentials,
      BeliefPropagation.Beliefs beliefs,
      double[][] marginals,
      double[][] gradient,
      double loss) {}

  /**
   * Descends from these potentials.
   *
   * @param tolerance the fall of the loss in ten steps at which it ends
   */
  Fit from(double[][] start, double tolerance, int iterations) {
    Point here = point(start);
    Require.that(Double.isFinite(here.loss))
        .orRefuse("a model needs shares near 0 to 1. Provided: a loss of %s.", here.loss);
    Point best = here;
    double largest =
        Arrays.stream(here.gradient).flatMapToDouble(Arrays::stream).map(Math::abs).max().orElse(0);
    double step = largest > 0 ? 1 / largest : 1;
    List<Double> losses = new ArrayList<>(List.of(here.loss));
    List<Double> bests = new ArrayList<>(List.of(here.loss));
    boolean isDone = false;
    for (int i = 0; i < iterations && !isDone; i++) {
      double reference =
          losses.subList(Math.max(0, losses.size() - MEMORY), losses.size()).stream()
              .max(Double::compare)
              .orElseThrow();
      Point next = point(moved(here, step));
      double slope = product(here.gradient, next.marginals, here.marginals);
      if (!(next.loss <= reference + 0.1 * slope)) {
        isDone = slope >= 0; // no step is small enough: rounding is all that is left
        step /= 2;
        continue;
      }
      double along = 0; // the step's length in potentials and marginals, and its curvature
      double curvature = 0;
      for (int t = 0; t < asked.length; t++) {
        for (int v = 0; v < weights[t].length; v++) {
          double change = next.marginals[t][v] - here.marginals[t][v];
          along += change * (next.potentials[t][v] - here.potentials[t][v]);
          curvature += change * change * weights[t][v];
        }
      }
      step = curvature > 0 && along > 0 ? along / curvature : 2 * step;
      here = next;
      best = here.loss < best.loss ? here : best;
      losses.add(here.loss);
      bests.add(best.loss);
      isDone =
          bests.size() > PATIENCE && bests.get(bests.size() - 1 - PATIENCE) - best.loss < tolerance;
    }
    return new Fit(best.potentials, best.beliefs, best.loss, isDone);
  }

  /** The marginals that the tables' potentials make. */
  BeliefPropagation.Beliefs beliefs(double[][] potentials) {
    double[][] all = Arrays.copyOf(potentials, asked.length + impossible.length);
    System.arraycopy(impossible, 0, all, asked.length, impossible.length);
    return propagation.of(all);
  }

  private Point point(double[][] potentials) {
    BeliefPropagation.Beliefs beliefs = beliefs(potentials);
    double[][] marginals = new double[asked.length][];
    double[][] gradient = new double[asked.length][];
    double loss = 0;
    for (int t = 0; t < asked.length; t++) {
      double[] shares = asked[t];
      marginals[t] = propagation.marginal(beliefs, t, shares.length);
      gradient[t] = new double[shares.length];
      for (int v = 0; v < shares.length; v++) {
        double error = marginals[t][v] - shares[v];
        gradient[t][v] = weights[t][v] * error;
        loss += gradient[t][v] * error / 2;
      }
    }
    return new Point(potentials, beliefs, marginals, gradient, loss);
  }

  private double[][] moved(Point point, double step) {
    double[][] moved = new double[asked.length][];
    for (int t = 0; t < moved.length; t++) {
      moved[t] = point.potentials[t].clone();
      for (int v = 0; v < moved[t].length; v++) {
        moved[t][v] -= step * point.gradient[t][v];
      }
    }
    return moved;
  }

  private static double product(double[][] gradient, double[][] to, double[][] from) {
    double product = 0;
    for (int t = 0; t < gradient.length; t++) {
      for (int v = 0; v < gradient[t].length; v++) {
        product += gradient[t][v] * (to[t][v] - from[t][v]);
      }
    }
    return product;
  }
}
