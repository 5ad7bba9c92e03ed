package org.sparkldp.protocols.workload;

/**
 * One linear counting query: a row of W, sparse.
 *
 * @param items in [0, n), rising
 * @param weights as many, finite, not 0
 */
public record Query(int[] items, double[] weights) {

  /** The query's answer on a data vector. */
  public double answer(double[] x) {
    double answer = 0;
    for (int i = 0; i < items.length; i++) {
      answer += weights[i] * x[items[i]];
    }
    return answer;
  }
}
