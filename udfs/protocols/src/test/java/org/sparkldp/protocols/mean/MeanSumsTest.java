package org.sparkldp.protocols.mean;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.vector.Hypercube;
import org.sparkldp.protocols.vector.PrivUnit;
import org.sparkldp.protocols.vector.Vectors;

/** What estimates of means say, from sums that are small enough to be added by hand. */
class MeanSumsTest {

  /** x², 44 digits, in two counters of 22. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, -3, 5000, -(1L << 22) + 1, 1L << 22})
  void sumsOfSquaresAreExactInTwoParts(long x) {
    long[] counters = {7, 0, 0, 0};
    SquareSums.add(counters, 1, x, 3);

    assertEquals(7, counters[0]);
    assertEquals(3 * x, counters[1]);
    assertEquals(3 * ((x * x) % (1 << 22)), counters[2]);
    assertEquals(3 * ((x * x) / (1 << 22)), counters[3]);
    assertEquals(3.0 * x * x, SquareSums.squares(counters[2], counters[3]));
  }

  /** Where squares say nothing: τ from n X², unbiased if all people are equal; cut to 1. */
  @Test
  void aVarianceIsFoundFromTheMeanWhereSquaresSayNothing() {
    SecondMoment moment = new SecondMoment(5, 0);

    assertEquals(5, moment.varianceOfMean(1, 0.5, Double.NaN), 1e-15);
    double tau = (100 * 0.36 - 5) / 99;
    assertEquals((5 - tau) / 100, moment.varianceOfMean(100, 0.6, Double.NaN), 1e-15);
    assertEquals((5 - 1) / 100.0, moment.varianceOfMean(100, 1.3, Double.NaN), 1e-15);
    double half = (1 - 0.5) / 2;
    assertEquals((0.5 + half) / 9, new SecondMoment(0.5, 2).varianceOfMean(9, 3, 1), 1e-15);
    assertEquals(5.0 / 9, new SecondMoment(5, 1).varianceOfMean(9, 3, Double.NaN), 1e-15);
  }

  /** One report's coordinate is r/m of its direction's; two reports vary by half their square. */
  @ParameterizedTest
  @ValueSource(strings = {"l2-ball", "privunit"})
  void directionsAreAveragedAndVaryAsTheyDo(String name) {
    PrivUnit protocol = (PrivUnit) Protocols.of(name + "(epsilon=2.0,d=3,radius=1.5)");
    int[] input = protocol.input(new double[] {1, -0.5, 0});
    SimulationSource source = new SimulationSource(8);
    long first = protocol.report(input, source);
    long second = protocol.report(input, source);
    List<Estimate.Row> one = rows(protocol, first);
    List<Estimate.Row> other = rows(protocol, second);
    List<Estimate.Row> both = rows(protocol, first, second);
    for (int j = 0; j < 3; j++) {
      double a = one.get(j).estimate();
      double b = other.get(j).estimate();

      assertEquals((a + b) / 2, both.get(j).estimate(), 1e-12);
      // (mean of squares − square of the mean)/(2 − 1)
      assertEquals(Math.abs(a - b) / 2, both.get(j).standardError(), 1e-5);
      // Of one report only the largest that there may be is known.
      assertEquals(one.get(0).standardError(), other.get(j).standardError());
      assertTrue(one.get(j).standardError() > 1.5 / Math.sqrt(3));
    }
    double worst = 0;
    for (int j = 0; j < 3; j++) {
      worst += Math.pow(one.get(j).standardError(), 2);
    }
    assertTrue(worst >= protocol.worstVariance(), "above what all coordinates vary by together");
  }

  private static List<Estimate.Row> rows(PrivUnit protocol, long... reports) {
    Accumulator<Long> sums = protocol.newAccumulator();
    for (long report : reports) {
      sums.add(report);
    }
    return protocol.estimate(sums).rows();
  }

  /** The likely half: M of 2h candidates, h of them where a half sphere is asked for. */
  @Test
  void asManyCandidatesAreLikelyAsTheProtocolSays() {
    PrivUnit sphere = PrivUnit.PRIVUNIT.of(1, 5, 1);
    PrivUnit half = PrivUnit.L2_BALL.of(1, 5, 1);

    assertTrue(sphere.likely() >= 1 && sphere.likely() < 2 * sphere.candidates());
    assertEquals(half.candidates(), half.likely());
    // e^eps of the loss: of all 2h, M share what is not left out.
    assertTrue(sphere.guarantee().exactEpsilon() <= 1);
  }

  @Test
  void answersAreMeans() {
    MeanProtocol<?> protocol = (MeanProtocol<?>) Protocols.of("duchi(epsilon=1,lower=-2,upper=4)");

    assertArrayEquals(new double[] {1.25}, protocol.answers(new double[] {-2, 0, 3, 4}), 1e-15);
  }

  /** d from 2 on has two for l2 balls; cubes of too many coordinates are left out. */
  @ParameterizedTest
  @CsvSource({"1, L2, 1", "2, L2, 2", "1024, MAX, 3", "1025, MAX, 2"})
  void asManyProtocolsAreChosenFromAsTakeTheDimension(int d, Norm norm, int many) {
    assertEquals(1024, Hypercube.MAX_D);
    assertEquals(many, Vectors.all(1, d, 1, norm, Outside.REFUSE).size());
  }

  /** Every limit of a report's shape, one beyond it. */
  @Test
  void reportsOneBeyondTheirLimitsAreRefused() {
    PrivUnit protocol = (PrivUnit) Protocols.of("l2-ball(epsilon=2.0,d=3,radius=1.5)");
    Accumulator<Long> sums = protocol.newAccumulator();
    long last = 2L * protocol.candidates() - 1;
    sums.add(last);
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> sums.add(last + 1));

    assertTrue(refusal.getMessage().contains("one of " + (last + 1)), refusal.getMessage());
    assertEquals(1, sums.n());
  }

  @ParameterizedTest
  @ValueSource(strings = {"duchi", "mean"})
  void cellsOneBeyondTheirLimitsAreRefused(String name) {
    @SuppressWarnings("unchecked") // reports are cells
    MeanProtocol<Integer> protocol =
        (MeanProtocol<Integer>) Protocols.of(name + "(epsilon=1.0,lower=0.0,upper=1.0)");
    Accumulator<Integer> sums = protocol.newAccumulator();
    sums.add(0);
    int cells = 1;
    while (takes(sums, cells)) {
      cells = Math.multiplyExact(cells, 2);
    }
    int taken = cells / 2;
    while (cells - taken > 1) {
      int middle = (cells + taken) / 2;
      if (takes(sums, middle)) {
        taken = middle;
      } else {
        cells = middle;
      }
    }

    String limit = "must be a cell in [0, " + cells + ")";
    int first = cells;
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> sums.add(first));
    assertTrue(refusal.getMessage().contains(limit), refusal.getMessage());
    assertThrows(IllegalArgumentException.class, () -> sums.add(-1));
  }

  private static boolean takes(Accumulator<Integer> sums, int cell) {
    try {
      sums.add(cell);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
