package org.sparkldp.release.denoise;

import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * {@code soft-threshold}: every number moved towards 0 by a {@link Threshold}, those below it set
 * to 0. For truths most of whose numbers are 0 or nearly so.
 *
 * <p>The divergence is the count of numbers beyond the threshold. The universal threshold of a
 * single number is 0, so it is returned as it is.
 *
 * <p>Source: Donoho 1995; Balle &amp; Wang, ICML 2018, (10) and Theorem 12.
 */
final class SoftThreshold implements Denoiser {
  private final Threshold rule;

  SoftThreshold(Threshold rule) {
    this.rule = rule;
  }

  @Override
  public ProtocolSpec spec() {
    return ProtocolSpec.named("soft-threshold").with("rule", Choices.written(rule));
  }

  @Override
  public Denoised denoise(double[] noisy, double sigma) {
    Noisy.require(noisy, sigma);
    double threshold = rule.of(noisy, sigma);
    double[] values = new double[noisy.length];
    double freedom = 0;
    for (int i = 0; i < noisy.length; i++) {
      values[i] = Threshold.soft(noisy[i], threshold);
      freedom += Math.abs(noisy[i]) > threshold ? 1 : 0;
    }
    return new Denoised(
        values, rule.setting(threshold, sigma), Stein.risk(noisy, values, freedom, sigma));
  }
}
