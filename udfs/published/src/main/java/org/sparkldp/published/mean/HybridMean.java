package org.sparkldp.published.mean;

import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.mean.DuchiMean;
import org.sparkldp.protocols.mean.Line;
import org.sparkldp.protocols.mean.MeanProtocol;
import org.sparkldp.protocols.mean.SecondMoment;
import org.sparkldp.protocols.mean.TwoPoint;
import org.sparkldp.protocols.spec.Parameters;

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

  static MeanProtocol<Integer> of(Parameters given, HybridStep step) {
    return new MeanProtocol<>(
        given,
        Guarantee.pure(given.epsilon(), step.exactEpsilon()),
        Line.of(given, step.steps()),
        step);
  }

  /** {@code hybrid(epsilon,lower,upper)}. */
  public static final Declaration<MeanProtocol<Integer>> HYBRID =
      MeanProtocol.declared(
          "hybrid",
          24,
          "mean of numbers in a range by the hybrid mechanism, the best in the worst case",
          given -> of(given, HybridStep.of(given.epsilon(), Line.STEPS)));

  /** {@code piecewise(epsilon,lower,upper)}. */
  public static final Declaration<MeanProtocol<Integer>> PIECEWISE =
      MeanProtocol.declared(
          "piecewise",
          23,
          "mean of numbers in a range by the piecewise mechanism, best where most are near the"
              + " middle",
          given -> of(given, HybridStep.piecewise(given.epsilon(), Line.STEPS)));
}
