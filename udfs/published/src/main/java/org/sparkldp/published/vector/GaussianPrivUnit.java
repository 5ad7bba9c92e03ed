package org.sparkldp.published.vector;

import java.util.Optional;
import org.sparkldp.protocols.BallProtocol;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.vector.CandidateChoice;
import org.sparkldp.protocols.vector.CoordinateMean;
import org.sparkldp.protocols.vector.Directions;
import org.sparkldp.protocols.vector.Normals;
import org.sparkldp.protocols.vector.PrivUnit;
import org.sparkldp.protocols.vector.PrivUnit.Candidates;

/**
 * {@code privunit-g(epsilon,d,radius,candidates)}: {@link PrivUnit} with Gaussian vectors that are
 * not brought to length 1; rotated axes get a length that is distributed like theirs. Never better
 * than {@code privunit}, and within 3 % of it from d = 100 on.
 *
 * <p>Input, report, guarantee, estimator, standard error and errors: {@link PrivUnit}.
 *
 * <p>Source: Asi, Feldman &amp; Talwar, ICML 2022 (PrivUnitG).
 */
public final class GaussianPrivUnit {
  private GaussianPrivUnit() {}

  private static PrivUnit of(Parameters given) {
    int h = PrivUnit.candidates(given);
    Optional<Directions.RotatedAxes> axes =
        Directions.RotatedAxes.of(given.integer(BallProtocol.D.name()), h);
    return PrivUnit.of(
        given,
        new Candidates(
            CandidateChoice.normal(given.epsilon(), h),
            axes.isPresent() ? new RotatedNormal(axes.get()) : new NormalDirections(),
            Double.POSITIVE_INFINITY));
  }

  /** Standard normal coordinates, independent from direction to direction. */
  record NormalDirections() implements Directions {

    @Override
    public void products(long seed, int[] vector, double[] along) {
      double[] direction = new double[vector.length];
      for (int i = 0; i < along.length; i++) {
        direction(seed | (2L * i), direction);
        along[i] = product(direction, vector);
      }
    }

    @Override
    public void direction(long word, double[] direction) {
      Normals.of(word, direction);
    }

    @Override
    public double reach() {
      return Normals.MOST;
    }
  }

  /**
   * Rotated axes, all of one seed times a length that is distributed like that of a standard normal
   * vector of the space. So a vector's products are independent normal numbers.
   */
  record RotatedNormal(RotatedAxes axes) implements Directions {

    @Override
    public void products(long seed, int[] vector, double[] along) {
      axes.products(seed, vector, along);
    }

    @Override
    public void direction(long word, double[] direction) {
      axes.direction(word, direction);
      double[] normal = new double[axes.space()];
      Normals.of(
          Directions.seed(word) | ((1 << CANDIDATE_BITS) - 1), normal); // no candidate's word
      double length = Math.sqrt(square(normal));
      for (int j = 0; j < direction.length; j++) {
        direction[j] *= length;
      }
    }

    /**
     * Were the rotation uniform, coordinates would be normal, and one of all 2^57 directions' 2^16
     * beyond this with a probability below 1e-12.
     */
    @Override
    public double reach() {
      return Normals.MOST;
    }
  }

  private static double square(double[] vector) {
    double square = 0;
    for (double x : vector) {
      square += x * x;
    }
    return square;
  }

  private static double product(double[] direction, int[] vector) {
    double product = 0;
    for (int j = 0; j < vector.length; j++) {
      product += direction[j] * vector[j];
    }
    return product;
  }

  /** {@code privunit-g(epsilon,d,radius,candidates)}. */
  public static final Declaration<PrivUnit> DECLARATION =
      CoordinateMean.declared(
              "privunit-g",
              29,
              "mean of vectors in a Euclidean ball: a Gaussian vector, likely one near the own",
              PrivUnit.SPHERE_D,
              PrivUnit.CANDIDATES)
          .makes(GaussianPrivUnit::of);
}
