package org.sparkldp.protocols.mean;

import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.accounting.Epsilon;

/**
 * The hybrid mechanism, the best of the means by worst-case variance at every epsilon: a coin
 * chooses between one bit of the number ({@link DuchiMean}) and a number near it (piecewise). With
 * {@code piecewise(epsilon,lower,upper)} always the latter.
 *
 * <p>Input: a number in [lower, upper]; t is where it lies on the scale of [−1, 1]. Report: a cell;
 * 4 bytes. Guarantee: epsilon-LDP. Estimator: the mean of what reports stand for. A report varies
 * by, times the squared half range, with s = e^(epsilon/2) and c = (s² + 1)/(s² − 1),
 *
 * <pre>
 *   piecewise:  t²/(s − 1) + (s + 3)/(3 (s − 1)²)
 *   hybrid:     (s + 3)/(3 s (s − 1)) + c²/s      whatever t is, from epsilon = 0.609 on;
 *                                                 below, one bit alone: c² − t²
 * </pre>
 *
 * except that the finite grid changes the sixth digit, which the formula of the integers includes.
 * The standard error is unbiased (from above where one bit stands alone; {@link SecondMoment}).
 * Piecewise is better than the hybrid where most t are small. Cost: two to three words; 40 bytes to
 * accumulate. Errors: epsilon or the range out of range; values are refused without being shown.
 *
 * <p>Integers in use: {@link HybridStep}, {@link PiecewiseStep}, {@link TwoPoint}.
 *
 * <p>Source: Wang, Xiao, Yang, Zhao, Hui, Shin, Shin &amp; Yu, "Collecting and Analyzing
 * Multidimensional Data with Local Differential Privacy", ICDE 2019, Algorithms 2 and 3; on
 * integers, ours.
 */
public final class HybridMean {

  private HybridMean() {}

  /** For numbers in [lower, upper]. */
  public static MeanProtocol<Integer> of(
      double epsilon, double lower, double upper, Outside outside) {
    return of(epsilon, new Line(lower, upper, outside, Line.STEPS));
  }

  static MeanProtocol<Integer> of(double epsilon, Line line) {
    Epsilon.require(epsilon);
    return of("hybrid", epsilon, line, HybridStep.of(epsilon, line.steps()));
  }

  /** The piecewise mechanism alone. */
  public static MeanProtocol<Integer> piecewise(
      double epsilon, double lower, double upper, Outside outside) {
    return piecewise(epsilon, new Line(lower, upper, outside, Line.STEPS));
  }

  static MeanProtocol<Integer> piecewise(double epsilon, Line line) {
    Epsilon.require(epsilon);
    return of("piecewise", epsilon, line, HybridStep.piecewise(epsilon, line.steps()));
  }

  private static MeanProtocol<Integer> of(String name, double epsilon, Line line, HybridStep step) {
    return new MeanProtocol<>(
        MeanProtocol.spec(name, epsilon, line),
        Guarantee.pure(epsilon, step.exactEpsilon()),
        line,
        step);
  }

  /** {@code hybrid(epsilon,lower,upper)}. */
  public static final Declaration HYBRID =
      MeanProtocol.declared(
          "hybrid",
          24,
          "mean of numbers in a range by the hybrid mechanism, the best in the worst case",
          HybridMean::of);

  /** {@code piecewise(epsilon,lower,upper)}. */
  public static final Declaration PIECEWISE =
      MeanProtocol.declared(
          "piecewise",
          23,
          "mean of numbers in a range by the piecewise mechanism, best where most are near the"
              + " middle",
          HybridMean::piecewise);
}
