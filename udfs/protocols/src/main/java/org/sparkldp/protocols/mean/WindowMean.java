package org.sparkldp.protocols.mean;

import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.spec.Parameters;

/**
 * The mean of numbers in a range by windows of cells: at every epsilon the least worst-case
 * variance of an unbiased report that is known, up to 1.3 %.
 *
 * <p>Input: a number in [lower, upper]. Report: a cell; 4 bytes. Guarantee: epsilon-LDP. Estimator:
 * the mean of the numbers that cells stand for. A report varies alike whatever the number is, in
 * units of the squared half range by
 *
 * <pre>
 *   epsilon    0.5     1      2       3       4       6        8         10        14
 *   variance   16.00   4.011  0.8746  0.3083  0.1282  0.02724  0.006532  0.001635  0.0001116
 * </pre>
 *
 * in which rounding to windows has its largest share, at most 1.5 % (at epsilon 14; 0.5 % up to 8).
 * The standard error has that share at every number, so it is from above by as little. {@link
 * DuchiMean} is better only where most numbers lie at the ends of the range. Cost: three words; 24
 * bytes to accumulate. Errors: epsilon or the range out of range; values are refused without being
 * shown.
 *
 * <p>Integers in use: {@link WindowLaw}, {@link WindowStep}.
 *
 * <p>Source: ours. A linear program over all laws shows windows of cells as the best form;
 * staircase laws of finitely many outputs with the same aim are in arXiv 2510.11116 and 2312.05659.
 */
public final class WindowMean {

  private WindowMean() {}

  static MeanProtocol<Integer> of(Parameters given, WindowStep step) {
    return new MeanProtocol<>(
        given,
        Guarantee.pure(given.epsilon(), step.exactEpsilon()),
        Line.of(given, step.steps()),
        step);
  }

  /** {@code mean(epsilon,lower,upper)}. */
  public static final Declaration<MeanProtocol<Integer>> DECLARATION =
      MeanProtocol.declared(
          "mean",
          26,
          "mean of numbers in a range, of the smallest worst-case variance",
          given -> of(given, WindowStep.of(given.epsilon(), Line.STEPS)));
}
