package org.sparkldp.protocols;

import java.util.List;

/**
 * A protocol with formulas for the true answers behind its estimates, and for their variances.
 *
 * @param <V> a value
 */
public interface Predicted<V> {

  /** The truth where each of the values is held by so many people, at least 1. */
  Expected expected(List<V> values, long people);

  /**
   * The truth behind estimates: fixed people, chance in the coins only.
   *
   * @param answers the true answers, row by row
   * @param variances the variance of each estimate, in its unit squared
   */
  record Expected(double[] answers, double[] variances) {}
}
