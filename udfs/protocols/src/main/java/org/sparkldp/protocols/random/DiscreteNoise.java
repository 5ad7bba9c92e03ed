package org.sparkldp.protocols.random;

/** Noise on the integers, symmetric about 0, that is sampled without floating point. */
public sealed interface DiscreteNoise permits DiscreteLaplace, DiscreteGaussian {

  /** One draw. */
  long sample(RandomSource source);

  /** The variance of a draw. */
  double variance();

  /** The largest size of a draw, except with probability below e^-999. */
  long reach();

  /** ln P[X = x], up to a constant. */
  double logLikelihood(long x);
}
