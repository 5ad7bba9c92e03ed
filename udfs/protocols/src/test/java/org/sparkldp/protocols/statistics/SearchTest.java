package org.sparkldp.protocols.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SearchTest {

  @Test
  void anIntervalIsHalvedSoManyTimes() {
    assertEquals(new Search(2.5, 3), Search.halve(0, 4, 3, x -> x >= 3));
    assertEquals(2.75, new Search(2.5, 3).middle());
    assertEquals(new Search(4, 16), Search.halveFactor(1, 256, 2, x -> x * x > 100));
  }

  @Test
  void withoutANumberOfTimesNoDoubleLiesBetweenTheEnds() {
    double root = Math.sqrt(2);

    assertEquals(new Search(Math.nextDown(root), root), Search.halve(0, 2, x -> x >= root));
    assertEquals(new Search(root, Math.nextUp(root)), Search.halve(0, 2, x -> x > root));
  }

  @Test
  void endsAreNotAsked() {
    assertEquals(new Search(Math.nextDown(2.0), 2), Search.halve(1, 2, x -> x > 2));
    assertEquals(new Search(1, Math.nextUp(1.0)), Search.halve(1, 2, x -> x > 0));
    assertEquals(7, Search.first(3, 7, i -> i > 7));
    assertEquals(4, Search.first(3, 7, i -> i > 0));
    assertEquals(7, Search.first(7, 7, i -> true));
  }

  @Test
  void aStartIsDoubledUntilItHolds() {
    assertEquals(12, Search.doubled(3, x -> x > 10));
    assertEquals(3, Search.doubled(3, x -> x > 2));
  }

  @Test
  void theFirstWholeNumberIsFoundWhereverItIs() {
    for (long first = 1; first <= 9; first++) {
      long sought = first;
      assertEquals(first, Search.first(0, 9, i -> i >= sought));
    }
    assertEquals(1L << 62, Search.first(-1, Long.MAX_VALUE / 2 + 5, i -> i >= 1L << 62));
  }
}
