package org.sparkldp.protocols.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.PeriodicCells;

/** Which answer a value has, and how likely each is for a Gaussian one. */
class ChannelTest {

  @Test
  void cellsRepeatAlongTheWholeLine() {
    PeriodicCells cells = new PeriodicCells(3, 2, 1);

    assertEquals(0, cells.answer(1));
    assertEquals(0, cells.answer(2.99));
    assertEquals(1, cells.answer(3));
    assertEquals(2, cells.answer(5));
    assertEquals(0, cells.answer(7));
    assertEquals(2, cells.answer(0.99));
    assertEquals(0, cells.answer(-4.5));
    assertEquals(0, cells.answer(1 + 6e9));
    assertEquals(6, cells.period());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e300, -1e300, Double.MAX_VALUE, -Double.MAX_VALUE, Double.MIN_VALUE})
  void everyFiniteValueHasAnAnswer(double value) {
    for (Channel channel :
        new Channel[] {new PeriodicCells(3, 1e-3, 1), new Cuts(-1, 0.5), new Cuts(1e300)}) {
      int answer = channel.answer(value);
      assertTrue(answer >= 0 && answer < channel.answers());
    }
  }

  @Test
  void aCutBelongsToThePieceAboveIt() {
    Cuts cuts = new Cuts(-1, 2);

    assertEquals(3, cuts.answers());
    assertEquals(0, cuts.answer(-1.01));
    assertEquals(1, cuts.answer(-1));
    assertEquals(1, cuts.answer(1.99));
    assertEquals(2, cuts.answer(2));
  }

  /** Mass of an answer, by the midpoint rule on the values themselves. */
  private static double[] integrated(Channel channel, double mean, double sigma) {
    double[] mass = new double[channel.answers()];
    int points = 400_000;
    for (int i = 0; i < points; i++) {
      double z = -9 + 18.0 * (i + 0.5) / points;
      mass[channel.answer(mean + sigma * z)] +=
          18.0 / points * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
    }
    return mass;
  }

  @ParameterizedTest
  @CsvSource({
    "2, 3.1, 0.4, 1",
    "3, 2.2, -7, 1",
    "4, 1.9, 0.1, 3",
    "5, 0.4, 2, 1",
    "2, 50, 7, 1",
    "8, 9, 3, 1"
  })
  void theLawIsTheMassOfTheCells(int answers, double width, double offset, double sigma) {
    PeriodicCells cells = new PeriodicCells(answers, width, offset);
    for (double mean : new double[] {0, 1.3, -20.7, offset, offset + width}) {
      double[] law = new double[3 * answers];
      cells.law(mean, sigma, law);
      double[] mass = integrated(cells, mean, sigma);
      for (int a = 0; a < answers; a++) {
        assertEquals(mass[a], law[a], 5e-5);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 3.1, 1", "3, 2.2, 1", "4, 1.9, 1", "7, 0.6, 0.5", "2, 5, 1", "6, 3, 1.8"})
  void summingCellsAndSummingFrequenciesAgree(int answers, double width, double sigma) {
    PeriodicCells cells = new PeriodicCells(answers, width, 0.3);
    double[] byCell = new double[3 * answers];
    double[] byFrequency = new double[3 * answers];
    for (int i = 0; i < 50; i++) {
      cells.byCell(i * 0.37 - 8, sigma, byCell);
      cells.byFrequency(i * 0.37 - 8, sigma, byFrequency);
      for (int k = 0; k < 3 * answers; k++) {
        assertEquals(byCell[k], byFrequency[k], 1e-12, "entry " + k);
      }
    }
  }

  @Test
  void derivativesAreThoseOfTheLaw() {
    for (Channel channel :
        new Channel[] {
          new PeriodicCells(3, 2.2, 0.1), // by frequency
          new PeriodicCells(4, 7, 0.1), // by cell
          new Cuts(0.2),
          new Cuts(-1.2, -0.1, 0.9)
        }) {
      int m = channel.answers();
      double[] at = new double[3 * m];
      double[] up = new double[3 * m];
      double[] down = new double[3 * m];
      double step = 1e-5;
      channel.law(0.4, 1.3, at);
      channel.law(0.4 + step, 1.3, up);
      channel.law(0.4 - step, 1.3, down);
      for (int a = 0; a < m; a++) {
        assertEquals((up[a] - down[a]) / (2 * step), at[m + a], 1e-8, channel + " by mean");
      }
      channel.law(0.4, 1.3 * Math.exp(step), up);
      channel.law(0.4, 1.3 * Math.exp(-step), down);
      for (int a = 0; a < m; a++) {
        assertEquals((up[a] - down[a]) / (2 * step), at[2 * m + a], 1e-8, channel + " by ln sigma");
      }
    }
  }

  @Test
  void lawsHoldFarFromTheOriginToo() {
    PeriodicCells cells = new PeriodicCells(3, 2.25, 0.5);
    double far = 0x1p40 * cells.period();
    double[] near = new double[9];
    double[] there = new double[9];
    cells.law(0.75, 1, near);
    cells.law(0.75 + far, 1, there);

    for (int i = 0; i < 9; i++) {
      assertEquals(near[i], there[i], 1e-3);
    }
  }

  @Test
  void cellsThatDoNotCoverTheLineAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> new PeriodicCells(1, 1, 0));
    assertThrows(IllegalArgumentException.class, () -> new PeriodicCells(2, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> new PeriodicCells(2, Double.NaN, 0));
    assertThrows(IllegalArgumentException.class, () -> new Cuts());
    assertThrows(IllegalArgumentException.class, () -> new Cuts(1, 1));
    assertThrows(IllegalArgumentException.class, () -> new Cuts(1, Double.NaN));
  }

  @Test
  void cutsAreEqualByValue() {
    assertEquals(new Cuts(1, 2), new Cuts(1, 2));
    assertEquals(new Cuts(1, 2).hashCode(), new Cuts(1, 2).hashCode());
    assertTrue(!new Cuts(1, 2).equals(new Cuts(1, 3)));
  }
}
