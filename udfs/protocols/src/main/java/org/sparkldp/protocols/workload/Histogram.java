package org.sparkldp.protocols.workload;

import java.util.Arrays;

/** The number of people who hold each item: W = I, G = I. */
public final class Histogram extends Workload {

  public Histogram(int... attributes) {
    super(attributes);
  }

  @Override
  public String name() {
    return "histogram";
  }

  @Override
  public long queries() {
    return domain();
  }

  @Override
  public double gram(int u, int v) {
    return u == v ? 1 : 0;
  }

  @Override
  public double[] gramTimes(double[] x) {
    return x.clone();
  }

  @Override
  public Query query(long index) {
    return new Query(new int[] {requireIndex(index)}, new double[] {1});
  }

  @Override
  public String label(long index, Labels labels) {
    return labels.item(requireIndex(index));
  }

  @Override
  public boolean isTranslationInvariant() {
    return true;
  }

  @Override
  public boolean isPermutationInvariant() {
    return hasEqualSizes();
  }

  @Override
  public double[] gramSpectrum() {
    double[] ones = new double[domain()];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Override
  public double trace() {
    return domain();
  }

  @Override
  public double[] answers(double[] x) {
    return x.clone();
  }

  private int requireIndex(long index) {
    return (int) requireQuery(index);
  }
}
