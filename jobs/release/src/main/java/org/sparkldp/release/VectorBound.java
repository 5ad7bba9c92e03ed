package org.sparkldp.release;

import java.io.Serializable;
import java.util.Map;
import java.util.Set;
import org.sparkldp.jobs.plan.Keys;
import org.sparkldp.jobs.plan.Settings;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The bound of the vectors of a released mean: in a ball about 0, or in a box.
 *
 * <p>A user whose vector is another one moves the sum by at most L2 = 2 radius in a ball (L1 = 2
 * sqrt(d) radius, L∞ = 2 radius), and in a box of widths w = upper − lower by L2 = sqrt(d) w, L1 =
 * d w, L∞ = w.
 *
 * @param d dimension, at least 1
 * @param radius of the ball, in the vectors' unit; 0 for a box
 * @param lower least coordinate of a box
 * @param upper largest coordinate of a box
 */
public record VectorBound(int d, double radius, double lower, double upper)
    implements Keys.Own, Serializable {
  public VectorBound {
    boolean isBall = radius > 0 && Parameter.isOfUsualSize(radius);
    boolean isBox =
        lower < upper && Parameter.isOfUsualSize(lower) && Parameter.isOfUsualSize(upper);
    if (d < 1 || isBall == isBox) {
      throw Require.refusal(
          "vectors must lie in a ball of radius above 0, or between lower and upper bounds, 0 or"
              + " 1e-100 to 1e100 in size, and have one or more coordinates. Provided values:"
              + " radius = %s, lower = %s, upper = %s, d = %s.",
          radius, lower, upper, d);
    }
  }

  static VectorBound ball(int d, double radius) {
    return new VectorBound(d, radius, 0, 0);
  }

  static VectorBound box(int d, double lower, double upper) {
    return new VectorBound(d, 0, lower, upper);
  }

  /** Reads a section {@code bound} of so many columns, of which one may hold arrays. */
  static VectorBound read(Settings given, int columns) {
    boolean isBall = given.has("radius");
    given.requireKeys(
        isBall ? Set.of("radius", "d") : Set.of("lower", "upper", "d"),
        "the bound of a " + (isBall ? "ball" : "box"));
    int d = given.has("d") ? given.count("d") : columns;
    Require.that(columns == 1 || d == columns)
        .orRefuse("d must be the number of columns, %s. Provided value: %s.", columns, d);
    return isBall
        ? ball(d, given.number("radius"))
        : box(d, given.number("lower"), given.number("upper"));
  }

  /** Whether it is a ball. */
  public boolean isBall() {
    return radius > 0;
  }

  /** What stands for a vector that is missing or not finite: the middle. */
  public double middle() {
    return isBall() ? 0 : lower / 2 + upper / 2;
  }

  /** How far one user can move the sum of all vectors by being another. */
  Sensitivity sensitivity() {
    double root = Math.sqrt(d);
    double width = isBall() ? 2 * radius : upper - lower;
    return isBall()
        ? new Sensitivity(d, root * width, width, width)
        : new Sensitivity(d, d * width, root * width, width);
  }

  @Override
  public Map<String, Object> settings() {
    return isBall()
        ? Map.of("d", d, "radius", ProtocolSpec.shortest(radius))
        : Map.of(
            "d", d, "lower", ProtocolSpec.shortest(lower), "upper", ProtocolSpec.shortest(upper));
  }
}
