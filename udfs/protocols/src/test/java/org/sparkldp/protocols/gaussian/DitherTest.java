package org.sparkldp.protocols.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.Dither;
import org.sparkldp.protocols.gaussian.likelihood.PeriodicCells;
import org.sparkldp.protocols.statistics.StandardNormal;

/** Dither on its grid; what it does to means is in {@link GaussianTest}. */
class DitherTest {
  private static final double STEP = 0.5;
  private static final Dither DITHER = new Dither(STEP);

  /** The answer is that of a value moved by up to half a step, all moves alike. */
  @ParameterizedTest
  @CsvSource({"1, 0.5", "0.75, 0", "1.25, 1", "0.875, 0.25", "1.125, 0.75", "-9, 0", "1e300, 1"})
  void aCutParts(double value, double above) {
    Dither.Grid grid = DITHER.grid(DITHER.snap(new Cuts(1)));

    assertEquals(above, grid.share(grid.input(value), 1));
    assertEquals(1 - above, grid.share(grid.input(value), 0));
  }

  /** Cells from 0 to 1, 1 to 2 and 2 to 3, and again. */
  @ParameterizedTest
  @CsvSource({"0, 0.5, 0, 0.5", "0.5, 1, 0, 0", "2.75, 0.25, 0, 0.75", "-1, 0, 0.5, 0.5"})
  void cellsPart(double value, double first, double second, double third) {
    Dither one = new Dither(1);
    Dither.Grid grid = one.grid(one.snap(new PeriodicCells(3, 1, 0)));

    assertEquals(first, grid.share(grid.input(value), 0));
    assertEquals(second, grid.share(grid.input(value), 1));
    assertEquals(third, grid.share(grid.input(value), 2));
  }

  /** Sums over all rounded values what each adds to the law. */
  private static double below(Cuts cuts, double mean, double sigma) {
    Dither.Grid grid = DITHER.grid(cuts);
    double sum = 0;
    for (int k = -200; k <= 200; k++) {
      double from = (STEP * (k - 0.5) - mean) / sigma;
      double mass = StandardNormal.cdf(from + STEP / sigma) - StandardNormal.cdf(from);
      sum += mass * grid.share(grid.input(k * STEP), 0);
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.25, 0.3, 0.5, 1, 4})
  void theLawOfRoundedValuesIsExactForCuts(double sigma) {
    double dithered = Math.sqrt(sigma * sigma + DITHER.variance());
    double worst = 0;
    for (double place : new double[] {-0.7, 0, 0.1, 0.25, 0.6, 1.9}) {
      Cuts cuts = (Cuts) DITHER.snap(new Cuts(place));
      double[] law = new double[6];
      cuts.law(0.2, dithered, law);
      double[] smooth = new double[6];
      new Cuts(cuts.cut(0)).law(0.2, dithered, smooth);
      double exact = below(cuts, 0.2, sigma);
      assertEquals(exact, law[0], 1e-12);
      worst = Math.max(worst, Math.abs(exact - smooth[0]));
    }
    // A smooth law would not do where steps are wide.
    assertEquals(sigma <= 1, worst > 1e-3, "off by " + worst);
  }

  @Test
  void itsDerivativesAreThoseOfTheLaw() {
    Cuts cuts = (Cuts) DITHER.snap(new Cuts(-0.6, 0.3, 0.55));
    double h = 1e-5;
    double[] at = new double[12];
    double[] more = new double[12];
    double[] less = new double[12];
    cuts.law(0.1, 0.7, at);
    cuts.law(0.1 + h, 0.7, more);
    cuts.law(0.1 - h, 0.7, less);
    for (int a = 0; a < 4; a++) {
      assertEquals((more[a] - less[a]) / (2 * h), at[4 + a], 1e-8);
    }
    cuts.law(0.1, 0.7 * Math.exp(h), more);
    cuts.law(0.1, 0.7 * Math.exp(-h), less);
    for (int a = 0; a < 4; a++) {
      assertEquals((more[a] - less[a]) / (2 * h), at[8 + a], 1e-8);
    }
  }

  @Test
  void edgesAreOnTheGridAndStayApart() {
    Cuts cuts = (Cuts) DITHER.snap(new Cuts(0.1, 0.1001, 0.1002));

    assertEquals(cuts, DITHER.snap(cuts));
    assertEquals(cuts.cut(0) + STEP / Dither.PARTS, cuts.cut(1));
    PeriodicCells cells = (PeriodicCells) DITHER.snap(new PeriodicCells(2, 1e-9, 0.1));
    assertEquals(STEP / Dither.PARTS, cells.width());
    assertEquals(cells, DITHER.snap(cells));
  }

  @Test
  void inputsAreThoseWithinAStepOfTheCuts() {
    Dither.Grid grid = DITHER.grid(DITHER.snap(new Cuts(-1, 1)));

    assertEquals(0, grid.input(-1.5));
    assertEquals(0, grid.input(-1e9));
    assertEquals(grid.inputs() - 1, grid.input(1.5));
    assertEquals(grid.inputs() - 1, grid.input(Double.MAX_VALUE));
    assertEquals(3 * 2 * Dither.PARTS + 1, grid.inputs());
  }
}
