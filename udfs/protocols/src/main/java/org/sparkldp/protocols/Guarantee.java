package org.sparkldp.protocols;

/**
 * What a report costs the person who gives it.
 *
 * @param epsilon the claim, in nats
 * @param delta the claim's failure mass, in [0, 1); 0 for pure local differential privacy
 * @param exactEpsilon epsilon of the integers the randomizer really uses, rounded up; at most the
 *     claim
 */
public record Guarantee(double epsilon, double delta, double exactEpsilon) {

  public Guarantee {
    if (!(exactEpsilon >= 0 && exactEpsilon <= epsilon)) {
      throw new IllegalArgumentException(
          "the exact epsilon must lie between 0 and the claim "
              + epsilon
              + ". Computed value: "
              + exactEpsilon
              + "; the protocol's integers must be chosen on the safe side.");
    }
    if (!(delta >= 0 && delta < 1)) {
      throw new IllegalArgumentException("delta must be in [0, 1). Provided value: " + delta + ".");
    }
  }

  /** A pure guarantee (delta = 0). */
  public static Guarantee pure(double epsilon, double exactEpsilon) {
    return new Guarantee(epsilon, 0, exactEpsilon);
  }
}
