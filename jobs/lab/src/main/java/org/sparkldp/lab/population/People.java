package org.sparkldp.lab.population;

import java.util.Arrays;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** Synthetic people whose values fill a range or a ball, away from its middle. */
public final class People {
  private People() {}

  /** Numbers in [lower, upper], most of them low: squares of uniform ones. */
  public static double[] numbers(double lower, double upper, int people, long seed) {
    RandomSource source = source(seed);
    double[] numbers = new double[people];
    Arrays.setAll(numbers, i -> lower + (upper - lower) * square(source));
    return numbers;
  }

  /** Vectors in the ball; coordinates are skewed, each third one the other way. */
  public static double[][] vectors(BallProtocol<?> protocol, int people, long seed) {
    RandomSource source = source(seed);
    double largest =
        protocol.norm() == BallProtocol.Norm.MAX
            ? protocol.radius()
            : protocol.radius() / Math.sqrt(protocol.d());
    double[][] vectors = new double[people][protocol.d()];
    for (double[] vector : vectors) {
      Arrays.setAll(vector, j -> (j % 3 == 2 ? -largest : largest) * (1 - 2 * square(source)));
    }
    return vectors;
  }

  /** Coordinate by coordinate. */
  public static double[] mean(double[][] vectors) {
    double[] mean = new double[vectors[0].length];
    for (double[] vector : vectors) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += vector[j] / vectors.length;
      }
    }
    return mean;
  }

  /** Never a stream that a trial's coins come from: those have the seeds from {@code seed} on. */
  private static RandomSource source(long seed) {
    return new SimulationSource(~seed);
  }

  private static double square(RandomSource source) {
    double unit = unit(source);
    return unit * unit;
  }

  /** Uniform in (0, 1). */
  public static double unit(RandomSource source) {
    return ((source.nextLong() >>> 12) + 0.5) * 0x1p-52;
  }
}
