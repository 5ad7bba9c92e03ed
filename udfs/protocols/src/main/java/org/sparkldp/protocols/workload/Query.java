package org.sparkldp.protocols.workload;

import java.util.TreeMap;
import org.sparkldp.protocols.Reach;

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

  /**
   * What one person adds to the answer, by their item.
   *
   * @param n items of the domain
   */
  public Reach reach(int n) {
    Reach ofWeights = Reach.of(weights);
    return items.length == n
        ? ofWeights
        : new Reach(Math.min(0, ofWeights.least()), Math.max(0, ofWeights.most()));
  }

  /** The query whose answer is this one's less the other's. */
  public Query minus(Query other) {
    TreeMap<Integer, Double> difference = new TreeMap<>();
    for (int i = 0; i < items.length; i++) {
      difference.put(items[i], weights[i]);
    }
    for (int i = 0; i < other.items.length; i++) {
      difference.merge(other.items[i], -other.weights[i], Double::sum);
    }
    difference.values().removeIf(weight -> weight == 0);
    return new Query(
        difference.keySet().stream().mapToInt(Integer::intValue).toArray(),
        difference.values().stream().mapToDouble(Double::doubleValue).toArray());
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
