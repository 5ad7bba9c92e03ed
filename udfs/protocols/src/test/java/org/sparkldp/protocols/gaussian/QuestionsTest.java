package org.sparkldp.protocols.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who is asked which question, to the word, and which questions there cannot be. */
class QuestionsTest {
  private static final Channel SIDE = new Cuts(0.5);

  private static Questions questions(double... shares) {
    return new Questions(Collections.nCopies(shares.length, SIDE), shares);
  }

  /** Question i for words in [2^64 s, 2^64 t), s and t the sums of shares before and with it. */
  @Test
  void wordsAreDealtOutByTheSumsOfShares() {
    double[] shares = {0.25, 0.5, 0.125, 0.125};
    Questions questions = questions(shares);
    BigDecimal from = BigDecimal.ZERO;
    for (int i = 0; i < shares.length; i++) {
      BigDecimal to = from.add(new BigDecimal(shares[i]));
      assertEquals(i, questions.choose(word(from)));
      assertEquals(i, questions.choose(word(to) - 1));
      assertEquals(shares[i], questions.share(i));
      from = to;
    }
    assertEquals(4, questions.channels().size());
    assertEquals(0, questions(1).choose(-1));
  }

  private static long word(BigDecimal share) {
    return share.multiply(new BigDecimal(2).pow(64)).toBigInteger().longValue();
  }

  @Test
  void onlySharesAboveZeroThatSumToOneAreTaken() {
    questions(0.3, 0.7);
    questions(0.5, 0.5 - 9e-10); // rounding
    for (double[] shares :
        new double[][] {
          {},
          {0, 1},
          {1, 0},
          {0.5, 0, 0.5},
          {-0.5, 1.5},
          {0.5, 0.6},
          {0.5, 0.4},
          {1.5, -0.5},
          {0.5, 0.5 - 2e-9},
          {0.5, Double.NaN},
          {1, 1e-10}
        }) {
      assertThrows(
          IllegalArgumentException.class, () -> questions(shares), () -> Arrays.toString(shares));
    }
    assertThrows(
        IllegalArgumentException.class,
        () -> new Questions(List.of(SIDE), new double[] {0.5, 0.5}));
    assertThrows(
        IllegalArgumentException.class, () -> new Questions(List.of(SIDE, SIDE), new double[] {1}));
  }

  @Test
  void equalCutsAreOneQuestion() {
    assertEquals(new Cuts(1, 2), new Cuts(1, 2));
    assertEquals(new Cuts(1, 2).hashCode(), new Cuts(1, 2).hashCode());
    assertNotEquals(new Cuts(1, 2), new Cuts(1, 3));
    assertNotEquals(new Cuts(1, 2).hashCode(), new Cuts(1, 3).hashCode());
    assertEquals("cuts [1.0, 2.0]", new Cuts(1, 2).toString());
    assertThrows(IllegalArgumentException.class, () -> new Cuts(1, 1));
    assertThrows(IllegalArgumentException.class, () -> new Cuts());
  }

  /** Both series of periodic cells give one law, at the period where one takes over. */
  @Test
  void bothSeriesAgreeWhereOneTakesOver() {
    PeriodicCells cells = new PeriodicCells(4, 2.5, 0.3);
    for (double sigma : new double[] {0.999, 1, 1.001}) {
      double[] byCell = new double[12];
      double[] byFrequency = new double[12];
      double[] law = new double[12];
      cells.byCell(1.1, sigma, byCell);
      cells.byFrequency(1.1, sigma, byFrequency);
      cells.law(1.1, sigma, law);
      for (int i = 0; i < 12; i++) {
        assertEquals(byCell[i], byFrequency[i], 1e-12);
      }
      assertTrue(Arrays.equals(law, sigma <= 1 ? byCell : byFrequency), "sigma " + sigma);
    }
  }
}
