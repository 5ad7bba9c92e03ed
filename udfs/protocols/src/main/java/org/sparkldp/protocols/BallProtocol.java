package org.sparkldp.protocols;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A protocol whose values are vectors of real numbers in a ball around the origin, and whose
 * estimates are of their mean, coordinate by coordinate.
 *
 * <p>Input: d finite numbers, of norm at most the radius. A report depends on a point of a fixed
 * integer grid with {@link #steps} steps to the radius: the nearest, where the norm is the largest
 * coordinate's, and else, so that no vector leaves the ball, the nearest towards the origin.
 * Nothing behind {@link #input} sees a floating-point number, so no artefact of one can reach a
 * report. Vectors outside the ball are refused or clipped, as the protocol's policy says.
 *
 * <p>A report shows all that its estimate needs. If only some coordinates are reported, the
 * report's own coins draw which: people need no public cohort, and a report without an id is as
 * good as one with.
 *
 * <p>Estimand: the mean over the people asked of their own vectors, one row a coordinate, named by
 * its index from 0; fixed people, chance only in the coins. The grid shifts it by at most
 * radius/steps.
 *
 * @param <R> a report
 */
public abstract class BallProtocol<R> extends VectorProtocol<R>
    implements Averaging<double[], R>, Predicted<double[]>, Resilient {

  /** The norm of a vector; printed as specs write it. */
  public enum Norm {
    /** The largest absolute coordinate. */
    MAX("linf"),
    /** The Euclidean norm. */
    L2("l2");

    private final String word;

    Norm(String word) {
      this.word = word;
    }

    @Override
    public String toString() {
      return word;
    }
  }

  /** The dimension of every mean of vectors. */
  public static final Parameter D =
      Parameter.integer("d", "coordinates of a vector").from(1).example("4");

  /** The radius of every mean of vectors. */
  public static final Parameter RADIUS =
      Parameter.real("radius", "largest norm of a vector, in the vectors' unit")
          .from(0x1p-900)
          .to(0x1p900)
          .example("1.0");

  /** Vectors longer by so much are taken to be on the sphere: unit vectors of doubles may be. */
  private static final double FORGIVEN = 1e-9;

  /** Coordinates of a cube whose corners are all compared by audits. */
  private static final int CORNER_BITS = 8;

  private final Ball ball;

  /**
   * The ball of vectors, with its grid.
   *
   * @param norm which ball
   * @param d coordinates, at least 1
   * @param radius above 0 and finite
   * @param outside what happens to longer vectors
   * @param steps of the grid to the radius, 1 to 2^30
   */
  public record Ball(Norm norm, int d, double radius, Outside outside, int steps) {

    public Ball {
      RADIUS.require(radius);
      Require.that(d >= 1 && steps >= 1 && steps <= 1 << 30)
          .orRefuse(
              "d must be at least 1, and a grid have 1 to 2^30 steps. Provided values: %s and %s.",
              d, steps);
    }
  }

  /**
   * The ball of checked parameters.
   *
   * @param steps of the grid to the radius
   */
  public static Ball ball(Parameters given, Norm norm, int steps) {
    return new Ball(
        norm, given.integer(D.name()), given.real(RADIUS.name()), Outside.of(given), steps);
  }

  protected BallProtocol(ProtocolSpec spec, Guarantee guarantee, Ball ball) {
    super(spec, guarantee);
    this.ball = ball;
  }

  @Override
  public final int d() {
    return ball.d;
  }

  /** Largest norm of a vector. */
  public final double radius() {
    return ball.radius;
  }

  /** How vectors are measured. */
  public final Norm norm() {
    return ball.norm;
  }

  /** Steps of the grid from the origin to the radius. */
  public final int steps() {
    return ball.steps;
  }

  @Override
  public final boolean accepts(double[] value) {
    if (value.length != ball.d) {
      return false;
    }
    double largest = largest(value);
    if (!(largest < Double.POSITIVE_INFINITY)) {
      return false;
    }
    return ball.outside == Outside.CLIP || !isOutside(largest, relativeNorm(value, largest));
  }

  /** The largest absolute coordinate; infinite where one is no number. */
  private static double largest(double[] value) {
    double largest = 0;
    for (double x : value) {
      double size = Math.abs(x);
      if (!(size <= largest)) { // seldom, so it can be foreseen; Math.max would wait for each
        largest = size <= Double.MAX_VALUE ? size : Double.POSITIVE_INFINITY;
      }
    }
    return largest;
  }

  private boolean isOutside(double largest, double relativeNorm) {
    return ball.norm == Norm.L2
        ? largest / ball.radius * relativeNorm > 1 + FORGIVEN
        : largest > ball.radius;
  }

  /** The norm in units of the largest coordinate, so that no square overflows. */
  private double relativeNorm(double[] value, double largest) {
    if (largest == 0 || ball.norm == Norm.MAX) {
      return 1; // it is the norm
    }
    double squares = 0;
    for (double x : value) {
      squares += x / largest * (x / largest);
    }
    return Math.sqrt(squares);
  }

  /**
   * The grid point: integers, of norm at most {@link #steps} exactly.
   *
   * @param value d finite numbers; others are refused without being shown
   */
  @Override
  public final int[] input(double[] value) {
    requireLength(value);
    double largest = largest(value);
    if (largest == Double.POSITIVE_INFINITY) {
      throw notFinite();
    }
    double relativeNorm = relativeNorm(value, largest);
    refuseOutside(isOutside(largest, relativeNorm));
    return ball.norm == Norm.L2 ? inSphere(value, largest, relativeNorm) : inCube(value);
  }

  /**
   * Of a cube the corners in its first {@value #CORNER_BITS} coordinates, the others alike; of a
   * Euclidean ball the ends of its axes.
   */
  @Override
  public final int corners() {
    return ball.norm == Norm.MAX
        ? 1 << Math.min(CORNER_BITS, ball.d)
        : (int) Math.min(Integer.MAX_VALUE, 2L * ball.d);
  }

  @Override
  public final int[] corner(int number) {
    int[] corner = new int[ball.d];
    if (ball.norm == Norm.L2) {
      corner[number / 2] = number % 2 == 0 ? ball.steps : -ball.steps;
      return corner;
    }
    int signs = number == 0 ? 0 : number == 1 ? -1 : number - 1; // of 1, all are negative
    for (int j = 0; j < corner.length; j++) {
      boolean isNegative = (signs >> Math.min(j, CORNER_BITS) & 1) != 0;
      corner[j] = isNegative ? -ball.steps : ball.steps;
    }
    return corner;
  }

  private int[] inCube(double[] value) {
    int[] point = new int[ball.d];
    for (int j = 0; j < ball.d; j++) {
      double inside = value[j] / ball.radius;
      if (!(Math.abs(inside) <= 1)) {
        inside = Math.signum(inside);
      }
      point[j] = (int) Math.rint(inside * ball.steps);
    }
    return point;
  }

  private int[] inSphere(double[] value, double largest, double relativeNorm) {
    int[] point = new int[ball.d];
    if (largest == 0) {
      return point;
    }
    double norm = largest / ball.radius * relativeNorm; // in radii
    double scale = norm > 1 ? ball.steps / relativeNorm : largest / ball.radius * ball.steps;
    for (int j = 0; j < ball.d; j++) {
      point[j] = (int) (value[j] / largest * scale);
    }
    shorten(point);
    return point;
  }

  /** Doubles may have let a vector on the sphere out of it by some last places. */
  private void shorten(int[] point) {
    long excess = -(long) ball.steps * ball.steps;
    for (int x : point) {
      excess += (long) x * x;
    }
    while (excess > 0) {
      int longest = 0;
      for (int j = 1; j < point.length; j++) {
        longest = Math.abs(point[j]) > Math.abs(point[longest]) ? j : longest;
      }
      int size = Math.abs(point[longest]);
      excess -= 2L * size - 1;
      point[longest] = point[longest] < 0 ? 1 - size : size - 1;
    }
  }

  private void refuseOutside(boolean isOutside) {
    if (isOutside && ball.outside == Outside.REFUSE) {
      throw Require.refusal(
          "a vector's norm must be at most the radius of %s. One's was not (it is not shown); scale"
              + " vectors first, or set outside=clip.",
          spec());
    }
  }

  /** Of the mean of the vectors' points on the grid. */
  @Override
  public final Expected expected(List<double[]> values, long people) {
    double[] mean = new double[d()];
    for (double[] value : values) {
      int[] point = input(value);
      for (int j = 0; j < mean.length; j++) {
        mean[j] += point[j] * (ball.radius / ball.steps) / values.size();
      }
    }
    double[] variances = variances(values.toArray(double[][]::new));
    return new Expected(mean, Arrays.stream(variances).map(v -> v / people).toArray());
  }

  /**
   * The exact variance of each estimate, in its unit squared, when these are the people's vectors
   * (fixed people, fresh coins).
   */
  public abstract double[] variances(double[][] values);

  /**
   * The largest coordinate of what a report stands for, on the scale where the radius is 1, of all
   * reports that accumulators accept; the least is its opposite. Empty where nobody has computed
   * it.
   */
  protected OptionalDouble reach() {
    return OptionalDouble.empty();
  }

  /**
   * A coordinate at one end of the reports, where an honest one stands for the ball's other end.
   */
  @Override
  public final Optional<double[]> shiftPerPercent(long n) {
    OptionalDouble reach = reach();
    if (reach.isEmpty()) {
      return Optional.empty();
    }
    double[] shifts = new double[d()];
    Arrays.fill(shifts, Reach.shiftPerPercentOfMean(reach.getAsDouble()) * radius());
    return Optional.of(shifts);
  }

  /**
   * The largest sum over the coordinates of a report's variances that any vector of the ball gives;
   * of the mean of n reports it is the n-th part.
   */
  public abstract double worstVariance();

  @Override
  public final int coordinates() {
    return d();
  }

  @Override
  public final Optional<OfOne> ofOne() {
    return Optional.of(new OfOne(Math.sqrt(worstVariance()) / radius(), radius()));
  }
}
