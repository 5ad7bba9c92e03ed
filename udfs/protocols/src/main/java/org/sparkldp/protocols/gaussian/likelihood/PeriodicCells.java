package org.sparkldp.protocols.gaussian.likelihood;

import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Cells of one width whose answers repeat: the answer of x is ⌊(x − offset)/width⌋ mod m. It says
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
    Require.that(answers >= 2 && width > 0 && width < Double.POSITIVE_INFINITY)
        .orRefuse(
            "cells must have at least 2 answers and a width above 0. Provided values: %s and %s.",
            answers, width);
  }

  /** The distance after which answers repeat. */
  public double period() {
    return answers * width;
  }

  @Override
  public int answer(double value) {
    return (int) Math.floorMod((long) Math.floor((value - offset) / width), (long) answers);
  }

  @Override
  public void law(double mean, double sigma, double[] law) {
    if (period() < FOURIER_PERIODS * sigma) {
      byFrequency(mean, sigma, law);
    } else {
      byCell(mean, sigma, law);
    }
  }

  public void byCell(double mean, double sigma, double[] law) {
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
      double cdfAbove = cell == last ? 1 : StandardNormal.cdf(z);
      double densityAbove = cell == last ? 0 : StandardNormal.fastDensity(z);
      double momentAbove = z * densityAbove;
      int a = (int) Math.floorMod((long) cell, (long) m);
      law[a] += cdfAbove - cdf;
      law[m + a] -= (densityAbove - density) / sigma;
      law[2 * m + a] -= momentAbove - moment;
      cdf = cdfAbove;
      density = densityAbove;
      moment = momentAbove;
    }
  }

  public void byFrequency(double mean, double sigma, double[] law) {
    int m = answers;
    double perUnit = 2 * Math.PI / period(); // an angle
    double turn = 2 * Math.PI / m;
    double phase = Math.IEEEremainder((offset - mean) / width + 0.5, m) * turn;
    double decay = sigma * perUnit * sigma * perUnit;
    double cosTheta = Math.cos(phase);
    double sinTheta = Math.sin(phase);
    double cosTurn = Math.cos(turn);
    double sinTurn = Math.sin(turn);
    double cosHalf = Math.cos(turn / 2);
    double sinHalf = Math.sin(turn / 2);
    for (int a = 0; a < m; a++) {
      law[a] = 1.0 / m;
      law[m + a] = 0;
      law[2 * m + a] = 0;
    }
    // Multiples f of the angles, by turning once more each time.
    double cosF = 1;
    double sinF = 0;
    double cosTurnF = 1;
    double sinTurnF = 0;
    double cosHalfF = 1;
    double sinHalfF = 0;
    // exp(−f² decay/2): the factor from f − 1 to f is exp(−(2f − 1) decay/2).
    double gauss = 1;
    double factor = Math.exp(-decay / 2);
    double square = factor * factor;
    for (int f = 1; f * f * decay < -2 * SMALLEST_EXPONENT; f++) {
      double cos = cosF * cosTheta - sinF * sinTheta;
      sinF = sinF * cosTheta + cosF * sinTheta;
      cosF = cos;
      cos = cosTurnF * cosTurn - sinTurnF * sinTurn;
      sinTurnF = sinTurnF * cosTurn + cosTurnF * sinTurn;
      cosTurnF = cos;
      cos = cosHalfF * cosHalf - sinHalfF * sinHalf;
      sinHalfF = sinHalfF * cosHalf + cosHalfF * sinHalf;
      cosHalfF = cos;
      gauss *= factor;
      factor *= square;
      double b = 2 / (Math.PI * f) * sinHalfF * gauss;
      double byMean = b * f * perUnit;
      double byLog = -b * f * f * decay;
      double cosA = cosF;
      double sinA = sinF;
      for (int a = 0; a < m; a++) {
        law[a] += b * cosA;
        law[m + a] += byMean * sinA;
        law[2 * m + a] += byLog * cosA;
        double nextCos = cosA * cosTurnF - sinA * sinTurnF;
        sinA = sinA * cosTurnF + cosA * sinTurnF;
        cosA = nextCos;
      }
    }
  }
}
