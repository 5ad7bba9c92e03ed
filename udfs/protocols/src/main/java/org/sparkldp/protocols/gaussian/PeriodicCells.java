package org.sparkldp.protocols.gaussian;

/**
 * Cells of one width whose answers repeat: the answer of x is ⌊(x − offset)/width⌋ mod m. It tells
 * where a value is within a period P = m · width, and nothing of which period.
 *
 * <p>The law. The probability of answer a is the mass of N(mean, sigma²) on all cells c ≡ a (mod
 * m). With edges e(c) = offset + c · width, z = (e − mean)/sigma, a cell has mass Φ(z(c+1)) −
 * Φ(z(c)), which by the mean has derivative −(φ(z(c+1)) − φ(z(c)))/sigma and by ln sigma −(zφ(z) at
 * c+1 less zφ(z) at c). For wide cells these few terms are summed. For narrow ones the same
 * probability is a short Fourier series (Poisson's summation):
 *
 * <pre>
 *   p(a) = 1/m + Σ_f b_f cos(f θ_a),   b_f = 2/(π f) sin(π f/m) exp(−2π² f² sigma²/P²),
 *   θ_a = 2π (offset + (a + 1/2) width − mean)/P,
 * </pre>
 *
 * the factor 2/(πf) sin(πf/m) being the series of one cell in a period and the exponential that of
 * the Gaussian. Derivatives are taken term by term.
 *
 * @param answers m, at least 2
 * @param width above 0, in the values' unit
 * @param offset where a cell of answer 0 begins
 */
public record PeriodicCells(int answers, double width, double offset) implements Channel {
  /** Periods up to this many sigmas are summed by frequency, where terms are few. */
  private static final double FOURIER_PERIODS = 10;

  /** Terms below exp of this are left out. */
  private static final double SMALLEST_EXPONENT = -37;

  public PeriodicCells {
    if (answers < 2 || !(width > 0 && width < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "cells must have at least 2 answers and a width above 0. Provided values: "
              + answers
              + " and "
              + width
              + ".");
    }
  }

  /** The distance after which answers repeat. */
  public double period() {
    return answers * width;
  }

  @Override
  public int answer(double value) {
    return Math.floorMod((long) Math.floor((value - offset) / width), answers);
  }

  @Override
  public void law(double mean, double sigma, double[] law) {
    if (period() < FOURIER_PERIODS * sigma) {
      byFrequency(mean, sigma, law);
    } else {
      byCell(mean, sigma, law);
    }
  }

  void byCell(double mean, double sigma, double[] law) {
    int m = answers;
    for (int i = 0; i < 3 * m; i++) {
      law[i] = 0;
    }
    double at = (mean - offset) / width; // the mean, counted in cells
    double reach = REACH * sigma / width;
    double last = Math.floor(at + reach);
    double cdf = 0; // at the lower edge of the cell, with density and density times z
    double density = 0;
    double moment = 0;
    for (double cell = Math.floor(at - reach); cell <= last; cell++) {
      double z = (cell + 1 - at) * width / sigma;
      double cdfAbove = cell == last ? 1 : Normal.cdf(z);
      double densityAbove = cell == last ? 0 : Normal.density(z);
      double momentAbove = z * densityAbove;
      int a = Math.floorMod((long) cell, m);
      law[a] += cdfAbove - cdf;
      law[m + a] -= (densityAbove - density) / sigma;
      law[2 * m + a] -= momentAbove - moment;
      cdf = cdfAbove;
      density = densityAbove;
      moment = momentAbove;
    }
  }

  void byFrequency(double mean, double sigma, double[] law) {
    int m = answers;
    double turn = 2 * Math.PI / m;
    double phase = Math.IEEEremainder((offset - mean) / width + 0.5, m) * turn;
    double spread = 2 * Math.PI * sigma / period(); // sigma as an angle
    double decay = spread * spread;
    for (int a = 0; a < m; a++) {
      double theta = phase + a * turn;
      double cos = Math.cos(theta);
      double sin = Math.sin(theta);
      double cosF = 1; // of f θ, by turning
      double sinF = 0;
      double p = 1.0 / m;
      double byAngle = 0;
      double byLog = 0;
      for (int f = 1; f * f * decay < -2 * SMALLEST_EXPONENT; f++) {
        double next = cosF * cos - sinF * sin;
        sinF = sinF * cos + cosF * sin;
        cosF = next;
        double b = 2 / (Math.PI * f) * Math.sin(Math.PI * f / m) * Math.exp(-f * f * decay / 2);
        p += b * cosF;
        byAngle += b * f * sinF;
        byLog -= b * f * f * decay * cosF;
      }
      law[a] = p;
      law[m + a] = byAngle * 2 * Math.PI / period();
      law[2 * m + a] = byLog;
    }
  }
}
