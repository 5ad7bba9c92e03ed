package org.sparkldp.protocols.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.random.SimulationSource;

/** The transform against its defining sum, over groups of every make. */
class GroupTransformTest {

  static Stream<int[]> groups() {
    return Stream.of(
        new int[] {},
        new int[] {1},
        new int[] {2},
        new int[] {3},
        new int[] {8},
        new int[] {12},
        new int[] {13},
        new int[] {30},
        new int[] {2, 2, 2, 2},
        new int[] {4, 2},
        new int[] {2, 9},
        new int[] {3, 1, 5},
        new int[] {6, 4, 5});
  }

  private static double[] random(int size, long seed) {
    SimulationSource source = new SimulationSource(seed);
    return IntStream.range(0, size).mapToDouble(i -> source.uniform(2001) - 1000).toArray();
  }

  /** s_1 u_1/n_1 + … + s_r u_r/n_r, in turns. */
  private static double turns(int s, int u, int[] attributes) {
    double turns = 0;
    int restS = s;
    int restU = u;
    for (int i = attributes.length - 1; i >= 0; i--) {
      int size = attributes[i];
      turns += (double) (restS % size * (restU % size) % size) / size;
      restS /= size;
      restU /= size;
    }
    return turns;
  }

  private static double[][] definition(double[] re, double[] im, int[] attributes) {
    double[][] sum = new double[2][re.length];
    for (int s = 0; s < re.length; s++) {
      for (int u = 0; u < re.length; u++) {
        double angle = -2 * Math.PI * turns(s, u, attributes);
        sum[0][s] += re[u] * Math.cos(angle) - im[u] * Math.sin(angle);
        sum[1][s] += re[u] * Math.sin(angle) + im[u] * Math.cos(angle);
      }
    }
    return sum;
  }

  @ParameterizedTest
  @MethodSource("groups")
  void forward_isTheDefiningSum(int[] attributes) {
    GroupTransform transform = new GroupTransform(attributes);
    double[] re = random(transform.domain(), 1);
    double[] im = random(transform.domain(), 2);
    double[][] expected = definition(re, im, attributes);

    transform.forward(re, im);

    assertArrayEquals(expected[0], re, 1e-8);
    assertArrayEquals(expected[1], im, 1e-8);
  }

  @Test
  void forward_overTheDomainAsOneCycleIsAnotherTransform() {
    double[] re = random(8, 1);
    double[] im = new double[8];
    double[][] oneCycle = definition(re, im, new int[] {8});

    new GroupTransform(4, 2).forward(re, im);

    assertTrue(Math.abs(oneCycle[0][1] - re[1]) > 1);
  }

  @ParameterizedTest
  @MethodSource("groups")
  void inverse_undoesForward(int[] attributes) {
    GroupTransform transform = new GroupTransform(attributes);
    double[] re = random(transform.domain(), 3);
    double[] im = random(transform.domain(), 4);
    double[] reAgain = re.clone();
    double[] imAgain = im.clone();

    transform.forward(reAgain, imAgain);
    transform.inverse(reAgain, imAgain);

    assertArrayEquals(re, reAgain, 1e-10);
    assertArrayEquals(im, imAgain, 1e-10);
  }

  @ParameterizedTest
  @MethodSource("groups")
  void symmetric_givesTheEigenvaluesOfATranslationInvariantMatrix(int[] attributes) {
    GroupTransform transform = new GroupTransform(attributes);
    int n = transform.domain();
    double[] f = new double[n];
    double[] any = random(n, 5);
    for (int u = 0; u < n; u++) {
      f[u] = any[u] + any[minus(0, u, attributes)];
    }
    double[] x = random(n, 6);
    double[] gx = new double[n];
    for (int u = 0; u < n; u++) {
      for (int v = 0; v < n; v++) {
        gx[u] += f[minus(u, v, attributes)] * x[v];
      }
    }

    double[] eigenvalues = transform.symmetric(f);

    assertArrayEquals(gx, transform.multiply(eigenvalues, x), 1e-6);
    double trace = Arrays.stream(eigenvalues).sum();
    assertEquals(n * f[0], trace, 1e-8);
  }

  private static int minus(int u, int v, int[] attributes) {
    int difference = 0;
    int place = 1;
    for (int i = attributes.length - 1; i >= 0; i--) {
      int size = attributes[i];
      difference += place * Math.floorMod(u / place % size - v / place % size, size);
      place *= size;
    }
    return difference;
  }

  @Test
  void binaryAttributes_areExactOnIntegers() {
    double[] f = random(16, 7);
    double[] expected = new double[16];
    for (int s = 0; s < 16; s++) {
      for (int u = 0; u < 16; u++) {
        expected[s] += (Integer.bitCount(s & u) & 1) == 0 ? f[u] : -f[u];
      }
    }
    assertArrayEquals(expected, new GroupTransform(2, 2, 2, 2).symmetric(f));
  }

  @Test
  void aFunctionOfTheWrongLengthIsRefused() {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> new GroupTransform(2, 3).symmetric(new double[5]));

    assertEquals(
        "a function on the domain must have 6 values. Provided: 5 values.", refusal.getMessage());
  }

  @Test
  void sizesOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new GroupTransform(0));
    assertThrows(IllegalArgumentException.class, () -> new GroupTransform(1 << 13, 1 << 12));
  }
}
