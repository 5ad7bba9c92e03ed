package org.sparkldp.protocols.workload;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.sparkldp.protocols.statistics.Bisection;

/**
 * The number of people who hold an item from a to b, for all a ≤ b, the domain being one ordered
 * axis. There are n (n + 1)/2 queries, ordered by a and then by b; G_uv = (min(u, v) + 1)(n −
 * max(u, v)).
 */
public final class AllRange extends Workload {

  public AllRange(int... attributes) {
    super(attributes);
  }

  @Override
  public String name() {
    return "all-range";
  }

  @Override
  public long queries() {
    return before(domain());
  }

  /** Ranges that begin before {@code first}. */
  private long before(long first) {
    return first * domain() - first * (first - 1) / 2;
  }

  private int first(long index) {
    requireQuery(index);
    return (int) Bisection.first(0, domain(), next -> before(next) > index) - 1;
  }

  @Override
  public double gram(int u, int v) {
    return (Math.min(u, v) + 1.0) * (domain() - Math.max(u, v));
  }

  /** (G x)_u = (n − u) Σ_{v ≤ u} (v + 1) x_v + (u + 1) Σ_{v > u} (n − v) x_v. */
  @Override
  public double[] gramTimes(double[] x) {
    int n = domain();
    double[] y = new double[n];
    double left = 0;
    for (int u = 0; u < n; u++) {
      left += (u + 1.0) * x[u];
      y[u] = (n - u) * left;
    }
    double right = 0;
    for (int u = n - 1; u >= 0; u--) {
      y[u] += (u + 1) * right;
      right += (n - u) * x[u];
    }
    return y;
  }

  @Override
  public Query query(long index) {
    int first = first(index);
    return range(first, (int) (first + index - before(first)));
  }

  /** The sum of the items from first to last. */
  static Query range(int first, int last) {
    double[] ones = new double[last - first + 1];
    Arrays.fill(ones, 1);
    return new Query(IntStream.rangeClosed(first, last).toArray(), ones);
  }

  @Override
  public String label(long index, Labels labels) {
    int first = first(index);
    int last = (int) (first + index - before(first));
    return first == last ? labels.item(first) : labels.item(first) + " to " + labels.item(last);
  }

  @Override
  public double trace() {
    double n = domain();
    return n * (n + 1) * (n + 2) / 6;
  }

  @Override
  public double[] answers(double[] x) {
    double[] answers = newAnswers();
    int i = 0;
    for (int first = 0; first < domain(); first++) {
      double sum = 0;
      for (int last = first; last < domain(); last++) {
        sum += x[last];
        answers[i++] = sum;
      }
    }
    return answers;
  }
}
