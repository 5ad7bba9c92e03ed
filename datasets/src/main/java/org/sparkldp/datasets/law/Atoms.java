package org.sparkldp.datasets.law;

import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import org.sparkldp.datasets.Truth;

/**
 * A distribution on finitely many numbers, anywhere: ties, steps, a constant, a sample. Quantiles
 * take the logarithm of the number of atoms.
 */
public final class Atoms implements Truth.Categorical, Truth.Numeric {
  private static final long serialVersionUID = 1L;

  /** Above the lower end of a unit cell of {@code CounterRandom}, so that all of it is kept. */
  private static final double REACH = 8.5;

  private final double[] values;

  /** Probability of a value at most the one of the same index; the last is 1. */
  private final double[] cumulative;

  /**
   * @param weights by value, in ascending order
   */
  private Atoms(SortedMap<Double, Double> weights) {
    values = weights.keySet().stream().mapToDouble(value -> value).toArray();
    cumulative =
        Probabilities.normalize(weights.values().stream().mapToDouble(weight -> weight).toArray());
    for (int i = 1; i < cumulative.length; i++) {
      cumulative[i] += cumulative[i - 1];
    }
    cumulative[cumulative.length - 1] = 1;
  }

  /**
   * @param values finite, in any order, equal ones together one atom
   * @param weights of the values, in their order; at least 0, one of them above 0
   */
  public static Atoms of(double[] values, double[] weights) {
    TreeMap<Double, Double> atoms = new TreeMap<>();
    for (int i = 0; i < values.length; i++) {
      // 0.0 + -0.0 = 0.0: one zero.
      if (weights[i] > 0) {
        atoms.merge(values[i] + 0.0, weights[i], Double::sum);
      }
    }
    return new Atoms(atoms);
  }

  /** Each number of a sample equally likely; at least one. */
  public static Atoms ofSample(double[] sample) {
    double[] even = new double[sample.length];
    Arrays.fill(even, 1);
    return of(sample, even);
  }

  /** Whole steps, the nearest to a normal number. */
  public static Atoms rounded(Normal normal, double step) {
    long first = Math.round((normal.mu() - REACH * normal.sigma()) / step);
    long last = Math.round((normal.mu() + REACH * normal.sigma()) / step);
    double[] values = new double[Math.toIntExact(last - first + 1)];
    double[] weights = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      long steps = first + i;
      values[i] = steps * step;
      weights[i] = normal.cdf((steps + 0.5) * step) - normal.cdf((steps - 0.5) * step);
    }
    return of(values, weights);
  }

  /** These people's numbers, of whom a share applies the operator. */
  public Atoms shared(double share, DoubleUnaryOperator operator) {
    double[] both = new double[2 * values.length];
    double[] weights = new double[both.length];
    for (int i = 0; i < values.length; i++) {
      both[i] = values[i];
      weights[i] = (1 - share) * probability(i);
      both[values.length + i] = operator.applyAsDouble(values[i]);
      weights[values.length + i] = share * probability(i);
    }
    return of(both, weights);
  }

  @Override
  public List<Double> values() {
    return Arrays.stream(values).boxed().toList();
  }

  @Override
  public double[] probabilities() {
    return IntStream.range(0, values.length).mapToDouble(this::probability).toArray();
  }

  private double probability(int i) {
    return i == 0 ? cumulative[0] : cumulative[i] - cumulative[i - 1];
  }

  @Override
  public double mean() {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += probability(i) * values[i];
    }
    return sum;
  }

  @Override
  public double variance() {
    double mean = mean();
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += probability(i) * (values[i] - mean) * (values[i] - mean);
    }
    return sum;
  }

  @Override
  public double cdf(double x) {
    int at = Arrays.binarySearch(values, x + 0.0);
    int last = at >= 0 ? at : -at - 2;
    return last < 0 ? 0 : cumulative[last];
  }

  @Override
  public double quantile(double p) {
    int at = Arrays.binarySearch(cumulative, Probabilities.requireOpenUnit(p));
    return values[at >= 0 ? at : -at - 1];
  }
}
