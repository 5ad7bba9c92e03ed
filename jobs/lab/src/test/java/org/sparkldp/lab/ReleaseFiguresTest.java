package org.sparkldp.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.datasets.table.StreetGrid;

class ReleaseFiguresTest {
  private static final String JAMES_STEIN = "james-stein(toward=zero)";
  private static final String TOWARD_MEAN = "james-stein(toward=mean)";
  private static final String THRESHOLD = "soft-threshold(rule=universal)";
  private static final String SURE = "soft-threshold(rule=sure)";

  private static final Figure MEANS = figure("release-1", 1000, 40);
  private static final Figure HISTOGRAMS = figure("release-b", 1_000_000, 4);

  private static Figure figure(String name, int users, int trials) {
    return ReleaseFigures.ALL
        .get(name)
        .computed()
        .apply(new Figure.FigureRequest(users, trials, 1, 0, List.of(), any -> false));
  }

  /** By method or denoiser, the value of rows whose cells are these. */
  private static Map<String, Double> values(
      Figure figure, String key, String value, Map<String, Object> cells) {
    List<String> columns = figure.table().columns();
    Map<String, Double> values = new TreeMap<>();
    for (List<Object> row : figure.table().rows()) {
      if (cells.entrySet().stream()
          .allMatch(cell -> row.get(columns.indexOf(cell.getKey())).equals(cell.getValue()))) {
        Object number = row.get(columns.indexOf(value));
        if (number != null) {
          values.put((String) row.get(columns.indexOf(key)), (Double) number);
        }
      }
    }
    return values;
  }

  private static Map<String, Double> sigmas(double delta) {
    return values(
        MEANS, "method", "value", Map.of("part", "sigma", "epsilon", 1.0, "delta", delta));
  }

  private static Map<String, Double> histogram(double concentration) {
    return values(
        HISTOGRAMS, "method", "mse", Map.of("concentration", concentration, "epsilon", 0.01));
  }

  /** What an independent computation of the same experiment gave, to two or three digits. */
  @ParameterizedTest
  @CsvSource({
    "0.01, 100, 86.9, 34.9, 10.2, 10.0, 275",
    "0.01, 500, 434, 173, 23.2, 22.4, 3165",
    "0.01, 2000, 1737, 689, 46.0, 44.6, 25300",
    "0.1, 100, 8.7, 4.9, 4.4, 8.5, 28",
    "0.1, 500, 43, 24.5, 16.5, 22.3, 314",
    "0.1, 2000, 174, 98, 41, 45, 2535",
    "1, 100, 0.87, 0.65, 0.64, 1.9, 2.8",
    "1, 1000, 8.7, 6.35, 6.22, 18.7, 89",
  })
  void errorsOfMeanVectorsAreThoseOfTheExperiment(
      double epsilon,
      int d,
      double classical,
      double analytic,
      double shrunk,
      double thresholded,
      double laplace) {
    Map<String, Object> cells = Map.of("part", "mean", "epsilon", epsilon, "d", d);
    Map<String, Double> errors = values(MEANS, "method", "value", cells);
    Map<String, Double> theory = values(MEANS, "method", "theory", cells);

    assertEquals(4, theory.size());
    theory.forEach((method, root) -> assertEquals(1, errors.get(method) / root, 0.15));
    assertEquals(1, errors.get("classical") / classical, 0.1);
    assertEquals(1, errors.get("analytic") / analytic, 0.1);
    assertEquals(1, errors.get(JAMES_STEIN) / shrunk, 0.1);
    assertEquals(1, errors.get(THRESHOLD) / thresholded, 0.1);
    assertEquals(1, errors.get("laplace") / laplace, 0.1);
  }

  /** The note's variances, 0.538 at delta 1e-4 and 0.698 at 1e-8. */
  @Test
  void theAnalyticSigmaSavesTheMoreTheLargerDeltaIs() {
    double last = 0;
    for (double delta : new double[] {1e-2, 1e-4, 1e-6, 1e-8, 1e-12}) {
      double ratio = sigmas(delta).get("ratio");
      assertEquals(sigmas(delta).get("analytic") / sigmas(delta).get("classical"), ratio);
      assertTrue(ratio > last && ratio < 1, "ratio " + ratio);
      last = ratio;
    }
    assertEquals(Math.sqrt(0.538), sigmas(1e-4).get("ratio"), 5e-4);
    assertEquals(Math.sqrt(0.698), sigmas(1e-8).get("ratio"), 5e-4);
  }

  @Test
  void ofSparseHistogramsThresholdsAreBestAndOfEvenOnesShrinkage() {
    Map<String, Double> sparse = histogram(0.001);
    Map<String, Double> even = histogram(10);

    assertTrue(sparse.get(SURE) < 0.2 * sparse.get("analytic"), sparse::toString);
    assertTrue(sparse.get(THRESHOLD) < 0.2 * sparse.get(JAMES_STEIN), sparse::toString);
    assertTrue(even.get(TOWARD_MEAN) < 0.2 * even.get("analytic"), even::toString);
    assertTrue(even.get(TOWARD_MEAN) < 0.2 * even.get(THRESHOLD), even::toString);
    assertTrue(even.get("analytic") < 0.5 * even.get("classical"), even::toString);
  }

  /** Noise has the same error whatever is released; the twin is a sigma 10 % off. */
  @Test
  void errorsBeforeDenoisingAreTheVarianceOfTheNoise() {
    double sigma = 306.22; // of epsilon 0.01, delta 1e-6
    for (double concentration : new double[] {0.001, 0.1, 10}) {
      double ratio = histogram(concentration).get("analytic") / (sigma * sigma);
      assertEquals(1, ratio, 0.06); // 16,000 draws: five standard errors
      assertTrue(Math.abs(ratio / 1.1 / 1.1 - 1) > 0.06);
    }
  }

  @Test
  void ofACitysCountsTrendFiltersAreBetterThanWaveletsAndTheseThanNone() {
    Figure city = StreetFigure.of(new StreetGrid(16, 24), 100_000, 1);
    for (int hour : new int[] {4, 18}) {
      Map<String, Double> errors =
          values(city, "denoiser", "mse", Map.of("hour", hour, "epsilon", 1.0));
      double wavelets = errors.get("tree-wavelets(trees=8,rule=sure)");

      assertEquals(1, errors.get("none") / (8.449 * 8.449), 0.4); // 384 draws: 5.5 standard errors
      assertTrue(wavelets < 0.9 * errors.get("none"), errors::toString);
      assertTrue(errors.get("trend-filter(order=1)") < wavelets, errors::toString);
      assertTrue(errors.get(SURE) < errors.get(THRESHOLD), errors::toString);
    }
    assertEquals(2, city.sections().size());
  }
}
