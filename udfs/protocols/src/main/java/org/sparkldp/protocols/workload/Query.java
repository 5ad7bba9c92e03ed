package org.sparkldp.protocols.workload;

/**
 * One linear counting query: a row of W, sparse.
 *
 * @param items in [0, n), rising
 * @param weights as many, finite, not 0
 */
public record Query(int[] items, double[] weights) {

  /** The largest weight's size. */
  public double largest() {
    double largest = 0;
    for (double weight : weights) {
      largest = Math.max(largest, Math.abs(weight));
    }
    return largest;
  }

  /** The query's answer on a data vector. */
  public double answer(double[] x) {
    double answer = 0;
    for (int i = 0; i < items.length; i++) {
      answer += weights[i] * x[items[i]];
    }
    return answer;
  }
}
