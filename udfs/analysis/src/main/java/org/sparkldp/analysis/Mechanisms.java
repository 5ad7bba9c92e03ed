package org.sparkldp.analysis;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.sparkldp.analysis.algebra.Algebra;
import org.sparkldp.analysis.competitor.Competitor;
import org.sparkldp.analysis.matrixmechanism.MatrixMechanism;
import org.sparkldp.analysis.matrixmechanism.NoiseEvaluation;
import org.sparkldp.analysis.matrixmechanism.PIdentityStrategy;
import org.sparkldp.analysis.matrixmechanism.RootStrategy;
import org.sparkldp.analysis.orbit.OrbitEvaluation;
import org.sparkldp.analysis.orbit.SubsetEvaluation;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.strategy.Design;
import org.sparkldp.protocols.strategy.StrategyRequest;
import org.sparkldp.protocols.workload.Workload;

/**
 * Every mechanism that answers workloads, by name: the optimised one, the paper's optimiser, its
 * competitors, and the local matrix mechanism.
 */
public final class Mechanisms {
  /** The paper's optimiser, its gradient carried through the projection exactly. */
  public static final String PAPER = "paper";

  /** The paper's optimiser with the inexact gradient of the authors' code: the paper's figures. */
  public static final String PAPER_PUBLISHED = "paper-published";

  /** The local matrix mechanism with Laplace noise. */
  public static final String MATRIX_L1 = "matrix-l1";

  /** The local matrix mechanism with Gaussian noise, delta = 1e-6. */
  public static final String MATRIX_L2 = "matrix-l2";

  private Mechanisms() {}

  /**
   * The result of a mechanism on a workload.
   *
   * @param mechanism its name
   * @param design its strategy matrix
   * @param performance its errors; for additive noise with the noise of its formula in real
   *     numbers, which the certified noise exceeds by some millionths
   * @param rows m as a number that may be beyond long (sets), or the numbers in a noisy report
   * @param made how, a sentence
   * @param seconds to make and evaluate it
   */
  public record Outcome(
      String mechanism,
      Design design,
      Performance performance,
      double rows,
      String made,
      double seconds) {}

  /** All names, the default first. */
  public static List<String> names() {
    return Stream.of(
            Stream.of(StrategyRequest.OPTIMIZED, PAPER, PAPER_PUBLISHED),
            Arrays.stream(Competitor.values()).map(Competitor::label),
            Stream.of(MATRIX_L1, MATRIX_L2))
        .flatMap(names -> names)
        .toList();
  }

  /** Whether a mechanism can be made for so many items. */
  public static boolean applies(String mechanism, Workload workload) {
    return switch (mechanism) {
      case StrategyRequest.OPTIMIZED -> true;
      case PAPER, PAPER_PUBLISHED, MATRIX_L1, MATRIX_L2 ->
          workload.domain() <= Optimizer.DENSE_LIMIT;
      default -> competitor(mechanism).applies(workload.domain());
    };
  }

  /** Makes and evaluates a mechanism. */
  public static Outcome of(
      String mechanism,
      Workload workload,
      double epsilon,
      Optimizer.Options options,
      Progress.Listener listener) {
    long start = System.nanoTime();
    boolean isNoise = mechanism.equals(MATRIX_L1) || mechanism.equals(MATRIX_L2);
    if (isNoise && !applies(mechanism, workload)) {
      throw Require.refusal(
          "%s is made for at most %s items. Provided: %s; bin the domain more coarsely.",
          mechanism, Optimizer.DENSE_LIMIT, workload);
    }
    switch (mechanism) {
      case StrategyRequest.OPTIMIZED -> {
        Optimizer.Result result = Optimizer.optimize(workload, epsilon, options, listener);
        return outcome(mechanism, result.design(), result.performance(), result.made(), start);
      }
      case PAPER, PAPER_PUBLISHED -> {
        Optimized paper =
            PaperOptimizer.optimize(
                Algebra.current(),
                workload.gram(),
                workload.domain(),
                epsilon,
                mechanism.equals(PAPER)
                    ? PaperOptimizer.BackPropagation.EXACT
                    : PaperOptimizer.BackPropagation.PUBLISHED,
                options.seed(),
                listener);
        return outcome(mechanism, paper.design(), paper.performance(), paper.made(), start);
      }
      case MATRIX_L1, MATRIX_L2 -> {
        Algebra algebra = Algebra.current();
        MatrixMechanism noise =
            mechanism.equals(MATRIX_L1)
                ? MatrixMechanism.laplace(PIdentityStrategy.of(algebra, workload), epsilon)
                : MatrixMechanism.gaussian(
                    RootStrategy.of(algebra, workload), epsilon, MatrixMechanism.DELTA);
        return outcome(
            mechanism, noise.design(), noise.performance(workload), noise.strategy().name(), start);
      }
      default -> {
        Competitor competitor = competitor(mechanism);
        Design design = competitor.design(workload, epsilon);
        return outcome(
            mechanism,
            design,
            evaluate(design, workload, epsilon),
            competitor.description(),
            start);
      }
    }
  }

  /** The performance of a design; for additive noise with the certified noise. */
  public static Performance evaluate(Design design, Workload workload, double epsilon) {
    if (design instanceof Design.Dense dense) {
      return DenseEvaluation.of(Algebra.current(), dense, workload);
    }
    if (design instanceof Design.Orbits orbits) {
      return OrbitEvaluation.of(orbits, workload, epsilon);
    }
    if (design instanceof Design.Noise noise) {
      return NoiseEvaluation.of(Algebra.current(), noise, workload, epsilon);
    }
    return SubsetEvaluation.of((Design.Subsets) design, workload, epsilon);
  }

  private static Outcome outcome(
      String mechanism, Design design, Performance performance, String made, long start) {
    return new Outcome(
        mechanism, design, performance, rows(design), made, (System.nanoTime() - start) / 1e9);
  }

  /**
   * m, the numbers in a report for additive noise; for subsets the number of sets in use, which may
   * be astronomical.
   */
  static double rows(Design design) {
    if (design instanceof Design.Dense dense) {
      return dense.outputs();
    }
    if (design instanceof Design.Orbits orbits) {
      return orbits.orbits().stream().mapToLong(orbit -> orbit.rows()).sum();
    }
    if (design instanceof Design.Noise noise) {
      return noise.rows();
    }
    double[] masses = ((Design.Subsets) design).masses();
    double sets = 1; // of size 0
    double rows = 0;
    int n = masses.length - 1;
    for (int s = 0; s <= n; s++) {
      rows += masses[s] > 0 ? sets : 0;
      sets *= (n - s) / (s + 1.0);
    }
    return rows;
  }

  private static Competitor competitor(String mechanism) {
    return Arrays.stream(Competitor.values())
        .filter(competitor -> competitor.label().equals(mechanism))
        .findFirst()
        .orElseThrow(
            () ->
                Require.refusal(
                    "a mechanism must be one of %s. Provided value: %s.",
                    String.join(", ", names()), mechanism));
  }
}
