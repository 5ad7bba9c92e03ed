package org.sparkldp.protocols.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class BinEdgesTest {
  private static final double LAST = Double.parseDouble("2e23");
  private static final double[] EDGES = {-0.5, 0, 5000, LAST};

  /** Java 17 prints 2e23 as 1.9999999999999998E23, later ones as 2.0E23. */
  @Test
  void namesAreTheSameOnEveryJava() {
    assertEquals("[-0.5, 0)", BinEdges.name(EDGES, 0));
    assertEquals("[0, 5000)", BinEdges.name(EDGES, 1));
    assertEquals("[5000, 200000000000000000000000]", BinEdges.name(EDGES, 2));
  }

  @Test
  void aBinIncludesItsLowerEndAndTheLastOneBoth() {
    assertEquals(0, BinEdges.index(EDGES, -0.5));
    assertEquals(1, BinEdges.index(EDGES, -0.0));
    assertEquals(2, BinEdges.index(EDGES, 5000));
    assertEquals(2, BinEdges.index(EDGES, LAST));
    assertEquals(-1, BinEdges.index(EDGES, 1e24));
    assertEquals(-1, BinEdges.index(EDGES, Double.NaN));
  }
}
