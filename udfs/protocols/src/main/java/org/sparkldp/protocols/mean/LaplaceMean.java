package org.sparkldp.protocols.mean;

import java.math.BigInteger;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.random.DiscreteLaplace;
import org.sparkldp.protocols.spec.Parameters;

/**
 * The Laplace mechanism of each person: the number with noise as wide as the range over epsilon.
 * The baseline of all means; {@link WindowMean} is better at every epsilon.
 *
 * <p>Input: a number in [lower, upper]. Report: the index on the grid plus discrete Laplace noise;
 * 8 bytes. Guarantee: epsilon-LDP. Estimator: the mean of the reports. Its variance is that of the
 * noise over n, for all values: 2 (upper − lower)²/(n epsilon²) up to a part in 10^10. So the
 * standard error is exact. Cost: some ten draws; 8 bytes to accumulate. Errors: epsilon or the
 * range out of range; values are refused without being shown.
 *
 * <p><b>Grid.</b> Noise of scale t/s costs exactly G s/t on a grid of G steps, which {@link
 * DiscreteLaplace#of} keeps tight below the claim. G is 2^20, and less for epsilons below 1/512, so
 * that the scale stays below 2^29 and sums over 2^28 people fit 64 bits.
 *
 * <p>Source: Dwork, McSherry, Nissim &amp; Smith, TCC 2006; on the integers, Ghosh, Roughgarden
 * &amp; Sundararajan, STOC 2009.
 */
public final class LaplaceMean {

  private LaplaceMean() {}

  private static MeanProtocol<Long> of(Parameters given) {
    double epsilon = given.epsilon();
    Line line = Line.of(given, NoiseStep.steps(1 / epsilon));
    DiscreteLaplace noise = DiscreteLaplace.of(epsilon, line.steps());
    return new MeanProtocol<>(
        given,
        Guarantee.pure(epsilon, exactEpsilon(line.steps(), noise)),
        line,
        new NoiseStep(line.steps(), noise));
  }

  private static double exactEpsilon(int sensitivity, DiscreteLaplace noise) {
    return Epsilon.ofQuotient(
        BigInteger.valueOf(sensitivity).multiply(BigInteger.valueOf(noise.s())),
        BigInteger.valueOf(noise.t()));
  }

  /** {@code laplace-mean(epsilon,lower,upper)}. */
  public static final Declaration<MeanProtocol<Long>> DECLARATION =
      MeanProtocol.declared(
          "laplace-mean",
          21,
          "mean of numbers in a range by the Laplace mechanism: the number plus noise",
          LaplaceMean::of);
}
