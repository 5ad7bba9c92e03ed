package org.sparkldp.protocols.workload;

/**
 * The number of people who hold an item up to each one, the domain being one ordered axis: the
 * cumulative distribution. Query i sums the items 0 to i; G_uv = n − max(u, v).
 */
public final class Prefix extends Workload {

  public Prefix(int... attributes) {
    super(attributes);
  }

  @Override
  public String name() {
    return "prefix";
  }

  @Override
  public long queries() {
    return domain();
  }

  @Override
  public double gram(int u, int v) {
    return domain() - Math.max(u, v);
  }

  /** WᵀW x: sums from the left, and of these from the right. */
  @Override
  public double[] gramTimes(double[] x) {
    double[] sums = answers(x);
    for (int u = sums.length - 2; u >= 0; u--) {
      sums[u] += sums[u + 1];
    }
    return sums;
  }

  @Override
  public Query query(long index) {
    return AllRange.range(0, (int) requireQuery(index));
  }

  @Override
  public String label(long index, Labels labels) {
    return "up to " + labels.item((int) requireQuery(index));
  }

  @Override
  public double trace() {
    return domain() * (domain() + 1.0) / 2;
  }

  @Override
  public double[] answers(double[] x) {
    double[] sums = x.clone();
    for (int u = 1; u < sums.length; u++) {
      sums[u] += sums[u - 1];
    }
    return sums;
  }
}
