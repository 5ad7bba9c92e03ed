package org.sparkldp.protocols;

import java.math.BigDecimal;
import java.math.RoundingMode;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The privacy cost of a report for the person who gives it.
 *
 * @param epsilon the claim, in nats
 * @param delta the claim's failure mass, in [0, 1); 0 for pure local differential privacy
 * @param exactEpsilon epsilon of the integers the randomizer really uses, rounded up; at most the
 *     claim
 * @param rho of Gaussian noise: the report is rho-concentrated private, by which many of them add
 *     up best; 0 where the noise is another, or nobody has computed it
 */
public record Guarantee(double epsilon, double delta, double exactEpsilon, double rho) {

  public Guarantee {
    Require.that(exactEpsilon >= 0 && exactEpsilon <= epsilon)
        .orRefuse(
            "the exact epsilon must lie between 0 and the claim %s. Computed value: %s; the"
                + " protocol's integers must be chosen on the safe side.",
            epsilon, exactEpsilon);
    Require.that(delta >= 0 && delta < 1)
        .orRefuse("delta must be in [0, 1). Provided value: %s.", delta);
    Require.that(rho >= 0).orRefuse("rho must not be negative. Provided value: %s.", rho);
  }

  /** Of noise that is not Gaussian. */
  public Guarantee(double epsilon, double delta, double exactEpsilon) {
    this(epsilon, delta, exactEpsilon, 0);
  }

  /**
   * Of discrete Gaussian noise: rho is Δ²/(2σ²) (Canonne, Kamath &amp; Steinke, NeurIPS 2020,
   * Theorem 14), rounded up.
   *
   * @param sensitivity Δ in steps of the grid
   * @param variance σ² in squared steps
   */
  public static Guarantee gaussian(
      double epsilon, double delta, double exactEpsilon, double sensitivity, long variance) {
    double rho = sensitivity * sensitivity / 2 / variance * (1 + 1e-12);
    return new Guarantee(epsilon, delta, exactEpsilon, rho);
  }

  /** The exact epsilon for people: rounded up to six decimals, and at most the claim. */
  public String exactText() {
    BigDecimal up = new BigDecimal(exactEpsilon).setScale(6, RoundingMode.CEILING);
    return ProtocolSpec.shortest(Math.min(epsilon, up.doubleValue()));
  }

  /** A pure guarantee (delta = 0). */
  public static Guarantee pure(double epsilon, double exactEpsilon) {
    return new Guarantee(epsilon, 0, exactEpsilon);
  }
}
