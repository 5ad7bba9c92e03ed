package org.sparkldp.protocols;

import java.util.Optional;

/**
 * A protocol whose estimates are of the mean of the people's own numbers or vectors. It knows
 * itself what its values are and how large its errors are beside them, so that nobody asks for its
 * class.
 *
 * @param <V> a value, a number or a vector
 * @param <R> a report
 */
public interface Averaging<V, R> extends Protocol<V, R> {

  /** Coordinates of a value; 0 where values are numbers. */
  default int coordinates() {
    return 0;
  }

  /** The least mean that there can be. */
  default double lower() {
    return Double.NEGATIVE_INFINITY;
  }

  /** The largest mean that there can be. */
  default double upper() {
    return Double.POSITIVE_INFINITY;
  }

  /**
   * The error with one person; with n people it is this over sqrt(n). Empty where it does not fall
   * so.
   */
  default Optional<OfOne> ofOne() {
    return Optional.empty();
  }

  /**
   * The error with one person.
   *
   * @param relativeError over the size: of numbers the standard error when they are evenly spread
   *     over the range, of vectors the root mean square of the error's length in the worst case
   * @param size half of the range, or the radius
   */
  record OfOne(double relativeError, double size) {}
}
