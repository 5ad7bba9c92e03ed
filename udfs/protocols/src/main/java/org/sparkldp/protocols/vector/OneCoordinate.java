package org.sparkldp.protocols.vector;

import java.util.Arrays;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.mean.SecondMoment;
import org.sparkldp.protocols.mean.TwoPoint;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * One bit of one coordinate, drawn by the report's own coins: the most accurate of the means of
 * vectors in a cube up to an epsilon of 1.8 or so, and the smallest report.
 *
 * <p>Input: d numbers in [−radius, radius], 1 ≤ d ≤ 2^20. Report: cell 2j or 2j + 1, for −d c or +d
 * c times the radius in coordinate j and 0 in the others, c = (e^eps + 1)/(e^eps − 1); 4 bytes.
 * Guarantee: epsilon-LDP. Estimator: the mean of what reports stand for. A coordinate varies by d
 * c² radius² − v_j²; reports do not show the people's mean v_j², so the standard error is from
 * above ({@link SecondMoment}). That is less than any variant of {@link Hypercube} up to the
 * epsilon said, by up to a third. Cost: two words; 16 d bytes to accumulate. Errors: epsilon, d or
 * radius out of range; vectors are refused without being shown.
 *
 * <p>Integers in use: {@link TwoPoint}; the coordinate is uniform whatever the vector, and shown.
 *
 * <p>Source: sampling one attribute, Nguyen et al. 2016; Wang et al., ICDE 2019, Algorithm 4 with
 * one bit.
 */
public final class OneCoordinate extends CoordinateMean<Integer> {
  /** Most coordinates. */
  public static final int MAX_D = 1 << 20;

  static final Parameter D =
      BallProtocol.D.to(MAX_D, "Project vectors to fewer coordinates first.");

  private final TwoPoint step;

  private OneCoordinate(Parameters given, Ball ball, TwoPoint step) {
    super(
        given,
        Guarantee.pure(given.epsilon(), step.exactEpsilon()),
        ball,
        new SecondMoment(ball.d() * step.moment().constant(), 0));
    this.step = step;
  }

  private static OneCoordinate of(Parameters given) {
    return new OneCoordinate(
        given, ball(given, Norm.MAX, STEPS), TwoPoint.of(given.epsilon(), 2 * STEPS));
  }

  @Override
  public ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public Integer report(int[] input, RandomSource source) {
    int j = source.uniform(d());
    return 2 * j + step.report(input[j] + steps(), source);
  }

  @Override
  public double contrast(Integer report, int[] input, int[] other) {
    return step.contrast(report % 2, input[report / 2], other[report / 2]);
  }

  @Override
  public Layout<Integer> layout() {
    return new Layout.CellCounts(2 * d());
  }

  /** One coordinate alone. */
  @Override
  public double reach(double[] weights) {
    return d() * step.reach() * Arrays.stream(weights).map(Math::abs).max().orElseThrow();
  }

  @Override
  double mean(long[] counters, long n, int j) {
    // In this order, whose last bits later rounds of regressions are named by.
    return d() * step.c() * (counters[2 * j + 1] - counters[2 * j]) / n;
  }

  /** {@code one-coordinate(epsilon,d,radius)}. */
  public static final Declaration<OneCoordinate> DECLARATION =
      declared(
              "one-coordinate",
              31,
              "mean of vectors in a cube from one bit of one random coordinate of each",
              D)
          .makes(OneCoordinate::of);
}
