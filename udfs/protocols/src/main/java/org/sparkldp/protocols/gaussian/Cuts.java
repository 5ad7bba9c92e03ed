package org.sparkldp.protocols.gaussian;

import java.util.Arrays;
import org.sparkldp.protocols.statistics.Normal;

/**
 * The line cut in m pieces at m − 1 points: the answer of x is the number of cuts at or below x.
 * One cut is a threshold, and asks on which side of it a value is.
 *
 * <p>The law: with z = (cut − mean)/sigma, pieces have masses Φ(z above) − Φ(z below), derivatives
 * −(φ(z above) − φ(z below))/sigma by the mean and −(zφ(z) above − zφ(z) below) by ln sigma, the
 * ends of the line having Φ = 0 and 1, φ = 0.
 */
public final class Cuts implements Channel {
  private final double[] cuts;

  /**
   * @param cuts at least one, finite, ascending
   */
  public Cuts(double... cuts) {
    boolean ascending = cuts.length > 0;
    for (int i = 0; i < cuts.length; i++) {
      ascending &= Double.isFinite(cuts[i]) && (i == 0 || cuts[i] > cuts[i - 1]);
    }
    if (!ascending) {
      throw new IllegalArgumentException(
          "cuts must be finite and ascend, at least one. Provided values: "
              + Arrays.toString(cuts)
              + ".");
    }
    this.cuts = cuts.clone();
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
    int m = answers();
    double cdf = 0;
    double density = 0;
    double moment = 0;
    for (int a = 0; a < m; a++) {
      boolean open = a == m - 1;
      double z = open ? 0 : (cuts[a] - mean) / sigma;
      double cdfAbove = open ? 1 : Normal.cdf(z);
      double densityAbove = open ? 0 : Normal.density(z);
      double momentAbove = z * densityAbove;
      law[a] = cdfAbove - cdf;
      law[m + a] = -(densityAbove - density) / sigma;
      law[2 * m + a] = -(momentAbove - moment);
      cdf = cdfAbove;
      density = densityAbove;
      moment = momentAbove;
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Cuts that && Arrays.equals(cuts, that.cuts);
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
