package org.sparkldp.release.denoise;

import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * An estimate of the truth behind y = truth + N(0, sigma² I): post-processing of what has been
 * released, so it costs no privacy.
 *
 * <p>Denoisers are immutable and may serve any number of threads. Equal inputs give equal outputs.
 */
public interface Denoiser {
  /** Name and parameters as canonical text: those with a default are all there. */
  ProtocolSpec spec();

  /**
   * Denoises one vector.
   *
   * @param noisy y: finite numbers, at least one; for denoisers on a graph one for each node
   * @param sigma standard deviation of the noise in each number, in the unit of y; finite, above 0
   */
  Denoised denoise(double[] noisy, double sigma);
}
