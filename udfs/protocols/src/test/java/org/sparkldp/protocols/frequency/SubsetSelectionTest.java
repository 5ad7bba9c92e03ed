package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.SimulationSource;

final class SubsetSelectionTest {

  @ParameterizedTest
  @CsvSource({"2,1,2", "3,1,3", "6,2,15", "6,3,20", "7,3,35", "9,2,36"})
  void everySetOfTheSizeIsAReport(int k, int size, int sets) {
    SubsetSelection oracle = SubsetSelection.DECLARATION.of(1, k, size);
    assertEquals(sets, Law.of(source -> oracle.randomizer().randomize(0, source)).size());
  }

  @Test
  void varianceIsThatOfTheLiterature() {
    // Ye & Barg: p and q as below; at s = k/(e^eps + 1), p = 1/2.
    double epsilon = Math.log(3);
    int k = 64;
    double p = 16 * 3.0 / (16 * 3 + 48);
    double q = p * 15 / 63 + (1 - p) * 16 / 63;
    SubsetSelection oracle = SubsetSelection.DECLARATION.of(epsilon, k);
    assertEquals(16, oracle.size());
    assertEquals(0.5, p);
    double[] variances = oracle.variances(new long[k]);
    assertEquals(0, variances[0]);
    long[] counts = new long[k];
    counts[0] = 1000;
    variances = oracle.variances(counts);
    assertEquals(1000 * p * (1 - p) / ((p - q) * (p - q)), variances[0], 1e-6);
    assertEquals(1000 * q * (1 - q) / ((p - q) * (p - q)), variances[1], 1e-6);
    assertEquals(1000 * 4 * 15.5 * 47.5 / (32 * 32), variances[1], 1e-6);
    assertTrue(variances[1] < 1000 * 4 * 3.0 / 4);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 0.5, 1, 2, 4, 8})
  void theDefaultSizeHasTheLeastTotalVarianceAndBeatsTheOtherOracles(double epsilon) {
    for (int k : new int[] {2, 3, 4, 5, 16, 17, 256}) {
      double best = totalVariance(SubsetSelection.DECLARATION.of(epsilon, k));
      for (int size = 1; size <= k / 2; size++) {
        assertTrue(
            best <= totalVariance(SubsetSelection.DECLARATION.of(epsilon, k, size)) * (1 + 1e-9));
      }
      for (String other : new String[] {"grr", "oue", "hadamard", "olh"}) {
        FrequencyOracle<?> oracle =
            (FrequencyOracle<?>) Protocols.of(other + "(epsilon=" + epsilon + ",k=" + k + ")");
        assertTrue(best <= totalVariance(oracle) * (1 + 1e-6), oracle + " against k = " + k);
      }
    }
  }

  private static double totalVariance(FrequencyOracle<?> oracle) {
    long[] counts = new long[oracle.k()];
    Arrays.fill(counts, 10);
    return Arrays.stream(oracle.variances(counts)).sum();
  }

  @Test
  void aReportHasTheStatedNumberOfOnesInAnyBuffer() {
    SimulationSource source = new SimulationSource(1);
    for (int k : new int[] {2, 63, 64, 65, 200}) {
      SubsetSelection oracle = SubsetSelection.DECLARATION.of(0.5, k);
      long[] words = new long[(k + 63) / 64];
      Arrays.fill(words, -1);
      for (int item = 0; item < k; item++) {
        oracle.randomize(item, source, words);
        assertEquals(oracle.size(), Arrays.stream(words).map(Long::bitCount).sum());
        assertEquals(0, k % 64 == 0 ? 0 : words[words.length - 1] >>> k);
      }
    }
  }

  @Test
  void theExactEpsilonStaysWithinABillionthAtTheExtremes() {
    for (double epsilon : new double[] {1e-6, 20}) {
      for (int k : new int[] {2, 1024, UnaryEncoding.MAX_K}) {
        for (int size : new int[] {1, k / 2}) {
          double exact =
              SubsetSelection.DECLARATION.of(epsilon, k, size).guarantee().exactEpsilon();
          assertTrue(exact <= epsilon && exact > epsilon - 1e-9);
        }
      }
    }
  }
}
