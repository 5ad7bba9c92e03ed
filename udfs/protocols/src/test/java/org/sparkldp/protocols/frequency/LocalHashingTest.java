package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.random.SimulationSource;

final class LocalHashingTest {

  @ParameterizedTest
  @CsvSource({"30,2", "30,3", "20,4", "30,5", "70,8", "90,9", "40,16"})
  void linearHashesOfTwoItemsDifferUniformlyOverTheSeeds(int k, int g) {
    LinearLocalHashing oracle = LinearLocalHashing.DECLARATION.of(1.0, k, g);
    int seeds = oracle.cells() / g;
    FiniteField field = new FiniteField(g);
    for (int u = 0; u < k; u++) {
      for (int v = 0; v < u; v++) {
        int[] shifts = new int[g];
        for (int seed = 0; seed < seeds; seed++) {
          int shift = 0;
          while (field.sum(oracle.hash(seed, v), shift) != oracle.hash(seed, u)) {
            shift++;
          }
          shifts[shift]++;
        }
        for (int count : shifts) {
          assertEquals(seeds / g, count);
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"2,2", "300,2", "3,3", "200,3", "64,4", "65,4", "300,7", "100,8", "81,9", "100,101"})
  void theTransformCountsTheSupportsOfEveryItem(int k, int g) {
    LinearLocalHashing oracle = LinearLocalHashing.DECLARATION.of(1.0, k, g);
    SimulationSource source = new SimulationSource(1);
    long[] counts = new long[oracle.cells()];
    for (int i = 0; i < 3000; i++) {
      counts[source.uniform(counts.length)] += 1 + source.uniform(1000);
    }
    long[] naive = new long[k];
    for (int v = 0; v < k; v++) {
      for (int seed = 0; seed < counts.length / g; seed++) {
        naive[v] += counts[seed * g + oracle.hash(seed, v)];
      }
    }
    assertArrayEquals(naive, oracle.supports(counts));
  }

  @Test
  void variancesAreThoseOfThePaper() {
    double epsilon = Math.log(3);
    long[] counts = new long[100];
    counts[7] = 1000;
    LinearLocalHashing olh = LinearLocalHashing.DECLARATION.of(epsilon, 100);
    assertEquals(4, olh.buckets()); // e^eps + 1
    assertEquals(4 * 1000 * 3.0 / 4, olh.variances(counts)[0], 1e-6);
    assertEquals(1000 * 4 * 3.0 / 4 + 1000, olh.variances(counts)[7], 1e-6);
  }

  @ParameterizedTest
  @CsvSource({"0.000001,2", "0.5,3", "1.0,4", "1.5,5", "2.0,8", "2.1,9", "4.0,53"})
  void theDefaultBucketsAreTheBestNearOnePlusExpEpsilon(double epsilon, int buckets) {
    assertEquals(buckets, LinearLocalHashing.DECLARATION.of(epsilon, 256).buckets());
  }

  @Test
  void defaultsFitForEveryDomain() {
    for (int k : new int[] {2, 3, 16, 256, 1024, 1 << 20, LinearLocalHashing.MAX_K}) {
      for (double epsilon : new double[] {0.001, 0.5, 1, 2, 4, 20}) {
        LinearLocalHashing linear = LinearLocalHashing.DECLARATION.of(epsilon, k);
        assertTrue(linear.cells() <= LinearLocalHashing.MAX_CELLS);
        assertEquals(epsilon, linear.guarantee().exactEpsilon(), 1e-9);
        int cell = linear.randomize(k - 1, new SimulationSource(2));
        assertTrue(cell >= 0 && cell < linear.cells());
      }
    }
  }
}
