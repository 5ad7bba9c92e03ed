package org.sparkldp.datasets.law;

import org.sparkldp.datasets.GeneratorRefusal;

/** Arithmetic of probability vectors. */
public final class Probabilities {
  private static final double TOLERANCE = 1e-9;

  private Probabilities() {}

  /** The weights, each finite and at least 0, divided by their sum. */
  public static double[] normalize(double[] weights) {
    double sum = 0;
    for (double weight : weights) {
      sum += weight;
    }
    double[] probabilities = new double[weights.length];
    for (int i = 0; i < weights.length; i++) {
      probabilities[i] = weights[i] / sum;
    }
    return probabilities;
  }

  static void requireDistribution(double[] probabilities) {
    double sum = 0;
    for (double probability : probabilities) {
      if (!(probability >= 0 && probability <= 1)) {
        throw GeneratorRefusal.of(
            "A probability must be in [0, 1]. Provided value: %s. Divide the weights by their sum.",
            probability);
      }
      sum += probability;
    }
    if (!(Math.abs(sum - 1) <= TOLERANCE)) {
      throw GeneratorRefusal.of(
          "Probabilities must have the sum 1 (within 1e-9). Provided sum: %s. Divide the weights by"
              + " their sum.",
          sum);
    }
  }

  /** The probability must be strictly between 0 and 1 to have a quantile. */
  static double requireOpenUnit(double p) {
    if (!(p > 0 && p < 1)) {
      throw GeneratorRefusal.of(
          "A quantile needs a probability in (0, 1). Provided value: %s. For the ends of the range"
              + " choose a probability near 0 or 1.",
          p);
    }
    return p;
  }
}
