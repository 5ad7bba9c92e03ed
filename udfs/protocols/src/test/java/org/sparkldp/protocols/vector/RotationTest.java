package org.sparkldp.protocols.vector;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.random.SimulationSource;

class RotationTest {

  @Test
  void axesAreOrthogonalAndOfLengthOneExactly() {
    Rotation rotation = new Rotation(64);
    long unit = 1L << 18; // N³
    long[][] rows = new long[64][64];
    for (int i = 0; i < 64; i++) {
      double[] axis = rotation.axis(77, i);
      for (int j = 0; j < 64; j++) {
        rows[i][j] = (long) (axis[j] * unit);
        assertEquals(axis[j], (double) rows[i][j] / unit);
      }
    }
    for (int i = 0; i < 64; i++) {
      for (int k = 0; k < 64; k++) {
        long product = 0;
        for (int j = 0; j < 64; j++) {
          product += rows[i][j] * rows[k][j];
        }
        assertEquals(i == k ? unit * unit : 0, product);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"64", "128", "1024"})
  void aVectorIsTurnedByTheAxesThatReportsName(int space) {
    Rotation rotation = new Rotation(space);
    SimulationSource source = new SimulationSource(5);
    int[] vector = new int[space - 7];
    for (int j = 0; j < vector.length; j++) {
      vector[j] = source.uniform(2001) - 1000;
    }
    long seed = 0x123456789abc0000L;
    double[] turned = rotation.turned(seed, vector);
    for (int i = 0; i < space; i += 5) {
      double[] axis = rotation.axis(seed, i);
      double product = 0;
      for (int j = 0; j < vector.length; j++) {
        product += axis[j] * vector[j];
      }
      assertEquals(product * space * space * space, turned[i], 1e-9 * space * space * space);
    }
  }

  /** Written down once more, for whoever makes or reads reports in another language. */
  @Test
  void theRotationOfASeedIsPermanent() {
    int n = 64;
    int[] from = new int[n];
    Arrays.setAll(from, j -> j);
    SimulationSource shuffle = new SimulationSource(n);
    for (int i = n - 1; i > 0; i--) {
      int j = shuffle.uniform(i + 1);
      int moved = from[i];
      from[i] = from[j];
      from[j] = moved;
    }
    assertArrayEquals(from, Rotation.shuffle(n));
    for (long seed = 0; seed < 20 << 16; seed += 1 << 16) {
      SimulationSource signs = new SimulationSource(seed);
      double[] x = new double[n];
      x[3] = 1;
      x[60] = -2;
      for (int round = 0; round < 6; round++) {
        double[] shuffled = x.clone();
        for (int j = 0; round > 0 && j < n; j++) {
          shuffled[j] = x[from[j]];
        }
        long bits = signs.nextLong();
        x = new double[n];
        for (int i = 0; i < n; i++) {
          for (int j = 0; j < n; j++) {
            boolean isMinus = (bits >>> j & 1) != Integer.bitCount(i & j) % 2;
            x[i] += isMinus ? -shuffled[j] : shuffled[j];
          }
        }
      }
      int[] vector = new int[n];
      vector[3] = 1;
      vector[60] = -2;
      assertArrayEquals(x, new Rotation(n).turned(seed, vector));
    }
  }

  /** q_t of a vector whose n_c are given: N² E x_k² x_l² is 1 + 2 q_t after a round, t = k ⊕ l. */
  private static double[] spread(double[] n) {
    double[] q = new double[n.length];
    for (int t = 0; t < n.length; t++) {
      for (int c = 0; c < n.length; c++) {
        q[t] += Integer.bitCount(t & c) % 2 == 0 ? n[c] : -n[c];
      }
      q[t] -= n[0];
    }
    return q;
  }

  /** The n_c after a round and the shuffle. */
  private static double[] next(double[] q, int[] from) {
    double[] n = new double[q.length];
    for (int c = 0; c < n.length; c++) {
      for (int a = 0; a < n.length; a++) {
        n[c] += (1 + 2 * q[from[a] ^ from[a ^ c]]) / n.length / n.length;
      }
    }
    return n;
  }

  /** The q_t before the last round's coordinates, of a vector whose n_c is 1 for one c only. */
  private static double[] worst(int c, int rounds, int[] from) {
    double[] n = new double[from.length];
    n[c] = 1;
    double[] q = spread(n);
    for (int round = 1; round < rounds; round++) {
      q = spread(next(q, from));
    }
    return q;
  }

  /**
   * How far N² times a fourth moment of turned coordinates can be from the sphere's, whatever the
   * vector: N² E x_k² x_l² = 1 + 2 q, N² E x_k⁴ = 1 + 2 q_0 (with q_0 = 1 − n_0), and of four
   * different coordinates q + q' + q" + n_0. All are linear in n, and any vector's n is a mean of
   * those that are 1 for one c.
   */
  private static double off(int rounds, int[] from) {
    int n = from.length;
    double most = 0;
    for (int c = 0; c < n; c++) {
      double[] q = worst(c, rounds, from);
      double fourth = Math.abs(q[0] - (n - 1.0) / (n + 2));
      double pair = 0;
      for (int t = 1; t < n; t++) {
        pair = Math.max(pair, Math.abs(q[t] + 1.0 / (n + 2)));
      }
      most = Math.max(most, Math.max(2 * fourth, 3 * pair + fourth));
    }
    return most;
  }

  @ParameterizedTest
  @CsvSource({"64, 3e-6", "128, 1e-7", "256, 3e-9"})
  void fourthMomentsAreTheSpheresWhateverTheVector(int space, double most) {
    double off = off(6, Rotation.shuffle(space));

    assertTrue(off < most, "off by " + off);
  }

  @Test
  void withoutTheShuffleOrWithOneRoundTheyAreNot() {
    int[] identity = new int[128];
    Arrays.setAll(identity, j -> j);

    assertTrue(off(6, identity) > 4e-3);
    assertTrue(off(1, Rotation.shuffle(128)) > 1);
  }

  /** The recursion that this rests on, against all signs of two rounds. */
  @Test
  void theRecursionGivesTheMomentsOverAllSigns() {
    int n = 8;
    int[] from = {3, 6, 0, 7, 5, 1, 4, 2};
    double[] u = {0.5, 0, 0.1, 0, 0.7, 0, 0, 0.5};
    double[] c = new double[n];
    for (int a = 0; a < n; a++) {
      for (int b = 0; b < n; b++) {
        c[a ^ b] += u[a] * u[a] * u[b] * u[b];
      }
    }
    double[] q = spread(next(spread(c), from));
    double[][] found = new double[n][n];
    for (int signs = 0; signs < 1 << 16; signs++) {
      double[] x = round(u, signs & 255, null);
      x = round(x, signs >> 8, from);
      for (int k = 0; k < n; k++) {
        for (int l = 0; l < n; l++) {
          found[k][l] += x[k] * x[k] * x[l] * x[l] * n * n / (1 << 16);
        }
      }
    }
    for (int k = 0; k < n; k++) {
      for (int l = 0; l < n; l++) {
        assertEquals(1 + 2 * q[k ^ l], found[k][l], 1e-12);
      }
    }
  }

  private static double[] round(double[] x, int signs, int[] from) {
    double[] turned = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x.length; j++) {
        double next = from == null ? x[j] : x[from[j]];
        boolean isMinus = (signs >> j & 1) != Integer.bitCount(i & j) % 2;
        turned[i] += (isMinus ? -next : next) / Math.sqrt(x.length);
      }
    }
    return turned;
  }
}
