package org.sparkldp.datasets.law;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.datasets.Datasets;
import org.sparkldp.datasets.Truth;

/** The distributions against published values, and against each other's definitions. */
class TruthTest {
  private static Truth.Numeric truth(String spec) {
    return (Truth.Numeric) Datasets.find(spec).column("x").truth();
  }

  static Stream<Truth.Numeric> continuous() {
    TruncatedNormal left = new TruncatedNormal(new Normal(0.1, 0.2), 0, 1);
    TruncatedNormal right = new TruncatedNormal(new Normal(1, 0.05), 0, 1);
    return Stream.of(
        new Normal(-3, 2),
        left,
        new TruncatedNormal(new Normal(0.5, 1), 0, 1),
        new TruncatedNormal(new Normal(0.5, 0.06), 0, 1),
        LogNormal.ofMedian(5, 0.5),
        truth("laplace(mu=-3,sigma=2)"),
        truth("exponential(mu=5,sigma=2)"),
        truth("gamma(mu=5,sigma=2,shape=9)"),
        truth("interval(lower=-1,upper=3)"),
        truth("student(mu=1,sigma=2,df=5)"),
        truth("student(mu=1,sigma=2,df=8)"),
        new Mixture(List.of(left, right), new double[] {0.3, 0.7}),
        new Mixture(List.of(left, right), new double[] {0, 1}),
        new Mixture(List.of(new Normal(0, 1), new Normal(100, 1)), new double[] {0.5, 0.5}));
  }

  @ParameterizedTest
  @CsvSource({
    "-37, 5.7255712225245768227e-300",
    "-8, 6.2209605742717841235e-16",
    "-2.5, 0.006209665325776135167",
    "-2, 0.0227501319481792072",
    "-1.5, 0.066807201268858066004",
    "-1.01, 0.15624764502125459792",
    "-1, 0.15865525393145705141",
    "-0.1, 0.46017216272297101633",
    "0, 0.5",
    "0.3, 0.61791142218895263307",
    "1.96, 0.97500210485177956379",
    "2.5, 0.99379033467422386483",
    "5, 0.99999971334842812081"
  })
  void normalCdf_agreesWithThirtyDigitArithmetic(double z, double expected) {
    assertEquals(expected, Normal.standardCdf(z), 4e-15 * expected);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-300, 1e-16, 1e-12, 1e-5, 0.01, 0.074, 0.076, 0.3, 0.5})
  void normalQuantile_invertsTheCdfInAllRegions(double p) {
    // A relative error e of the quantile z moves the cdf's tail by about z^2 e.
    double z = Normal.standardQuantile(p);
    assertEquals(p, Normal.standardCdf(z), 1e-14 * p * Math.max(1, z * z));
    if (p >= 0.01) {
      assertEquals(-z, Normal.standardQuantile(1 - p), 1e-13);
    }
  }

  @ParameterizedTest
  @MethodSource("continuous")
  void quantile_invertsTheCdf(Truth.Numeric truth) {
    for (double p : new double[] {1e-6, 0.01, 0.3, 0.5, 0.9, 1 - 1e-6}) {
      assertEquals(p, truth.cdf(truth.quantile(p)), 1e-12);
    }
  }

  @ParameterizedTest
  @MethodSource("continuous")
  void momentsAreTheIntegralsOfTheQuantileFunction(Truth.Numeric truth) {
    int n = 20_000;
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = truth.quantile((i + 0.5) / n);
    }
    double mean = Arrays.stream(x).average().orElseThrow();
    double square = 0;
    for (double value : x) {
      square += (value - truth.mean()) * (value - truth.mean()) / n;
    }
    double sd = Math.sqrt(truth.variance());
    assertEquals(mean, truth.mean(), 1e-3 * sd);
    assertEquals(square, truth.variance(), 4e-3 * truth.variance());
  }

  @Test
  void atoms_areQuantilesFromTheirOwnShareOn() {
    Atoms atoms = Atoms.of(new double[] {3, -1, 3, 0, -0.0}, new double[] {1, 1, 1, 0, 1});
    assertEquals(List.of(-1.0, 0.0, 3.0), atoms.values());
    assertArrayEquals(new double[] {0.25, 0.25, 0.5}, atoms.probabilities(), 1e-15);
    assertEquals(1.25, atoms.mean(), 1e-15);
    assertEquals(3.1875, atoms.variance(), 1e-15);
    assertEquals(0, atoms.cdf(-1.1));
    assertEquals(0.25, atoms.cdf(-1));
    assertEquals(0.5, atoms.cdf(2.9));
    assertEquals(-1, atoms.quantile(0.25));
    assertEquals(0, atoms.quantile(0.2501));
    assertEquals(3, atoms.quantile(0.999));
  }

  @Test
  void rounding_addsATwelfthOfTheSquareOfAStep() {
    Atoms rounded = Atoms.rounded(new Normal(170.3, 7), 2.5);
    assertEquals(170.3, rounded.mean(), 1e-9);
    assertEquals(49 + 2.5 * 2.5 / 12, rounded.variance(), 1e-9);
  }

  @Test
  void discrete_countsItsQuantilesFromTheFirstValue() {
    Discrete die = new Discrete(1, new double[] {0.25, 0.25, 0.5});
    assertEquals(List.of(1, 2, 3), die.values());
    assertEquals(2.25, die.mean(), 1e-15);
    assertEquals(0.6875, die.variance(), 1e-15);
    assertEquals(0, die.cdf(0.99));
    assertEquals(0.25, die.cdf(1));
    assertEquals(0.5, die.cdf(2.99));
    assertEquals(1, die.cdf(3));
    assertEquals(1, die.quantile(0.25));
    assertEquals(2, die.quantile(0.26));
    assertEquals(3, die.quantile(0.999));
  }

  @Test
  void truncatedNormal_staysInItsHalfOpenRange() {
    TruncatedNormal truth = new TruncatedNormal(new Normal(1, 0.001), 0, 1);
    assertTrue(truth.quantile(Math.nextDown(1.0)) < 1);
    TruncatedNormal inner = new TruncatedNormal(new Normal(0.5, 0.06), 0, 1);
    assertTrue(inner.quantile(Math.nextDown(1.0)) < 1);
    assertTrue(inner.quantile(Double.MIN_VALUE) >= 0);
    assertEquals(0, inner.cdf(-1));
    assertEquals(1, inner.cdf(1));
  }

  @Test
  void distributions_refuseImpossibleParameters() {
    assertThrows(IllegalArgumentException.class, () -> new Normal(0, 0));
    assertThrows(IllegalArgumentException.class, () -> new Normal(Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> new TruncatedNormal(new Normal(9, 1), 0, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> new Mixture(List.of(new Normal(0, 1)), new double[] {0.5, 0.5}));
    assertThrows(
        IllegalArgumentException.class,
        () -> new CategoricalDistribution(List.of("a"), new double[] {0.5, 0.5}));
    assertThrows(IllegalArgumentException.class, () -> new Normal(0, 1).quantile(0));
    assertThrows(
        IllegalArgumentException.class, () -> new Discrete(0, new double[] {1}).quantile(1));
  }
}
