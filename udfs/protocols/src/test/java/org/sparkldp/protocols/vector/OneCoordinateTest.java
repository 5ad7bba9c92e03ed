package org.sparkldp.protocols.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.vector.Hypercube.Variant;

class OneCoordinateTest {

  private static OneCoordinate of(double epsilon, int d) {
    return OneCoordinate.DECLARATION.of(epsilon, d, 2);
  }

  @ParameterizedTest
  @CsvSource({"2, 1.34", "3, 1.97", "5, 1.76", "27, 1.82"})
  void itIsBetterThanTheHypercubeUpToTheNotesCrossover(int d, double crossover) {
    assertTrue(of(crossover - 0.01, d).worstVariance() < best(crossover - 0.01, d));
    assertTrue(of(crossover + 0.01, d).worstVariance() > best(crossover + 0.01, d));
  }

  private static double best(double epsilon, int d) {
    return Hypercube.DECLARATION.of(epsilon, d, 2, Variant.BEST).worstVariance();
  }

  /** Few people answer for a coordinate. */
  @Test
  void intervalsOfFewPeopleHold() {
    double[][] people = VectorLaws.people(400, 3, 2);
    VectorLaws.check(of(1, 3), people, 2000);

    // Twin: reports of a larger epsilon, read as if they were of this one.
    Trials twin = Trials.of(of(1.2, 3), of(1, 3), people, 2000, 7);
    assertThrows(AssertionError.class, () -> twin.assertUnbiased(of(1, 3).variances(people)));
  }

  @Test
  void aCoordinateThatNobodyWasAskedForHasAnHonestError() {
    OneCoordinate protocol = of(1, 4);
    Accumulator<Integer> reports = protocol.newAccumulator();
    reports.add(1, 10);

    double c = 1 / Math.tanh(0.5);
    assertEquals(0, protocol.estimate(reports).estimates()[2]);
    assertTrue(protocol.estimate(reports).standardErrors()[2] >= 2 * c * Math.sqrt(4 / 10.0));
  }
}
