package org.sparkldp.protocols.vector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.mean.SecondMoment;
import org.sparkldp.protocols.random.DiscreteNoise;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * Reports that are a vector on the grid plus noise on the integers in every coordinate; 64 bits
 * each, the lowest byte first. A coordinate of the mean of the reports varies by the n-th part of
 * the noise's variance for all values, so the standard error is exact.
 */
abstract class NoiseVector extends CoordinateMean<byte[]> {
  /** The most coordinates. */
  static final int MAX_D = 1 << 16;

  /** Noise of at most this scale leaves room for sums over 2^28 people in 64 bits. */
  static final double WIDEST = 1 << 29;

  /** Of coins, for a coordinate: mostly enough. */
  private static final int WORDS_EACH = 2;

  /** Which ball. */
  static final Parameter NORM =
      Parameter.word(
          "norm",
          "what radius bounds: each coordinate's size (linf, the default) or the Euclidean norm"
              + " (l2)",
          Norm.MAX.toString(),
          Norm.L2.toString());

  private final DiscreteNoise noise;
  private final NoiseTable table;

  /**
   * @param table that draws the noise
   */
  NoiseVector(
      Parameters given, Guarantee guarantee, Ball ball, DiscreteNoise noise, NoiseTable table) {
    super(
        given,
        guarantee,
        ball,
        new SecondMoment(noise.variance() / ball.steps() / ball.steps(), 1));
    this.noise = noise;
    this.table = table;
  }

  /** Reads the ball. */
  static Ball ball(Parameters given, int steps) {
    return ball(given, given.choice(NORM.name(), Norm.values()), steps);
  }

  @Override
  public final ReportType reportType() {
    return ReportType.bits(Long.SIZE * d());
  }

  @Override
  public final byte[] report(int[] input, RandomSource source) {
    ByteBuffer report = ByteBuffer.allocate(Long.BYTES * d()).order(ByteOrder.LITTLE_ENDIAN);
    RandomSource words = source.ahead(WORDS_EACH * d());
    for (int x : input) {
      report.putLong(x + table.sample(words));
    }
    return report.array();
  }

  @Override
  public final double contrast(byte[] report, int[] input, int[] other) {
    ByteBuffer numbers = ByteBuffer.wrap(report).order(ByteOrder.LITTLE_ENDIAN);
    double contrast = 0;
    for (int j = 0; j < input.length; j++) {
      long y = numbers.getLong();
      contrast += noise.logLikelihood(y - input[j]) - noise.logLikelihood(y - other[j]);
    }
    return contrast;
  }

  @Override
  public final Layout<byte[]> layout() {
    return new CoordinateSums(d(), steps() + noise.reach());
  }

  /** As far as accumulators take numbers, which noise leaves with probability below e^-999. */
  @Override
  public final double reach(double[] weights) {
    double most = (double) (steps() + noise.reach()) / steps();
    return most * Arrays.stream(weights).map(Math::abs).sum();
  }

  @Override
  final double mean(long[] counters, long n, int j) {
    return (double) counters[j] / n / steps();
  }

  /**
   * The sum of each coordinate's numbers.
   *
   * @param most size of a number
   */
  private record CoordinateSums(int width, long most) implements Layout<byte[]> {

    @Override
    public boolean accepts(byte[] report) {
      boolean isWell = report.length == Long.BYTES * width;
      ByteBuffer numbers = ByteBuffer.wrap(report).order(ByteOrder.LITTLE_ENDIAN);
      for (int j = 0; isWell && j < width; j++) {
        long number = numbers.getLong();
        isWell = number >= -most && number <= most;
      }
      return isWell;
    }

    @Override
    public String rule() {
      return "be " + width + " numbers of 8 bytes each, of at most " + most + " in size";
    }

    @Override
    public Sink<byte[]> onto(long[] counters) {
      return (report, times) -> {
        ByteBuffer numbers = ByteBuffer.wrap(report).order(ByteOrder.LITTLE_ENDIAN);
        for (int j = 0; j < counters.length; j++) {
          counters[j] = Math.addExact(counters[j], Math.multiplyExact(numbers.getLong(), times));
        }
      };
    }
  }
}
