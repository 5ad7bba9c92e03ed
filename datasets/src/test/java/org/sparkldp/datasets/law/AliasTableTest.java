package org.sparkldp.datasets.law;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AliasTableTest {
  private static final int LOG_WORDS = 20;

  /**
   * The words that give an item fill at most k + 1 intervals; on a grid of G words each interval is
   * measured to within 1/G. No randomness: the table is enumerated.
   */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 100})
  void draw_overAllWordsOfAGrid_givesEveryItemItsProbability(int k) {
    double[] weights = new double[k];
    for (int i = 0; i < k; i++) {
      weights[i] = (i * 7 % 5) * (i + 1); // Uneven, some zero.
    }
    weights[0] = 1;
    double[] probabilities = Probabilities.normalize(weights);
    double tolerance = (k + 1) * Math.scalb(1.0, -LOG_WORDS);

    double[] shares = shares(new AliasTable(probabilities), k);
    for (int item = 0; item < k; item++) {
      assertEquals(probabilities[item], shares[item], tolerance);
    }
    if (k > 1) {
      double[] twin = probabilities.clone();
      twin[0] += 4 * tolerance;
      assertTrue(Math.abs(twin[0] - shares[0]) > tolerance, "wrong twin");
    }
  }

  @Test
  void draw_neverGivesAnItemOfProbabilityZero() {
    double[] shares = shares(new AliasTable(new double[] {0, 0.5, 0, 0.5}), 4);
    assertEquals(0, shares[0]);
    assertEquals(0, shares[2]);
  }

  @Test
  void draw_takesTheExtremeWords() {
    AliasTable table = new AliasTable(new double[] {0.25, 0.25, 0.5});
    assertEquals(0, table.draw(0));
    assertTrue(table.draw(-1L) < 3);
  }

  @Test
  void construction_refusesWhatIsNotADistribution() {
    assertThrows(IllegalArgumentException.class, () -> new AliasTable(new double[] {}));
    assertThrows(IllegalArgumentException.class, () -> new AliasTable(new double[] {0.5, 0.4}));
    assertThrows(IllegalArgumentException.class, () -> new AliasTable(new double[] {1.5, -0.5}));
    assertThrows(IllegalArgumentException.class, () -> new AliasTable(new double[] {Double.NaN}));
  }

  private static double[] shares(AliasTable table, int k) {
    double[] shares = new double[k];
    for (long word = 0; word < 1L << LOG_WORDS; word++) {
      shares[table.draw(word << (64 - LOG_WORDS))] += Math.scalb(1.0, -LOG_WORDS);
    }
    return shares;
  }
}
