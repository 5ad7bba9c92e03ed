package org.sparkldp.protocols.vector;

import java.util.Optional;

/**
 * Public directions: a word is the name of a vector, the same on every machine. Nothing is secret
 * here; it matters only that the vectors of all words together favour no direction.
 *
 * <p>A report's word is a seed, in its upper 48 bits, and a candidate, in its lower {@value
 * #CANDIDATE_BITS}. Candidate 2i is direction i of the seed, 2i + 1 its opposite.
 */
public interface Directions {
  /** Bits of a word that name the candidate of its seed. */
  int CANDIDATE_BITS = 16;

  /** The upper bits of a word. */
  static long seed(long word) {
    return word >>> CANDIDATE_BITS << CANDIDATE_BITS;
  }

  /**
   * How near a seed's first directions are to a vector's: their scalar products with it, all times
   * one positive number, or squares of these with the products' signs.
   *
   * @param seed whose lower bits are 0
   * @param along one place a direction
   */
  void products(long seed, int[] vector, double[] along);

  /** Writes the direction of a seed and an even candidate. */
  void direction(long word, double[] direction);

  /** No coordinate of any direction is larger: of those of length 1 it is 1. */
  default double reach() {
    return 1;
  }

  /**
   * Standard normal vectors, independent from direction to direction, brought to length 1: uniform
   * on the sphere.
   */
  record Sphere() implements Directions {

    @Override
    public void products(long seed, int[] vector, double[] along) {
      double[] direction = new double[vector.length];
      for (int i = 0; i < along.length; i++) {
        Normals.of(seed | (2L * i), direction);
        double product = 0;
        double square = 0;
        for (int j = 0; j < vector.length; j++) {
          product += direction[j] * vector[j];
          square += direction[j] * direction[j];
        }
        along[i] = product * Math.abs(product) / square; // a root would cost more
      }
    }

    @Override
    public void direction(long word, double[] direction) {
      Normals.of(word, direction);
      scale(direction, 1 / length(direction));
    }
  }

  /**
   * The axes of a space, rotated by the seed ({@link Rotation}): orthogonal to each other, of which
   * the first coordinates are taken.
   */
  final class RotatedAxes implements Directions {
    /** From so many coordinates on axes are rotated; fewer are not worth it. */
    private static final int LEAST_ROTATED = 32;

    /** In a smaller space rotations turn less evenly. */
    private static final int LEAST_SPACE = 64;

    private final Rotation rotation;

    private RotatedAxes(Rotation rotation) {
      this.rotation = rotation;
    }

    /**
     * Axes of which h are candidates for vectors of d coordinates; empty where independent
     * directions are better.
     */
    public static Optional<RotatedAxes> of(int d, int h) {
      int space = Integer.highestOneBit(2 * Math.max(LEAST_SPACE, Math.max(d, h)) - 1);
      return d >= LEAST_ROTATED && space <= 3 * d
          ? Optional.of(new RotatedAxes(new Rotation(space)))
          : Optional.empty();
    }

    /** The dimension of the space, a power of two. */
    public int space() {
      return rotation.space();
    }

    @Override
    public void products(long seed, int[] vector, double[] along) {
      double[] turned = rotation.turned(seed, vector);
      System.arraycopy(turned, 0, along, 0, along.length);
    }

    @Override
    public void direction(long word, double[] direction) {
      double[] axis = rotation.axis(seed(word), (int) (word - seed(word)) >>> 1);
      System.arraycopy(axis, 0, direction, 0, direction.length);
    }
  }

  private static double length(double[] vector) {
    double square = 0;
    for (double x : vector) {
      square += x * x;
    }
    return Math.sqrt(square);
  }

  private static void scale(double[] vector, double factor) {
    for (int j = 0; j < vector.length; j++) {
      vector[j] *= factor;
    }
  }
}
