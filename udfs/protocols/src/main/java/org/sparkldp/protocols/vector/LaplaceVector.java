package org.sparkldp.protocols.vector;

import java.math.BigInteger;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.DiscreteLaplace;
import org.sparkldp.protocols.random.DiscreteNoise;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * The Laplace mechanism on every coordinate: the baseline that the others are measured by. Its
 * total variance grows with d² for the Euclidean ball and d³ for the cube, theirs with d and d².
 *
 * <p>Input: d numbers, in [−radius, radius] each ({@code norm=linf}, the default) or of Euclidean
 * norm at most the radius ({@code norm=l2}); 1 ≤ d ≤ 65,536. Report: d numbers on the grid, each
 * with discrete Laplace noise; 64 bits each, the lowest byte first. Guarantee: epsilon-LDP.
 * Estimator: the mean of the reports. A coordinate varies by 8 d² radius²/epsilon² (linf) or 8 d
 * radius²/epsilon² (l2), for all values, so the standard error is exact. Cost: two words a
 * coordinate ({@link NoiseTable}); 8 d bytes to accumulate. Errors: epsilon, d, radius or norm out
 * of range, or d so large for epsilon that no grid is left; vectors are refused without being
 * shown.
 *
 * <p><b>Grid.</b> Two points of it differ by at most Δ = 2 g d in sum (linf), or ⌊2 g √d⌋ (l2), for
 * g steps to the radius, so noise of scale t/s costs Δ s/t exactly ({@link DiscreteLaplace#of}). g
 * is the largest power of two up to 2^19 that keeps the scale below 2^29.
 *
 * <p>Source: Dwork, McSherry, Nissim &amp; Smith, TCC 2006; why it is no more than a baseline,
 * Duchi, Jordan &amp; Wainwright, JASA 2018, equation (24).
 */
public final class LaplaceVector extends NoiseVector {
  static final Parameter D = BallProtocol.D.to(MAX_D, "Take one-coordinate, or l2-ball.");

  private LaplaceVector(Parameters given, Ball ball, DiscreteLaplace noise) {
    super(
        given,
        Guarantee.pure(given.epsilon(), exactEpsilon(sensitivity(ball), noise)),
        ball,
        noise,
        NoiseTable.laplace(noise.t(), noise.s()));
  }

  private static LaplaceVector of(Parameters given) {
    double epsilon = given.epsilon();
    for (int steps = STEPS; steps >= 1; steps /= 2) {
      Ball ball = ball(given, steps);
      long sensitivity = sensitivity(ball);
      if (sensitivity / epsilon <= WIDEST) {
        return new LaplaceVector(given, ball, DiscreteLaplace.of(epsilon, sensitivity));
      }
    }
    throw Require.refusal(
        "d over epsilon must be below some 2^28 for Laplace noise. Provided values: d = %s, epsilon"
            + " = %s; take one-coordinate, or l2-ball.",
        given.integer(D.name()), epsilon);
  }

  /** Δ. */
  private static long sensitivity(Ball ball) {
    long side = 2L * ball.steps();
    return ball.norm() == Norm.MAX
        ? side * ball.d()
        : DiscreteNoise.root(
            BigInteger.valueOf(side * side).multiply(BigInteger.valueOf(ball.d())));
  }

  private static double exactEpsilon(long sensitivity, DiscreteLaplace noise) {
    return Epsilon.ofQuotient(
        BigInteger.valueOf(sensitivity).multiply(BigInteger.valueOf(noise.s())),
        BigInteger.valueOf(noise.t()));
  }

  /** {@code laplace-vector(epsilon,d,radius,norm)}. */
  public static final Declaration<LaplaceVector> DECLARATION =
      declared(
              "laplace-vector",
              33,
              "mean of vectors by Laplace noise on every coordinate, the baseline",
              D,
              NORM)
          .variants("", "norm=l2")
          .makes(LaplaceVector::of);
}
