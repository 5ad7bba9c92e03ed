package org.sparkldp.protocols.vector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalInt;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.mean.SecondMoment;
import org.sparkldp.protocols.mean.WindowMean;
import org.sparkldp.protocols.mean.WindowStep;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * Some coordinates, drawn at random for each report, each reported as by {@link WindowMean}: the
 * mean of vectors in a cube for large epsilon where most coordinates are small.
 *
 * <p>Input: d numbers in [−radius, radius], 1 ≤ d ≤ 2^20. Report: k pairs of a coordinate and its
 * {@link WindowStep cell}, 64 bits each (the coordinate in the higher half), in rising order of
 * coordinates; 8 k bytes. By default k has the least worst-case variance, about epsilon/2.3.
 * Guarantee: epsilon-LDP, epsilon/k for each of k coordinates. Estimator: d/k times what cells
 * stand for, 0 in coordinates not drawn, and the mean of that. With the variance V of the mean at
 * epsilon/k, on the scale where the radius is 1, coordinate j varies by
 *
 * <pre>
 *   (d/k) (V + v_j²) − v_j²              (11.8 at d = 27, k = 2, epsilon 4 and v = 0; 24.3 at v = 1),
 * </pre>
 *
 * so that far-off coordinates cost (d/k − 1) v_j² for not being drawn; centre them first. The
 * standard error is from above by as little as that of {@link WindowMean}. Cost: four words a pair;
 * 24 d bytes to accumulate. Errors: epsilon, d, radius or k out of range; vectors are refused
 * without being shown.
 *
 * <p>Source: Wang et al., ICDE 2019, Algorithm 4.
 */
public final class CoordinateSampling extends CoordinateMean<byte[]> {
  /** Most coordinates of a report. */
  private static final int MAX_K = 64;

  private static final Parameter COORDINATES =
      Parameter.integer("coordinates", "coordinates in a report, at most d")
          .called("coordinates (in a report)")
          .from(1, "Leave it out for the default.")
          .to(MAX_K, "Leave it out for the default.")
          .optional("the number of least worst-case variance");

  private final WindowStep step;
  private final int k;

  private CoordinateSampling(Parameters given, Ball ball, WindowStep step, int k) {
    super(
        given,
        Guarantee.pure(given.epsilon(), exactEpsilon(step, k)),
        ball,
        moment(ball.d(), k, step.moment()));
    this.step = step;
    this.k = k;
  }

  private static SecondMoment moment(int d, int k, SecondMoment drawn) {
    double rarity = (double) d / k;
    return new SecondMoment(rarity * drawn.constant(), rarity * drawn.slope());
  }

  private static CoordinateSampling of(Parameters given) {
    double epsilon = given.epsilon();
    Ball ball = ball(given, Norm.MAX, STEPS);
    OptionalInt asked = given.optionalInteger(COORDINATES.name());
    int k = asked.isPresent() ? asked.getAsInt() : best(epsilon, ball.d());
    Require.that(k <= ball.d())
        .orRefuse("coordinates (in a report) must be at most d. Provided value: %s.", k);
    return new CoordinateSampling(given, ball, step(epsilon, k), k);
  }

  /** As many as have the least worst-case variance: more are better until more are worse. */
  private static int best(double epsilon, int d) {
    int most = Math.min(d, MAX_K);
    int k = 1;
    while (k < most && worst(epsilon, d, k + 1) < worst(epsilon, d, k)) {
      k++;
    }
    return k;
  }

  private static double worst(double epsilon, int d, int k) {
    return moment(d, k, step(epsilon, k).moment()).worstVariance();
  }

  private static WindowStep step(double epsilon, int k) {
    // Sums of k losses are rounded up, and must still keep to the claim.
    double each = k == 1 ? epsilon : epsilon / k * (1 - 1e-14);
    return WindowStep.of(each, 2 * STEPS);
  }

  /** k times the loss of one coordinate, rounded up. */
  private static double exactEpsilon(WindowStep step, int k) {
    double sum = 0;
    for (int i = 0; i < k; i++) {
      sum = Epsilon.add(sum, step.exactEpsilon());
    }
    return sum;
  }

  /** Coordinates in a report. */
  public int k() {
    return k;
  }

  @Override
  public ReportType reportType() {
    return ReportType.bits(Long.SIZE * k);
  }

  @Override
  public byte[] report(int[] input, RandomSource source) {
    ByteBuffer report = ByteBuffer.allocate(Long.BYTES * k).order(ByteOrder.LITTLE_ENDIAN);
    for (int j : coordinates(source)) {
      report.putLong((long) j << 32 | step.cell(input[j] + steps(), source));
    }
    return report.array();
  }

  /** A uniform set of k coordinates, by Floyd's algorithm, in rising order. */
  int[] coordinates(RandomSource source) {
    int[] drawn = new int[k];
    for (int i = 0; i < k; i++) {
      int j = d() - k + i;
      int coordinate = source.uniform(j + 1);
      for (int before = 0; before < i; before++) {
        coordinate = drawn[before] == coordinate ? j : coordinate;
      }
      drawn[i] = coordinate;
    }
    Arrays.sort(drawn);
    return drawn;
  }

  @Override
  public double contrast(byte[] report, int[] input, int[] other) {
    ByteBuffer pairs = ByteBuffer.wrap(report).order(ByteOrder.LITTLE_ENDIAN);
    double contrast = 0;
    for (int i = 0; i < k; i++) {
      long pair = pairs.getLong();
      int j = (int) (pair >>> 32);
      contrast += step.contrast((int) pair, input[j] + steps(), other[j] + steps());
    }
    return contrast;
  }

  @Override
  public Layout<byte[]> layout() {
    return new SampledSums(d(), k, step);
  }

  /** The k coordinates of the largest weights, each as far as its cells reach. */
  @Override
  public double reach(double[] weights) {
    double[] sizes = Arrays.stream(weights).map(Math::abs).sorted().toArray();
    return step.reach() * d() / k * Arrays.stream(sizes, sizes.length - k, sizes.length).sum();
  }

  @Override
  double mean(long[] counters, long n, int j) {
    return (double) d() / k * step.mean(counters, j * step.width(), n);
  }

  @Override
  double meanSquare(long[] counters, long n, int j) {
    double rarity = (double) d() / k;
    return rarity * rarity * step.meanSquare(counters, j * step.width(), n);
  }

  private record SampledSums(int d, int k, WindowStep step) implements Layout<byte[]> {

    @Override
    public int width() {
      return d * step.width();
    }

    @Override
    public boolean accepts(byte[] report) {
      boolean isWell = report.length == Long.BYTES * k;
      ByteBuffer pairs = ByteBuffer.wrap(report).order(ByteOrder.LITTLE_ENDIAN);
      long before = -1;
      for (int i = 0; isWell && i < k; i++) {
        long pair = pairs.getLong();
        long j = pair >>> 32;
        isWell = j > before && j < d && step.acceptsCell((int) pair);
        before = j;
      }
      return isWell;
    }

    @Override
    public String rule() {
      return "be pairs of coordinates, rising, and cells";
    }

    @Override
    public Sink<byte[]> onto(long[] counters) {
      return (report, times) -> {
        ByteBuffer pairs = ByteBuffer.wrap(report).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < k; i++) {
          long pair = pairs.getLong();
          step.add(counters, (int) (pair >>> 32) * step.width(), (int) pair, times);
        }
      };
    }
  }

  /** {@code coordinate-sampling(epsilon,d,radius,coordinates)}. */
  public static final Declaration<CoordinateSampling> DECLARATION =
      declared(
              "coordinate-sampling",
              32,
              "mean of vectors in a cube from random coordinates of each",
              OneCoordinate.D,
              COORDINATES)
          .variants("", "coordinates=2")
          .makes(CoordinateSampling::of);
}
