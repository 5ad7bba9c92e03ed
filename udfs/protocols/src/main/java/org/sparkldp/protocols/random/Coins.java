package org.sparkldp.protocols.random;

import java.math.BigInteger;
import java.util.function.BooleanSupplier;

/**
 * Coins whose probability is a fraction or an exponential of one, exact: from a source's uniform
 * integers, with no floating point.
 *
 * <p>Source: Canonne, Kamath &amp; Steinke, "The Discrete Gaussian for Differential Privacy",
 * NeurIPS 2020, Algorithm 1, after von Neumann: tossing coins of probability γ/1, γ/2, γ/3, … until
 * one fails, it is the k-th that fails with k odd with probability 1 − γ + γ²/2! − γ³/3! + … =
 * exp(−γ). A coin of γ/k is one of γ and one of 1/k.
 */
final class Coins {
  private static final int DIGIT_BITS = 30;

  private Coins() {}

  /** True with probability min(1, a/b), for a ≥ 0 and b &gt; 0. */
  static boolean ratio(RandomSource source, BigInteger a, BigInteger b) {
    if (a.compareTo(b) >= 0) {
      return true;
    }
    // A uniform number in [0, 1), digit by digit, until it differs from a/b.
    BigInteger rest = a;
    while (true) {
      BigInteger[] digit = rest.shiftLeft(DIGIT_BITS).divideAndRemainder(b);
      int drawn = source.uniform(1 << DIGIT_BITS);
      if (drawn != digit[0].intValue()) {
        return drawn < digit[0].intValue();
      }
      rest = digit[1];
    }
  }

  /** True with probability exp(−1). */
  static boolean exponential(RandomSource source) {
    return alternating(source, () -> true);
  }

  /** True with probability exp(−a/b), for 0 ≤ a ≤ b, b at least 1. */
  static boolean exponential(RandomSource source, int a, int b) {
    return alternating(source, () -> source.uniform(b) < a);
  }

  /** True with probability exp(−a/b), for a ≥ 0 and b &gt; 0. */
  static boolean exponential(RandomSource source, BigInteger a, BigInteger b) {
    BigInteger[] whole = a.divideAndRemainder(b);
    for (BigInteger k = whole[0]; k.signum() > 0; k = k.subtract(BigInteger.ONE)) {
      if (!exponential(source)) {
        return false;
      }
    }
    return alternating(source, () -> ratio(source, whole[1], b));
  }

  private static boolean alternating(RandomSource source, BooleanSupplier gamma) {
    int k = 1;
    while (gamma.getAsBoolean() && source.uniform(k) == 0) {
      k++;
    }
    return (k & 1) == 1;
  }
}
