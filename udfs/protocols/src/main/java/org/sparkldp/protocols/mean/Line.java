package org.sparkldp.protocols.mean;

import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.spec.Parameters;

/**
 * The range of numbers, with a grid of equal steps from end to end; both ends are on it. Index i is
 * the number t = 2 i/steps − 1 on the scale where the range is [−1, 1].
 *
 * @param lower least value
 * @param upper largest value
 * @param outside what happens to others
 * @param steps at least 1
 */
public record Line(double lower, double upper, Outside outside, int steps) {
  /** Steps where nothing else limits them: rounding to the grid moves a mean by 2^-21 of it. */
  public static final int STEPS = 1 << 20;

  public Line {
    NumberProtocol.requireRange(lower, upper);
  }

  /** The range of checked parameters. */
  public static Line of(Parameters given, int steps) {
    return new Line(
        given.real(NumberProtocol.LOWER.name()),
        given.real(NumberProtocol.UPPER.name()),
        Outside.of(given),
        steps);
  }

  /** Whether a value is in the range, or will be clipped to it. */
  boolean accepts(double value) {
    return outside == Outside.CLIP || (value >= lower && value <= upper);
  }

  /** Where a value is on the grid, clipped to it. */
  long index(double value) {
    double clipped = Math.max(lower, Math.min(upper, value));
    return Math.round((clipped - lower) / (upper - lower) * steps);
  }

  /** With what a client needs to find a value's index. */
  Compiled.Recipe in(Compiled.Recipe recipe) {
    return recipe
        .real("lower", lower)
        .real("upper", upper)
        .with("clip", outside == Outside.CLIP ? 1 : 0)
        .with("grid", steps);
  }

  /** An index on the scale of [−1, 1]. */
  double unit(long index) {
    return 2.0 * index / steps - 1;
  }

  /** Half the range: what 1 on that scale is. */
  double half() {
    return upper / 2 - lower / 2;
  }

  /** From that scale back to values. */
  double value(double unit) {
    return lower / 2 + upper / 2 + unit * half();
  }
}
