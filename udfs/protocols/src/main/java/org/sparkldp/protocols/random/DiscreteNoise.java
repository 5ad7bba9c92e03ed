package org.sparkldp.protocols.random;

import java.math.BigInteger;

/** Noise on the integers, symmetric about 0, that is sampled without floating point. */
public sealed interface DiscreteNoise permits DiscreteLaplace, DiscreteGaussian {

  /** One draw. */
  long sample(RandomSource source);

  /** The variance of a draw. */
  double variance();

  /** The largest size of a draw, except with probability below e^-999. */
  long reach();

  /** The whole part of a square root below 2^62; Android has BigInteger's from version 13 on. */
  static long root(BigInteger square) {
    long root = (long) Math.sqrt(square.doubleValue()); // and some hundreds more or less
    while (BigInteger.valueOf(root).pow(2).compareTo(square) > 0) {
      root--;
    }
    while (BigInteger.valueOf(root + 1).pow(2).compareTo(square) <= 0) {
      root++;
    }
    return root;
  }

  /** ln P[X = x], up to a constant. */
  double logLikelihood(long x);
}
