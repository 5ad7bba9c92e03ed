package org.sparkldp.release.denoise;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * {@code james-stein}: y shrunk towards a centre m by the factor 1 − c sigma²/|y − m|², c = d − 2
 * for m = 0 and c = d − 3 for m = the mean of y.
 *
 * <p>With c ≥ 1 its expected total squared error is below d sigma², that of y, whatever the truth:
 * d sigma² − c² sigma⁴ E[1/|y − m|²]. Under a prior N(0, w² I) it is within 1 + 2 sigma²/(d w²) of
 * the Bayes risk, without knowing w. The positive part, which takes 0 for a negative factor, has
 * less error still. With fewer numbers (d ≤ 2, or 3 towards the mean) y is returned as it is.
 *
 * <p>With S = |y − m|² the divergence is that of the centre, 0 or 1, and (d − that) (1 − c
 * sigma²/S) + 2 c sigma²/S, or nothing if the positive part gave m itself; for m = 0 the risk is
 * thus d sigma² − (d − 2)² sigma⁴/S.
 *
 * <p>Source: James &amp; Stein 1961; Balle &amp; Wang, ICML 2018, Theorem 11.
 */
final class JamesStein implements Denoiser {
  /** The centre. */
  enum Toward {
    ZERO,
    MEAN
  }

  private final boolean positive;
  private final Toward toward;

  JamesStein(boolean positive, Toward toward) {
    this.positive = positive;
    this.toward = toward;
  }

  @Override
  public ProtocolSpec spec() {
    return ProtocolSpec.named("james-stein")
        .with("positive", Boolean.toString(positive))
        .with("toward", Choices.written(toward));
  }

  @Override
  public Denoised denoise(double[] noisy, double sigma) {
    Noisy.require(noisy, sigma);
    int d = noisy.length;
    int known = toward == Toward.MEAN ? 1 : 0; // directions that are not shrunk
    double centre = known * Arrays.stream(noisy).sum() / d;
    int c = Math.max(0, d - known - 2);
    double removed = c * sigma * sigma;
    double distance = Arrays.stream(noisy).map(v -> (v - centre) * (v - centre)).sum();
    if (distance == 0 && c > 0 && !positive) {
      throw Require.refusal(
          "the plain James-Stein estimate is not defined where all numbers equal the centre; take"
              + " positive=true.");
    }
    double plain = c == 0 ? 1 : 1 - removed / distance;
    boolean cut = positive && plain < 0;
    double factor = cut ? 0 : plain;
    double[] values = Arrays.stream(noisy).map(v -> centre + factor * (v - centre)).toArray();
    double freedom = known + (cut || c == 0 ? 0 : 2 * removed / distance) + (d - known) * factor;
    return new Denoised(
        values, "factor = " + Choices.digits(factor), Stein.risk(noisy, values, freedom, sigma));
  }
}
