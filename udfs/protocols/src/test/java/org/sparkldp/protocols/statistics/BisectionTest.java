package org.sparkldp.protocols.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BisectionTest {

  @Test
  void anIntervalIsHalvedSoManyTimes() {
    assertEquals(new Bisection(2.5, 3), Bisection.halve(0, 4, 3, x -> x >= 3));
    assertEquals(2.75, new Bisection(2.5, 3).middle());
    assertEquals(new Bisection(4, 16), Bisection.halveFactor(1, 256, 2, x -> x * x > 100));
  }

  @Test
  void withoutANumberOfTimesNoDoubleLiesBetweenTheEnds() {
    double root = Math.sqrt(2);

    assertEquals(new Bisection(Math.nextDown(root), root), Bisection.halve(0, 2, x -> x >= root));
    assertEquals(new Bisection(root, Math.nextUp(root)), Bisection.halve(0, 2, x -> x > root));
  }

  @Test
  void endsAreNotAsked() {
    assertEquals(new Bisection(Math.nextDown(2.0), 2), Bisection.halve(1, 2, x -> x > 2));
    assertEquals(new Bisection(1, Math.nextUp(1.0)), Bisection.halve(1, 2, x -> x > 0));
    assertEquals(7, Bisection.first(3, 7, i -> i > 7));
    assertEquals(4, Bisection.first(3, 7, i -> i > 0));
    assertEquals(7, Bisection.first(7, 7, i -> true));
  }

  @Test
  void aStartIsDoubledUntilItHolds() {
    assertEquals(12, Bisection.doubled(3, x -> x > 10));
    assertEquals(3, Bisection.doubled(3, x -> x > 2));
  }

  @Test
  void theFirstWholeNumberIsFoundWhereverItIs() {
    for (long first = 1; first <= 9; first++) {
      long sought = first;
      assertEquals(first, Bisection.first(0, 9, i -> i >= sought));
    }
    assertEquals(1L << 62, Bisection.first(-1, Long.MAX_VALUE / 2 + 5, i -> i >= 1L << 62));
  }
}
