package org.sparkldp.protocols.frequency;

import java.math.BigInteger;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The k-ary randomized response step on certified integers: what every protocol uses whose person
 * gives one of k answers, the true one with probability p and each other with probability q.
 *
 * <p>Guarantee: epsilon-LDP, p/q ≤ e^epsilon. Of the 2^64 words each other answer takes w =
 * ⌈2^64/(e^eps + k − 1)⌉ and the true one all the rest, 2^64 − (k − 1) w, so the exact epsilon is
 * the logarithm of their quotient. k is limited because the rounding of w, taken k − 1 times from
 * the true answer's words, must stay below 1e-9 of them.
 *
 * @param k answers, 2 to {@value #MAX_K}
 * @param otherWeight words of each answer that is not true, w
 */
public record KaryResponse(int k, long otherWeight) {
  /** The most answers. */
  public static final int MAX_K = 1 << 16;

  public KaryResponse {
    Require.between("k", k, 2, MAX_K);
  }

  /** The step with the least w whose exact epsilon is within the claim. */
  public static KaryResponse of(double epsilon, int k) {
    Epsilon.require(epsilon);
    long start = Thresholds.of(1 / (StrictMath.exp(epsilon) + k - 1));
    return new KaryResponse(
        k, Thresholds.raiseUntil(epsilon, start, w -> new KaryResponse(k, w).exactEpsilon()));
  }

  /** Loss of the integers in use, rounded up. */
  public double exactEpsilon() {
    BigInteger other = Epsilon.unsigned(otherWeight);
    BigInteger own = Epsilon.WORDS.subtract(other.multiply(BigInteger.valueOf(k - 1L)));
    return Epsilon.ofRatio(own.max(other), own.min(other));
  }

  /** Probability of the true answer. */
  public double p() {
    return 1 - (k - 1) * q();
  }

  /** Probability of a given other answer. */
  public double q() {
    return Thresholds.probability(otherWeight);
  }

  /**
   * The answer given.
   *
   * @param value in [0, k), which the caller has checked
   */
  public int randomize(int value, RandomSource source) {
    return source.keepOrOther(value, k, otherWeight);
  }
}
