package org.sparkldp.protocols.frequency;

import java.math.BigInteger;
import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Parameter;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.ProtocolSpec;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Randomized response: tell the truth with probability p, else another item, each with probability
 * q. With two items this is Warner's method ({@code rr(epsilon)}); with k of them, k-ary or
 * generalized randomized response ({@code grr(epsilon,k)}). Best for small domains, k &lt; 3
 * e^epsilon + 2.
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 65,536. Report: cell in [0, k), the item told; 4 bytes.
 * Guarantee: epsilon-LDP, p/q ≤ e^epsilon. Support: the item told; p = e^eps/(e^eps + k − 1), q =
 * 1/(e^eps + k − 1). Estimator and standard error: {@link PureEstimator}; at small counts the
 * variance is n (e^eps + k − 2)/(e^eps − 1)². Cost: one word of randomness, no branch on the item's
 * size; 8 k bytes to accumulate. Errors: k or epsilon out of range; an item outside [0, k) is
 * refused without being named.
 *
 * <p>Integers in use: of the 2^64 words each other item takes w = ⌈2^64/(e^eps + k − 1)⌉ and the
 * true one all the rest, 2^64 − (k − 1) w, so the exact epsilon is the logarithm of their quotient.
 * k is limited because the rounding of w, taken k − 1 times from the true item's words, must stay
 * below 1e-9 of them.
 *
 * <p>Source: Warner, JASA 1965; Kairouz, Bonawitz &amp; Ramage, ICML 2016; Wang, Blocki, Li &amp;
 * Jha, USENIX Security 2017, section 4.1 (direct encoding).
 */
public final class RandomizedResponse extends CellOracle {
  /** The largest domain. */
  public static final int MAX_K = 1 << 16;

  private final long otherWeight;
  private final PureEstimator estimator;

  private RandomizedResponse(ProtocolSpec spec, double epsilon, int k, long otherWeight) {
    super(spec, Guarantee.pure(epsilon, exactEpsilon(k, otherWeight)), k, k);
    this.otherWeight = otherWeight;
    double q = Thresholds.probability(otherWeight);
    this.estimator = new PureEstimator(1 - (k - 1) * q, q);
  }

  /** Warner's binary method on items 0 and 1. */
  public static RandomizedResponse binary(double epsilon) {
    Epsilon.require(epsilon);
    return new RandomizedResponse(
        ProtocolSpec.named("rr").with("epsilon", epsilon), epsilon, 2, weight(epsilon, 2));
  }

  /** The k-ary method. */
  public static RandomizedResponse kary(double epsilon, int k) {
    Epsilon.require(epsilon);
    requireK(k, MAX_K, "For a larger domain use hadamard or olh.");
    return new RandomizedResponse(
        ProtocolSpec.named("grr").with("epsilon", epsilon).with("k", k),
        epsilon,
        k,
        weight(epsilon, k));
  }

  /** The least words for each of k − 1 others such that {@link #exactEpsilon} is within epsilon. */
  static long weight(double epsilon, int k) {
    long start = Thresholds.of(1 / (StrictMath.exp(epsilon) + k - 1));
    return Thresholds.raiseUntil(epsilon, start, w -> exactEpsilon(k, w));
  }

  /** Loss of {@link RandomSource#keepOrOther} among k, rounded up. */
  static double exactEpsilon(int k, long otherWeight) {
    BigInteger other = Epsilon.unsigned(otherWeight);
    BigInteger own = Epsilon.WORDS.subtract(other.multiply(BigInteger.valueOf(k - 1L)));
    return Epsilon.ofRatio(own.max(other), own.min(other));
  }

  @Override
  public int randomize(int item, RandomSource source) {
    requireItem(item);
    return source.keepOrOther(item, cells(), otherWeight);
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    return estimator.estimate(reports.n(), reports.counts(), confidence);
  }

  @Override
  public double[] variances(long[] counts) {
    return estimator.variances(counts);
  }

  /** Provides {@code rr(epsilon)}. */
  public static final class Binary extends ProtocolProvider {
    public Binary() {
      super(
          "rr",
          1,
          "binary randomized response (Warner): the truth with probability p, else the opposite",
          List.of(Parameter.EPSILON),
          given -> binary(given.real("epsilon")));
    }
  }

  /** Provides {@code grr(epsilon,k)}. */
  public static final class Kary extends ProtocolProvider {
    public Kary() {
      super(
          "grr",
          2,
          "k-ary randomized response: the true item with probability p, else another",
          List.of(Parameter.EPSILON, Parameter.K),
          given -> kary(given.real("epsilon"), given.integer("k")));
    }
  }
}
