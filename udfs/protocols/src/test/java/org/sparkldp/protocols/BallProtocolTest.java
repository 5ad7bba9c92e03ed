package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.random.SimulationSource;

/** Which vectors are in a ball, which integers they become, and which of these are its corners. */
class BallProtocolTest {

  private static BallProtocol<?> ball(String name, int d, String more) {
    return (BallProtocol<?>) Protocols.of(name + "(epsilon=1,d=" + d + ",radius=1" + more + ")");
  }

  private static BigInteger square(int[] point) {
    BigInteger sum = BigInteger.ZERO;
    for (int x : point) {
      sum = sum.add(BigInteger.valueOf(x).pow(2));
    }
    return sum;
  }

  /**
   * Vectors whose norm is 1 in doubles and above it in truth, by less than their last place: the
   * longest coordinate, wherever it is and whatever its sign, is one step shorter.
   */
  @ParameterizedTest
  @CsvSource({"2, 0, 1", "2, 1, -1", "5, 0, -1", "5, 3, 1", "5, 4, -1"})
  void noDoubleIsLetOutOfTheSphere(int d, int longest, int sign) {
    BallProtocol<?> protocol = ball("l2-ball", d, "");
    int steps = protocol.steps();
    double[] value = new double[d];
    int[] expected = new int[d];
    Arrays.fill(value, -2.0 / steps);
    Arrays.fill(expected, -2);
    value[longest] = sign;
    expected[longest] = sign * (steps - 1);

    assertArrayEquals(expected, protocol.input(value));
  }

  /** Of 2,000 vectors of any length no integers have a norm above the steps, nor far below. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 40})
  void integersAreInTheSphereExactlyAndAsLongAsTheirVector(int d) {
    BallProtocol<?> protocol = ball("privunit", Math.max(2, d), ",outside=clip");
    SimulationSource source = new SimulationSource(d);
    BigInteger most = BigInteger.valueOf(protocol.steps()).pow(2);
    for (int trial = 0; trial < 2000; trial++) {
      double[] value = new double[Math.max(2, d)];
      double norm = 0;
      for (int j = 0; j < value.length; j++) {
        value[j] = (source.nextLong() >> 11) * 0x1p-52;
        norm = Math.hypot(norm, value[j]);
      }
      int[] point = protocol.input(value);
      assertTrue(square(point).compareTo(most) <= 0);
      double shrunk = Math.max(1, norm);
      for (int j = 0; j < point.length; j++) {
        assertEquals(value[j] / shrunk, point[j] / (double) protocol.steps(), 1e-8);
      }
    }
  }

  /** Each coordinate is inside, the vector is not. */
  @Test
  void theWholeVectorsNormCounts() {
    BallProtocol<?> sphere = ball("l2-ball", 2, "");
    BallProtocol<?> cube = ball("one-coordinate", 2, "");
    double[] corner = {0.8, -0.8};

    assertFalse(sphere.accepts(corner));
    assertThrows(IllegalArgumentException.class, () -> sphere.input(corner));
    assertTrue(cube.accepts(corner));
    assertTrue(sphere.accepts(new double[] {0.6, -0.8}));
    assertTrue(sphere.accepts(new double[2]));
    assertArrayEquals(new int[2], sphere.input(new double[2]));
    assertTrue(cube.accepts(new double[] {1, -1}));
    assertFalse(cube.accepts(new double[] {1, -1 - 0x1p-50}));
  }

  /** Corners are different, on the ball's end, and as many as are stated; 1 is all negative. */
  @ParameterizedTest
  @CsvSource({"one-coordinate, 1, 2", "one-coordinate, 3, 8", "l2-ball, 1, 2", "l2-ball, 3, 6"})
  void cornersAreTheEndsOfTheBall(String name, int d, int corners) {
    BallProtocol<?> protocol = ball(name, d, "");
    boolean isSphere = name.equals("l2-ball");
    int steps = protocol.steps();
    Set<String> seen = new HashSet<>();
    for (int number = 0; number < corners; number++) {
      int[] corner = protocol.corner(number);
      assertEquals(
          BigInteger.valueOf(steps).pow(2).multiply(BigInteger.valueOf(isSphere ? 1 : d)),
          square(corner));
      for (int x : corner) {
        assertTrue(Math.abs(x) == steps || (isSphere && x == 0));
      }
      seen.add(Arrays.toString(corner));
    }

    assertEquals(corners, protocol.corners());
    assertEquals(corners, seen.size());
    int[] first = new int[d];
    int[] second = new int[d];
    Arrays.fill(first, isSphere ? 0 : steps);
    Arrays.fill(second, isSphere ? 0 : -steps);
    first[0] = steps;
    second[0] = -steps;
    assertArrayEquals(first, protocol.corner(0));
    assertArrayEquals(second, protocol.corner(1));
  }

  /** Of a large cube the first coordinates differ and the others are alike. */
  @Test
  void cornersOfALargeCubeDifferInTheirFirstCoordinates() {
    BallProtocol<?> protocol = ball("one-coordinate", 50, "");
    Set<String> seen = new HashSet<>();
    for (int number = 0; number < protocol.corners(); number++) {
      int[] corner = protocol.corner(number);
      seen.add(Arrays.toString(corner));
      for (int j = 40; j < 50; j++) {
        assertEquals(corner[39], corner[j]);
      }
    }

    assertEquals(protocol.corners(), seen.size());
    assertTrue(protocol.corners() < 1 << 20);
    for (int x : protocol.corner(1)) {
      assertEquals(-protocol.steps(), x);
    }
  }

  @Test
  void accumulatorsAreEqualByWhatTheyHold() {
    Protocol<?, ?> protocol = Protocols.of("grr(epsilon=1.0,k=4)");
    Accumulator<?> empty = protocol.newAccumulator("a");

    assertEquals(empty, protocol.newAccumulator("a"));
    assertEquals(empty.hashCode(), protocol.newAccumulator("a").hashCode());
    assertNotEquals(empty, protocol.newAccumulator("b"));
    assertNotEquals(
        empty.hashCode(), Protocols.of("grr(epsilon=1.0,k=5)").newAccumulator("a").hashCode());
    assertEquals("accumulator of 0 reports of grr(epsilon=1.0,k=4)", empty.toString());
  }
}
