package org.sparkldp.protocols.vector;

import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/**
 * Public directions: a word is the name of a Gaussian vector, the same on every machine. Nothing is
 * secret here; it matters only that the vectors of all words together favour no direction.
 *
 * <p>Standard normal coordinates by Marsaglia's polar method from the words of {@link
 * SimulationSource}, in strict floating point: {@link StrictMath} and the four operations, which
 * IEEE 754 leaves no choice.
 */
final class Directions {
  private static final double UNIT = 0x1p-31;

  private Directions() {}

  /** Writes the vector of a word. */
  static void gaussian(long word, double[] vector) {
    RandomSource source = new SimulationSource(word);
    for (int j = 0; j < vector.length; j += 2) {
      double x;
      double y;
      double square;
      do { // a uniform point of the disc; halves keep coordinates off 0 and symmetric about it
        long bits = source.nextLong();
        x = ((bits >> 32) + 0.5) * UNIT;
        y = ((int) bits + 0.5) * UNIT;
        square = x * x + y * y;
      } while (square >= 1);
      double scale = Math.sqrt(-2 * StrictMath.log(square) / square);
      vector[j] = x * scale;
      if (j + 1 < vector.length) {
        vector[j + 1] = y * scale;
      }
    }
  }

  /** Scales a vector to length 1. */
  static void normalise(double[] vector) {
    double square = 0;
    for (double x : vector) {
      square += x * x;
    }
    double length = Math.sqrt(square);
    for (int j = 0; j < vector.length; j++) {
      vector[j] /= length;
    }
  }
}
