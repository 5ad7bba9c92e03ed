package org.sparkldp.protocols.postprocess;

import org.sparkldp.protocols.Estimate;

/**
 * {@code power-ns}: {@link Power}, then {@link NormSub}, so that the sum is n.
 *
 * <p>Source: Wang et al., NDSS 2020 (PowerNS).
 */
public final class PowerNormSub implements Consistency {
  private final Power power = new Power();

  @Override
  public String name() {
    return "power-ns";
  }

  @Override
  public String description() {
    return "power, then norm-sub";
  }

  @Override
  public double[] apply(Estimate raw) {
    return NormSub.apply(power.apply(raw), raw.n());
  }
}
