package org.sparkldp.protocols.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.SimulationSource;

/** The law of a coordinate's cell is in {@code NumberMeansTest}. */
class CoordinateSamplingTest {

  private static CoordinateSampling of(double epsilon, int d) {
    return CoordinateSampling.DECLARATION.of(epsilon, d, 2);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 10, 1", "2.5, 10, 1", "5, 10, 2", "7.5, 10, 3", "20, 10, 9", "20, 2, 2"})
  void asManyCoordinatesAreDrawnAsAreBestInTheWorstCase(double epsilon, int d, int k) {
    CoordinateSampling protocol = of(epsilon, d);
    double exact = protocol.guarantee().exactEpsilon();

    assertEquals(k, protocol.k());
    assertEquals(8 * k, protocol.reportType().bytes());
    assertTrue(exact <= epsilon && exact >= epsilon * (1 - 1e-6), "exact " + exact);
  }

  @Test
  void atZeroItsVarianceIsTheNotes() {
    CoordinateSampling protocol = CoordinateSampling.DECLARATION.of(4, 27, 1);

    assertEquals(2, protocol.k());
    assertEquals(27 / 2.0 * 0.8746, protocol.variances(new double[1][27])[0], 0.02);
    double[] ends = new double[27];
    Arrays.fill(ends, 0.9999);
    assertEquals(27 / 2.0 * 1.8746 - 1, protocol.variances(new double[][] {ends})[0], 0.02);
  }

  @Test
  void everySetOfCoordinatesIsEquallyLikely() {
    CoordinateSampling protocol = CoordinateSampling.DECLARATION.of(0.5, 5, 1, 3);
    Law<Integer> sets =
        Law.of(source -> Arrays.stream(protocol.coordinates(source)).map(j -> 1 << j).sum());

    assertEquals(10, sets.size());
    for (int j = 0; j < 5; j++) {
      int bit = j;
      assertEquals(0.6, sets.mean(set -> set >> bit & 1), 1e-12);
    }
    double square = sets.mean(set -> set * (double) set);
    assertEquals(meanOfTriples(), square, 1e-9);
  }

  private static double meanOfTriples() {
    double sum = 0;
    for (int set = 0; set < 32; set++) {
      sum += Integer.bitCount(set) == 3 ? set * (double) set / 10 : 0;
    }
    return sum;
  }

  @Test
  void damagedReportsAreRefused() {
    CoordinateSampling protocol = of(6, 3);
    Accumulator<byte[]> reports = protocol.newAccumulator();
    byte[] good = protocol.report(new int[3], new SimulationSource(1));
    byte[] twice = good.clone();
    System.arraycopy(good, 0, twice, 8, 8);
    byte[] cell = good.clone();
    cell[3] = 127;

    reports.add(good);
    assertThrows(IllegalArgumentException.class, () -> reports.add(new byte[8]));
    assertThrows(IllegalArgumentException.class, () -> reports.add(twice));
    assertThrows(IllegalArgumentException.class, () -> reports.add(cell));
    assertEquals(1, reports.n());
  }
}
