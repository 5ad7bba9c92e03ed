package org.sparkldp.protocols.gaussian.likelihood;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The line cut in m pieces at m − 1 points: the answer of x is the number of cuts at or below x.
 * One cut is a threshold, and asks on which side of it a value is.
 *
 * <p>The law: with z = (cut − mean)/sigma, pieces have masses Φ(z above) − Φ(z below), derivatives
 * −(φ(z above) − φ(z below))/sigma by the mean and −(zφ(z) above − zφ(z) below) by ln sigma, the
 * ends of the line having Φ = 0 and 1, φ = 0.
 *
 * <p><b>Rounded and dithered values.</b> Where values are rounded to multiples of a step and then
 * dithered by it ({@link Dither}), the distribution function is that of N(mean, sigma²) at the
 * boundaries between rounded values, odd multiples of half a step, and straight between them. So Φ,
 * φ and zφ of a cut are interpolated between its two boundaries. sigma is then the standard
 * deviation of the dithered value, whose square is larger by step²/12 twice, by the rounding's
 * error and the dither's.
 */
public final class Cuts implements Channel {
  /** Least part of a dithered value's variance that the value itself has, in a search. */
  private static final double LEAST_PART = 1.0 / 16;

  private final double[] cuts;
  private final double step; // 0 where values are not rounded

  /**
   * @param cuts at least one, finite, ascending
   */
  public Cuts(double... cuts) {
    this(cuts, 0);
  }

  /**
   * Of values that are rounded to multiples of a step, and dithered.
   *
   * @param step above 0, or 0 where values are not rounded
   */
  public Cuts(double[] cuts, double step) {
    boolean ascending = cuts.length > 0;
    for (int i = 0; i < cuts.length; i++) {
      ascending &= Double.isFinite(cuts[i]) && (i == 0 || cuts[i] > cuts[i - 1]);
    }
    if (!ascending) {
      throw Require.refusal(
          "cuts must be finite and ascend, at least one. Provided values: %s.",
          Arrays.toString(cuts));
    }
    this.cuts = cuts.clone();
    this.step = step;
  }

  /** The cut number i. */
  public double cut(int i) {
    return cuts[i];
  }

  @Override
  public int answers() {
    return cuts.length + 1;
  }

  @Override
  public int answer(double value) {
    int answer = 0;
    for (double cut : cuts) {
      answer += value >= cut ? 1 : 0;
    }
    return answer;
  }

  @Override
  public void law(double mean, double sigma, double[] law) {
    if (step > 0) {
      roundedLaw(mean, sigma, law);
      return;
    }
    int m = answers();
    double cdf = 0;
    double density = 0;
    double moment = 0;
    for (int a = 0; a < m; a++) {
      boolean open = a == m - 1;
      double z = open ? 0 : (cuts[a] - mean) / sigma;
      double cdfAbove = open ? 1 : StandardNormal.cdf(z);
      double densityAbove = open ? 0 : StandardNormal.fastDensity(z);
      double momentAbove = z * densityAbove;
      law[a] = cdfAbove - cdf;
      law[m + a] = -(densityAbove - density) / sigma;
      law[2 * m + a] = -(momentAbove - moment);
      cdf = cdfAbove;
      density = densityAbove;
      moment = momentAbove;
    }
  }

  private void roundedLaw(double mean, double dithered, double[] law) {
    double all = dithered * dithered;
    double variance = Math.max(all * LEAST_PART, all - step * step / 6);
    double sigma = Math.sqrt(variance);
    double byLog = all / variance; // of ln sigma by ln dithered
    int m = answers();
    double cdf = 0;
    double density = 0;
    double moment = 0;
    for (int a = 0; a < m; a++) {
      double cdfAbove = 1;
      double densityAbove = 0;
      double momentAbove = 0;
      if (a < m - 1) {
        double boundary = (Math.floor(cuts[a] / step + 0.5) - 0.5) * step;
        double part = (cuts[a] - boundary) / step;
        double z = (boundary - mean) / sigma;
        double next = (boundary + step - mean) / sigma;
        double densityAt = (1 - part) * StandardNormal.fastDensity(z);
        double densityNext = part * StandardNormal.fastDensity(next);
        cdfAbove = (1 - part) * StandardNormal.cdf(z) + part * StandardNormal.cdf(next);
        densityAbove = densityAt + densityNext;
        momentAbove = z * densityAt + next * densityNext;
      }
      law[a] = cdfAbove - cdf;
      law[m + a] = -(densityAbove - density) / sigma;
      law[2 * m + a] = -(momentAbove - moment) * byLog;
      cdf = cdfAbove;
      density = densityAbove;
      moment = momentAbove;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cuts that && step == that.step && Arrays.equals(cuts, that.cuts);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(cuts);
  }

  @Override
  public String toString() {
    return "cuts " + Arrays.toString(cuts);
  }
}
