package org.sparkldp.release.denoise;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * {@code bayes}: the posterior mean g y under the prior truth ~ N(0, w² I), g = w²/(w² + sigma²).
 * No estimator has less expected squared error when the prior is right; that error is d w² sigma² /
 * (w² + sigma²).
 *
 * <p>Source: Balle &amp; Wang, ICML 2018, Theorem 10, (7) and (8).
 */
final class BayesMean implements Denoiser {
  private final double w;

  BayesMean(double w) {
    Require.that(w > 0 && w < Double.POSITIVE_INFINITY)
        .orRefuse(
            "w, the prior's standard deviation, must be finite and above 0. Provided value: %s.",
            w);
    this.w = w;
  }

  @Override
  public ProtocolSpec spec() {
    return ProtocolSpec.named("bayes").with("w", w);
  }

  @Override
  public Denoised denoise(double[] noisy, double sigma) {
    Noisy.require(noisy, sigma);
    double ratio = sigma / w; // w² and sigma² might overflow where this does no harm
    double factor = 1 / (1 + ratio * ratio);
    double[] values = Arrays.stream(noisy).map(v -> factor * v).toArray();
    return new Denoised(values, "", Stein.risk(noisy, values, factor * noisy.length, sigma));
  }
}
