package org.sparkldp.protocols;

import java.nio.ByteBuffer;
import org.sparkldp.protocols.random.PublicHash;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A protocol whose values are vectors of real numbers in a ball around the origin, and whose
 * estimates are of their mean, coordinate by coordinate.
 *
 * <p>Input: d finite numbers, of norm at most the radius. What a report depends on of them is a
 * point of a fixed integer grid with {@link #steps} steps to the radius: the nearest, where the
 * norm is the largest coordinate's, and else, so that no vector leaves the ball, the nearest
 * towards the origin. Nothing behind {@link #input} sees a floating-point number, so no artefact of
 * one can reach a report. Vectors outside the ball are refused or clipped, as the protocol's policy
 * says.
 *
 * <p>A report shows all that its estimate needs. Where only some coordinates are told, the report's
 * own coins draw which: people need no public cohort, and a report without an id is as good as one
 * with.
 *
 * <p>Estimand: the mean over the people asked of their own vectors, one row a coordinate, named by
 * its index from 0; fixed people, chance only in the coins. The grid shifts it by at most
 * radius/steps.
 *
 * @param <R> a report
 */
public abstract class VectorProtocol<R> implements Protocol<double[], R> {

  /** How the length of a vector is measured. */
  public enum Norm {
    /** The Euclidean norm. */
    L2,
    /** The largest absolute coordinate. */
    MAX
  }

  /** The dimension of every vector protocol. */
  public static final Parameter D =
      Parameter.required("d", Parameter.Kind.INTEGER, "coordinates of a vector, at least 1");

  /** The radius of every vector protocol. */
  public static final Parameter RADIUS =
      Parameter.required(
          "radius", Parameter.Kind.REAL, "largest norm of a vector, above 0, in the vectors' unit");

  /** Vectors longer by so much are taken to be on the sphere: unit vectors of doubles may be. */
  private static final double FORGIVEN = 1e-9;

  private static final PublicHash HASH = new PublicHash("spark-ldp vectors");

  private final ProtocolSpec spec;
  private final Guarantee guarantee;
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
      requireRadius(radius);
      if (d < 1 || steps < 1 || steps > 1 << 30) {
        throw new IllegalArgumentException(
            "d must be at least 1, and a grid have 1 to 2^30 steps. Provided values: "
                + d
                + " and "
                + steps
                + ".");
      }
    }

    /** Refuses a radius that is not above 0 and finite, or so small that a step would vanish. */
    public static void requireRadius(double radius) {
      if (!(radius >= 0x1p-900 && radius <= 0x1p900)) {
        throw new IllegalArgumentException(
            "radius must be above 0 and finite, between 2^-900 and 2^900. Provided value: "
                + radius
                + ".");
      }
    }
  }

  protected VectorProtocol(ProtocolSpec spec, Guarantee guarantee, Ball ball) {
    this.spec = spec;
    this.guarantee = guarantee;
    this.ball = ball;
  }

  @Override
  public final ProtocolSpec spec() {
    return spec;
  }

  @Override
  public final Guarantee guarantee() {
    return guarantee;
  }

  @Override
  public final ValueType valueType() {
    return ValueType.VECTOR;
  }

  /** Coordinates of a vector. */
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

  /** Whether {@link #input} takes a vector. */
  public final boolean accepts(double[] value) {
    if (value.length != ball.d) {
      return false;
    }
    double largest = 0;
    for (double x : value) {
      largest = Math.max(largest, Math.abs(x)); // NaN stays NaN
    }
    if (!(largest < Double.POSITIVE_INFINITY)) {
      return false;
    }
    return ball.outside == Outside.CLIP || !isOutside(value, largest);
  }

  private boolean isOutside(double[] value, double largest) {
    return ball.norm == Norm.L2
        ? largest / ball.radius * relativeNorm(value, largest) > 1 + FORGIVEN
        : largest > ball.radius;
  }

  /** The Euclidean norm in units of the largest coordinate, so that no square overflows. */
  private static double relativeNorm(double[] value, double largest) {
    if (largest == 0) {
      return 0;
    }
    double squares = 0;
    for (double x : value) {
      squares += x / largest * (x / largest);
    }
    return Math.sqrt(squares);
  }

  /**
   * What reports depend on of a vector: integers, of norm at most {@link #steps} exactly.
   *
   * @param value d finite numbers; others are refused without being shown
   */
  public final int[] input(double[] value) {
    if (value.length != ball.d) {
      throw new IllegalArgumentException(
          "a vector must have d = " + ball.d + " coordinates. One had " + value.length + ".");
    }
    double largest = 0;
    for (double x : value) {
      if (!Double.isFinite(x)) {
        throw new IllegalArgumentException(
            "a vector's coordinates must be finite numbers. One was not (it is not shown); leave"
                + " the vector out or map it first.");
      }
      largest = Math.max(largest, Math.abs(x));
    }
    refuseOutside(isOutside(value, largest));
    return ball.norm == Norm.L2 ? inSphere(value, largest) : inCube(value);
  }

  private int[] inCube(double[] value) {
    int[] point = new int[ball.d];
    for (int j = 0; j < ball.d; j++) {
      double inside = Math.max(-1, Math.min(1, value[j] / ball.radius));
      point[j] = (int) Math.rint(inside * ball.steps);
    }
    return point;
  }

  private int[] inSphere(double[] value, double largest) {
    int[] point = new int[ball.d];
    if (largest == 0) {
      return point;
    }
    double relativeNorm = relativeNorm(value, largest);
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
      throw new IllegalArgumentException(
          "a vector's norm must be at most the radius of "
              + spec
              + ". One's was not (it is not shown); scale vectors first, or set outside=clip.");
    }
  }

  /** An input as the word that enters keyed randomness; two share one with a chance of 2^-64. */
  public static long word(int[] input) {
    ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES * input.length);
    for (int x : input) {
      bytes.putInt(x);
    }
    return HASH.word(bytes.array());
  }

  /**
   * One report.
   *
   * @param input what {@link #input} gave
   */
  public abstract R report(int[] input, RandomSource source);

  /**
   * How much more a report speaks for one input than for another, in any unit; audits look for the
   * reports where it is largest.
   */
  public abstract double contrast(R report, int[] input, int[] other);

  /**
   * The exact variance of each estimate, in its unit squared, when these are the people's vectors
   * (fixed people, fresh coins).
   */
  public abstract double[] variances(double[][] values);

  /**
   * The largest sum over the coordinates of a report's variances that any vector of the ball gives;
   * of the mean of n reports it is the n-th part.
   */
  public abstract double worstVariance();

  @Override
  public final Randomizer<double[], R> randomizer() {
    return new Randomizer<>() {
      @Override
      public R randomize(double[] value, RandomSource source) {
        return report(input(value), source);
      }

      @Override
      public long encode(double[] value) {
        return word(input(value));
      }
    };
  }

  /** Refuses an accumulator of another protocol. */
  public final void requireOwn(Accumulator<?> reports) {
    Protocol.requireOwn(spec, reports);
  }

  /** Two protocols are the same exactly when their canonical specs are. */
  @Override
  public final boolean equals(Object other) {
    return other instanceof VectorProtocol<?> that && spec.equals(that.spec);
  }

  @Override
  public final int hashCode() {
    return spec.hashCode();
  }

  @Override
  public final String toString() {
    return spec.toString();
  }
}
