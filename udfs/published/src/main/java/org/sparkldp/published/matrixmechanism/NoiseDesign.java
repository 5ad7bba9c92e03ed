package org.sparkldp.published.matrixmechanism;

import org.sparkldp.protocols.strategy.Design;

/**
 * A matrix that is not a channel: the report of a person with item u is column u and noise in every
 * number (the matrix mechanism, Li et al., VLDB Journal 2015, run by each person). The
 * reconstruction is by least squares.
 *
 * @param numbers in a report
 * @param domain n, the columns
 * @param a entries row after row, in any unit
 * @param norm by which columns are apart: Laplace noise for L1, Gaussian for L2
 * @param delta the failure mass of the guarantee; 0 for L1, {@link #DELTA} if none is named for L2
 */
public record NoiseDesign(int numbers, int domain, double[] a, ColumnNorm norm, double delta)
    implements Design {
  /** The delta that is customary if none is named. */
  public static final double DELTA = 1e-6;

  /** The distance of two columns of a matrix, and with it the noise that hides which one it was. */
  public enum ColumnNorm {
    /** Sums of sizes; Laplace noise, pure epsilon. */
    L1,
    /** Euclidean lengths; Gaussian noise, epsilon and delta. */
    L2
  }

  /** With the customary delta of the norm. */
  public NoiseDesign(int numbers, int domain, double[] a, ColumnNorm norm) {
    this(numbers, domain, a, norm, norm == ColumnNorm.L1 ? 0 : DELTA);
  }

  @Override
  public double rows() {
    return numbers;
  }

  @Override
  public String kind() {
    return AdditiveStrategy.KIND;
  }
}
