package org.sparkldp.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SyntheticRowsTest {
  private static final Domain DOMAIN = Domain.of(3, 2, 4, 2);

  private static Model model() {
    Joint joint = Joint.random(DOMAIN, 2, new SplittableRandom(16));
    boolean[] never = new boolean[6];
    never[4] = true;
    return Model.of(
        DOMAIN,
        List.of(joint.asked(0, 1), joint.asked(1, 2)),
        List.of(),
        List.of(new Impossible(new int[] {0, 1}, never)),
        Domain.MAX_CELLS);
  }

  /**
   * 200,000 rows against the model's whole law by a sum of 47 squares: above 130 in one of 10^9.
   * The law with two attributes made independent is refuted.
   */
  @Test
  void rows_haveTheModelsLaw() {
    Model model = model();
    SyntheticRows rows = new SyntheticRows(model);
    int[] counts = new int[48];
    int n = 200_000;
    int[] row = new int[4];
    for (int i = 0; i < n; i++) {
      rows.row(17, i, row);
      counts[((row[0] * 2 + row[1]) * 4 + row[2]) * 2 + row[3]]++;
    }
    double[] law = model.marginal(new int[] {0, 1, 2, 3});
    double[] pair = model.marginal(new int[] {1, 2, 3});
    double[] first = model.marginal(new int[] {0});
    double squares = 0;
    double twin = 0;
    for (int i = 0; i < 48; i++) {
      double other = first[i / 16] * pair[i % 16];
      twin += Math.pow(counts[i] - n * other, 2) / (n * other);
      if (law[i] > 0) {
        squares += Math.pow(counts[i] - n * law[i], 2) / (n * law[i]);
      } else {
        assertEquals(0, counts[i], "cannot be");
      }
    }
    assertTrue(squares < 130, "squares " + squares);
    assertTrue(twin > 130, "the wrong twin");
  }

  @Test
  void aRow_isAFunctionOfSeedAndNumber() {
    SyntheticRows rows = new SyntheticRows(model());
    SyntheticRows others = new SyntheticRows(model());
    int[] into = new int[4];
    int[] again = new int[4];
    int differ = 0;
    for (int i = 99; i >= 0; i--) {
      others.row(18, i, into);
      rows.row(18, i, again);
      assertArrayEquals(again, into);
      rows.row(19, i, again);
      differ += Arrays.equals(again, into) ? 0 : 1;
    }
    assertTrue(differ > 50);
  }
}
