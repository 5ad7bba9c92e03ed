package org.sparkldp.protocols;

import org.sparkldp.protocols.check.Require;

/**
 * The privacy cost of a report for the person who gives it.
 *
 * @param epsilon the claim, in nats
 * @param delta the claim's failure mass, in [0, 1); 0 for pure local differential privacy
 * @param exactEpsilon epsilon of the integers the randomizer really uses, rounded up; at most the
 *     claim
 */
public record Guarantee(double epsilon, double delta, double exactEpsilon) {

  public Guarantee {
    Require.that(exactEpsilon >= 0 && exactEpsilon <= epsilon)
        .orRefuse(
            "the exact epsilon must lie between 0 and the claim %s. Computed value: %s; the"
                + " protocol's integers must be chosen on the safe side.",
            epsilon, exactEpsilon);
    Require.that(delta >= 0 && delta < 1)
        .orRefuse("delta must be in [0, 1). Provided value: %s.", delta);
  }

  /** A pure guarantee (delta = 0). */
  public static Guarantee pure(double epsilon, double exactEpsilon) {
    return new Guarantee(epsilon, 0, exactEpsilon);
  }
}
