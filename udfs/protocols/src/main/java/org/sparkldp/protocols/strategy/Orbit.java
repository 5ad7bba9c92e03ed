package org.sparkldp.protocols.strategy;

import java.util.BitSet;

/**
 * A set of two-level rows that are translates of one: how a large symmetric strategy is kept and
 * sampled without an m × n matrix.
 *
 * <p>Domain items are vectors of digits u = (u_1, …, u_r), u_i in Z_{n_i}. Feature j is the linear
 * form a_j(u) = Σ_i c_ji u_i mod q_j. The features map the domain onto the product group H of the
 * Z_{q_j}; elements of H are numbered like items, the first feature's digit running slowest. There
 * is one row for each t in H, and u is high in it exactly when a(u) − t is in the base set S. So
 * under each item |S| rows are high and |H| − |S| low, and every row has n |S| / |H| high items.
 *
 * <p>Examples over binary attributes: all single digits as features and S = {0} is randomized
 * response; one feature that adds up the digits of T, S = {0}, is the character (parity) of T; b
 * single digits and any S is a function of b attributes with all its translates. Over one attribute
 * of size n with the feature u itself: all cyclic shifts of S.
 *
 * @param features coefficients c_ji, one row a feature, one column an attribute; c_ji n_i must be a
 *     multiple of q_j, else the form is not defined
 * @param moduli q_j, at least 2
 * @param base S as bits, not all of H; empty only if a mechanism wastes reports, since such rows
 *     reveal nothing (the paper's Fourier mechanism asks the empty parity)
 * @param mass probability that a report is of this orbit, the same for every item
 */
public record Orbit(int[][] features, int[] moduli, BitSet base, double mass) {

  /** |H|, rows of the orbit. */
  public int rows() {
    int product = 1;
    for (int modulus : moduli) {
      product *= modulus;
    }
    return product;
  }

  /** |S|, rows in which an item is high. */
  public int high() {
    return base.cardinality();
  }
}
