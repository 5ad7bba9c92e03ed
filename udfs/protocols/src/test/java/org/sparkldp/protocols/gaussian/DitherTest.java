package org.sparkldp.protocols.gaussian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.Dither;
import org.sparkldp.protocols.gaussian.likelihood.PeriodicCells;
import org.sparkldp.protocols.statistics.StandardNormal;

/** Dither on its grid; what it does to means is in {@link GaussianTest}. */
class DitherTest {
  private static final double STEP = 0.5;
  private static final Dither DITHER = Dither.uniform(STEP);

  /** The answer is that of a value moved by up to half a step, all moves alike. */
  @ParameterizedTest
  @CsvSource({"1, 0.5", "0.75, 0", "1.25, 1", "0.875, 0.25", "1.125, 0.75", "-9, 0", "1e300, 1"})
  void aCutParts(double value, double above) {
    Dither.Dithered grid = DITHER.asked(DITHER.snap(new Cuts(1)));

    assertEquals(above, grid.share(grid.input(value), 1));
    assertEquals(1 - above, grid.share(grid.input(value), 0));
  }

  /** Cells from 0 to 1, 1 to 2 and 2 to 3, and again. */
  @ParameterizedTest
  @CsvSource({"0, 0.5, 0, 0.5", "0.5, 1, 0, 0", "2.75, 0.25, 0, 0.75", "-1, 0, 0.5, 0.5"})
  void cellsPart(double value, double first, double second, double third) {
    Dither one = Dither.uniform(1);
    Dither.Dithered grid = one.asked(one.snap(new PeriodicCells(3, 1, 0)));

    assertEquals(first, grid.share(grid.input(value), 0));
    assertEquals(second, grid.share(grid.input(value), 1));
    assertEquals(third, grid.share(grid.input(value), 2));
  }

  /** Sums over all rounded values what each adds to the law. */
  private static double below(Cuts cuts, double mean, double sigma) {
    Dither.Dithered grid = DITHER.asked(cuts);
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
  void inputsAreThoseWithinTheNoiseOfTheCuts() {
    Dither.Dithered grid = DITHER.asked(DITHER.snap(new Cuts(-1, 1)));

    assertEquals(0, grid.input(-1.25));
    assertEquals(0, grid.input(-1e9));
    assertEquals(1, grid.input(1.25));
    assertEquals(1, grid.input(Double.MAX_VALUE));
    assertEquals((2 / STEP + 1) * Dither.PARTS + 1, grid.inputs());
  }

  /** So that an audit of two inputs is of two that differ most; and each input has one place. */
  @Test
  void theFirstTwoInputsAreAsFarApartAsAny() {
    for (Dither dither : List.of(DITHER, Dither.normal(0.2))) {
      for (Channel channel : List.of(new Cuts(-1, 0.7), new PeriodicCells(3, 1.1, 0.3))) {
        Channel snapped = dither.snap(channel);
        Dither.Dithered asked = dither.asked(snapped);
        Set<Long> inputs = new HashSet<>();
        for (double value = -4; value < 4; value += STEP / Dither.PARTS / 8) {
          inputs.add(asked.input(value));
        }
        assertEquals(asked.inputs(), inputs.size());
        int farthest = channel instanceof Cuts ? 2 : 1;
        assertEquals(1, asked.share(0, 0), 0.01, dither + " " + snapped);
        assertTrue(asked.share(1, farthest) > 0.45, "share " + asked.share(1, farthest));
      }
    }
  }

  /** The table's law is that of the normal distribution, with its variance. */
  @Test
  void normalNoiseMakesTheLawOfSmoothValuesExact() {
    Dither dither = Dither.normal(0.3);
    for (double place : new double[] {-0.7, 0, 0.13, 1.9}) {
      Cuts cuts = (Cuts) dither.snap(new Cuts(place));
      Dither.Dithered asked = dither.asked(cuts);
      double below = 0;
      double unit = 0.3 / Dither.PARTS / 4;
      for (int k = -14_000; k < 14_000; k++) {
        double value = (k + 0.5) * unit;
        double mass = StandardNormal.cdf((k + 1) * unit) - StandardNormal.cdf(k * unit);
        below += mass * asked.share(asked.input(value), 0);
      }
      double exact = StandardNormal.cdf(cuts.cut(0) / Math.hypot(1, dither.deviation()));
      assertEquals(exact, below, 2e-6);
    }
  }

  /** A lattice of 0.7 sigma is even after noise of 0.3 sigma, and is not without. */
  @Test
  void normalNoiseEvensOutALattice() {
    assertTrue(worstBend(Dither.normal(0.3)) < 4e-3, "bend " + worstBend(Dither.normal(0.3)));
    assertTrue(worstBend(Dither.normal(0.01)) > 0.05, "bend " + worstBend(Dither.normal(0.01)));
  }

  /** How far the law at a cut is from the smooth one's, over places of the mean in the lattice. */
  private static double worstBend(Dither dither) {
    double step = 0.7;
    Cuts cuts = (Cuts) dither.snap(new Cuts(0.2)); // within the lattice
    Dither.Dithered asked = dither.asked(cuts);
    double worst = 0;
    for (double mean = 0; mean < step; mean += step / 7) {
      double below = 0;
      for (int k = -15; k <= 15; k++) {
        double mass =
            StandardNormal.cdf(step * (k + 0.5) - mean)
                - StandardNormal.cdf(step * (k - 0.5) - mean);
        below += mass * asked.share(asked.input(k * step), 0);
      }
      double variance = 1 + step * step / 12 + dither.deviation() * dither.deviation();
      worst =
          Math.max(
              worst,
              Math.abs(below - StandardNormal.cdf((cuts.cut(0) - mean) / Math.sqrt(variance))));
    }
    return worst;
  }
}
