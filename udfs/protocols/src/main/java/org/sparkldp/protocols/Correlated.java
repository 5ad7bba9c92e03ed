package org.sparkldp.protocols;

import java.util.Optional;

/** A protocol that knows the errors which estimates have in common. */
public interface Correlated {

  /**
   * What sums and differences of rows need: for each of some rows the covariance of its estimate
   * with the sum of the others' of them; empty if no formula is known.
   *
   * @param reports of which the rows were estimated
   * @param rows the places of two or more, all different
   */
  Optional<double[]> covariances(Accumulator<?> reports, int... rows);
}
