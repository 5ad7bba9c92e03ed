package org.sparkldp.release;

import org.sparkldp.protocols.check.Require;

/**
 * The sensitivity of a released vector to one person: the difference of the vectors with and
 * without that person, in the answer's unit. Immutable. Errors: a bound that is not finite and
 * above 0; l0 below 1; bounds in the wrong order, since every vector has lInf ≤ l2 ≤ l1.
 *
 * @param l0 the most coordinates that move
 * @param l1 the largest sum of their sizes
 * @param l2 the largest root of the sum of their squares
 * @param lInf the largest size of one
 */
public record Sensitivity(int l0, double l1, double l2, double lInf) {

  public Sensitivity {
    Require.that(l0 >= 1)
        .orRefuse(
            "l0 (coordinates that one person can move) must be at least 1. Provided value: %s.",
            l0);
    Require.that(lInf > 0 && lInf <= l2 && l2 <= l1 && l1 < Double.POSITIVE_INFINITY)
        .orRefuse(
            "sensitivities must be finite and above 0, with lInf ≤ l2 ≤ l1. Provided values: lInf ="
                + " %s, l2 = %s, l1 = %s; a smaller bound of another norm bounds this one too.",
            lInf, l2, l1);
  }
}
