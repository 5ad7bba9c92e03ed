package org.sparkldp.protocols;

import java.util.OptionalDouble;

/** A protocol that knows the errors which estimates have in common. */
public interface Correlated {

  /**
   * The covariance of two rows' estimates, which sums and differences of rows need; empty if no
   * formula is known.
   *
   * @param reports of which the rows were estimated
   * @param row the place of one of them
   * @param other the place of another
   */
  OptionalDouble covariance(Accumulator<?> reports, int row, int other);
}
