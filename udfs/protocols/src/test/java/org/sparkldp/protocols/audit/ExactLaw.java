package org.sparkldp.protocols.audit;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A frequency oracle's exact output table, one law of reports per item, from running its randomizer
 * through every outcome of its coins; and what an estimator makes of it. For small domains.
 *
 * @param <R> a report
 */
public final class ExactLaw<R> {
  private final int k;
  private final Map<Object, R> reports = new LinkedHashMap<>(); // by content
  private final List<Map<Object, Fraction>> laws = new ArrayList<>(); // by item

  private ExactLaw(FrequencyOracle<R> oracle, UnaryOperator<RandomSource> restriction) {
    this.k = oracle.k();
    for (int item = 0; item < k; item++) {
      laws.add(law(oracle, item, restriction));
    }
  }

  /** The table of {@code oracle}. */
  public static <R> ExactLaw<R> of(FrequencyOracle<R> oracle) {
    return given(oracle, UnaryOperator.identity());
  }

  /** The table given some coins: {@code restriction} wraps the source to answer them itself. */
  public static <R> ExactLaw<R> given(
      FrequencyOracle<R> oracle, UnaryOperator<RandomSource> restriction) {
    return new ExactLaw<>(oracle, restriction);
  }

  private Map<Object, Fraction> law(
      FrequencyOracle<R> oracle, int item, UnaryOperator<RandomSource> restriction) {
    Map<Object, Fraction> law = new HashMap<>();
    Object[] last = new Object[1];
    EnumeratingSource.walk(
        source -> {
          R report = oracle.randomizer().randomize(item, restriction.apply(source));
          last[0] = report instanceof byte[] bits ? ByteBuffer.wrap(bits) : report;
          reports.put(last[0], report);
        },
        probability -> law.merge(last[0], probability, Fraction::plus));
    return law;
  }

  /** How many different reports there are. */
  public int outcomes() {
    return reports.size();
  }

  /** Whether every item's probabilities sum to one, exactly. */
  public boolean sumsToOne() {
    return laws.stream()
        .map(law -> law.values().stream().reduce(Fraction.ZERO, Fraction::plus))
        .allMatch(total -> total.numerator().equals(total.denominator()));
  }

  /** Logarithm of the largest ratio of a report's probabilities under two items, rounded up. */
  public double epsilon() {
    double largest = 0;
    for (Object report : reports.keySet()) {
      for (Map<Object, Fraction> one : laws) {
        for (Map<Object, Fraction> other : laws) {
          Fraction a = one.getOrDefault(report, Fraction.ZERO);
          Fraction b = other.getOrDefault(report, Fraction.ZERO);
          BigInteger left = a.numerator().multiply(b.denominator());
          BigInteger right = b.numerator().multiply(a.denominator());
          if (left.compareTo(right) > 0) {
            largest = Math.max(largest, Epsilon.ofRatio(left, right));
          }
        }
      }
    }
    return largest;
  }

  /**
   * Largest |E[X_u] − 1(u = v)| over all u and v, where one person holds v and {@code estimator}
   * reads the report. Estimates add up over people, so unbiased for one is unbiased for all.
   */
  public double worstBias(FrequencyOracle<R> estimator) {
    double worst = 0;
    for (int v = 0; v < k; v++) {
      double[] means = moments(estimator, v)[0];
      for (int u = 0; u < k; u++) {
        worst = Math.max(worst, Math.abs(means[u] - (u == v ? 1 : 0)));
      }
    }
    return worst;
  }

  /**
   * Largest relative difference between the exact variance of X_u and the variances() of {@code
   * estimator}, over all u and v as above.
   */
  public double worstVarianceError(FrequencyOracle<R> estimator) {
    double worst = 0;
    for (int v = 0; v < k; v++) {
      double[][] moments = moments(estimator, v);
      long[] counts = new long[k];
      counts[v] = 1;
      double[] claimed = estimator.variances(counts);
      for (int u = 0; u < k; u++) {
        double exact = moments[1][u] - moments[0][u] * moments[0][u];
        worst = Math.max(worst, Math.abs(claimed[u] / exact - 1));
      }
    }
    return worst;
  }

  private double[][] moments(FrequencyOracle<R> estimator, int item) {
    double[][] moments = new double[2][k];
    laws.get(item)
        .forEach(
            (key, fraction) -> {
              Accumulator<R> one = estimator.newAccumulator();
              one.add(reports.get(key));
              Estimate estimate = estimator.estimate(one);
              double probability = ratio(fraction);
              for (int u = 0; u < k; u++) {
                double x = estimate.rows().get(u).estimate();
                moments[0][u] += probability * x;
                moments[1][u] += probability * x * x;
              }
            });
    return moments;
  }

  private static double ratio(Fraction fraction) {
    // Brought to some 100 leading bits, so that both parts are doubles.
    int excess = Math.max(0, fraction.denominator().bitLength() - 1000);
    return fraction.numerator().shiftRight(excess).doubleValue()
        / fraction.denominator().shiftRight(excess).doubleValue();
  }
}
