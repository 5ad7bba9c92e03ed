package org.sparkldp.protocols.strategy;

/** How far apart two columns of a matrix are, and with it the noise that hides which one it was. */
public enum Norm {
  /** Sums of sizes; Laplace noise, pure epsilon. */
  L1,
  /** Euclidean lengths; Gaussian noise, epsilon and delta. */
  L2
}
