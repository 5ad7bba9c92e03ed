package org.sparkldp.protocols.mean;

import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.spec.Parameters;

/**
 * One bit of a number: the more likely 1 the nearer the number is to the upper end. The best of the
 * means where all numbers lie at the ends of the range.
 *
 * <p>Input: a number in [lower, upper]; t is where it lies on the scale of [−1, 1]. Report: cell 0
 * or 1, standing for −c and +c, c = (e^eps + 1)/(e^eps − 1); 4 bytes. Guarantee: epsilon-LDP.
 * Estimator: the mean of what reports stand for. A report varies by c² − t², times the squared half
 * range; reports do not show the people's mean t², so the squared standard error is from above
 * ({@link SecondMoment}): by the people's own variance over that of a report, at epsilon 1 at most
 * 1.27 times as large (half of the people at either end), at epsilon 4 at most 14 times. Cost: one
 * word; 16 bytes to accumulate. Errors: epsilon or the range out of range; values are refused
 * without being shown.
 *
 * <p>Integers in use: {@link TwoPoint}, tight below the claim by 1e-9 up to epsilon 10, by 2e-5 at
 * 20.
 *
 * <p>Source: Duchi, Jordan &amp; Wainwright, JASA 2018, in one dimension; as one coin, Wang et al.,
 * ICDE 2019, Algorithm 1.
 */
public final class DuchiMean {

  private DuchiMean() {}

  static MeanProtocol<Integer> of(Parameters given, int steps) {
    Line line = Line.of(given, steps);
    TwoPoint step = TwoPoint.of(given.epsilon(), steps);
    return new MeanProtocol<>(
        given, Guarantee.pure(given.epsilon(), step.exactEpsilon()), line, step);
  }

  /** {@code duchi(epsilon,lower,upper)}. */
  public static final Declaration<MeanProtocol<Integer>> DECLARATION =
      MeanProtocol.declared(
          "duchi",
          22,
          "mean of numbers in a range from one bit of each (Duchi, Jordan & Wainwright)",
          given -> of(given, Line.STEPS));
}
