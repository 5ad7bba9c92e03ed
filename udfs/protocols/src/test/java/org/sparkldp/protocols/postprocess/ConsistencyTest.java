package org.sparkldp.protocols.postprocess;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.frequency.UnaryEncoding;
import org.sparkldp.protocols.random.SimulationSource;

class ConsistencyTest {
  private static final List<String> SUM_TO_N =
      List.of("norm-mul", "norm-sub", "power-ns", "simplex");

  private static Estimate raw(long n, double standardError, double... estimates) {
    return new Estimate(
        n,
        0.95,
        IntStream.range(0, estimates.length)
            .mapToObj(
                v ->
                    new Estimate.Row(
                        Integer.toString(v),
                        estimates[v],
                        standardError,
                        estimates[v] - 2 * standardError,
                        estimates[v] + 2 * standardError))
            .toList());
  }

  private static double[] apply(String name, Estimate raw) {
    return Consistencies.of(name).apply(raw);
  }

  @ParameterizedTest
  @CsvSource({
    "clip,     0, 7, 0, 4",
    "norm-mul, 0, 6.363636, 0, 3.636364",
    "norm-sub, 0, 6.5, 0, 3.5",
    "simplex,  0, 6.5, 0, 3.5",
    "base-cut, 0, 7, 0, 0",
  })
  void fourEstimatesOfTenPeople(String name, double a, double b, double c, double d) {
    Estimate raw = raw(10, 2, -2, 7, -0.5, 4);

    assertArrayEquals(new double[] {a, b, c, d}, apply(name, raw), 1e-6);
    assertArrayEquals(new double[] {-2, 7, -0.5, 4}, raw.estimates(), "raw numbers stay");
  }

  @Provide
  Arbitrary<double[]> estimates() {
    return Arbitraries.doubles()
        .between(-1000, 1500)
        .ofScale(3)
        .list()
        .ofMinSize(1)
        .ofMaxSize(30)
        .map(list -> list.stream().mapToDouble(Double::doubleValue).toArray());
  }

  @Property(tries = 200)
  void everyStepGivesCountsAndKeepsTheOrder(
      @ForAll("estimates") double[] x, @ForAll @IntRange(min = 30, max = 2000) int n) {
    for (Consistency step : Consistencies.all()) {
      double[] y = step.apply(raw(n, 50, x));
      assertEquals(x.length, y.length, step.name());
      for (int i = 0; i < x.length; i++) {
        assertTrue(y[i] >= 0 && y[i] <= n * (1 + 1e-9), step.name() + " " + y[i]);
        for (int j = 0; j < x.length; j++) {
          assertTrue(x[i] > x[j] || y[i] <= y[j] + 0.05, step.name());
        }
      }
      if (SUM_TO_N.contains(step.name())) {
        assertEquals(n, Arrays.stream(y).sum(), 1e-6 * n, step.name());
      }
    }
  }

  @Property
  void stepsWithoutAModelAreIdempotent(
      @ForAll("estimates") double[] x, @ForAll @IntRange(min = 30, max = 2000) int n) {
    for (String name : List.of("clip", "norm-mul", "norm-sub", "simplex", "base-cut")) {
      double[] once = apply(name, raw(n, 0.5, x));
      assertArrayEquals(once, apply(name, raw(n, 0.5, once)), 1e-6, name);
    }
  }

  @Property
  void simplexIsTheNearestPoint(
      @ForAll("estimates") double[] x, @ForAll @IntRange(min = 1, max = 2000) int n) {
    // Karush, Kuhn and Tucker: x − y is one number where y > 0, and at most it where y = 0.
    double[] y = apply("simplex", raw(n, 50, x));
    double tau =
        IntStream.range(0, x.length)
            .filter(i -> y[i] > 0)
            .mapToDouble(i -> x[i] - y[i])
            .max()
            .orElseThrow();
    for (int i = 0; i < x.length; i++) {
      if (y[i] > 0) {
        assertEquals(tau, x[i] - y[i], 1e-6);
      } else {
        assertTrue(x[i] <= tau + 1e-6);
      }
    }
  }

  @Property
  void normSubIsSimplexWhereThePositiveNumbersReachN(
      @ForAll("estimates") double[] x, @ForAll @IntRange(min = 1, max = 2000) int n) {
    if (Arrays.stream(x).filter(v -> v > 0).sum() >= n) {
      assertArrayEquals(apply("simplex", raw(n, 50, x)), apply("norm-sub", raw(n, 50, x)), 1e-6);
    }
  }

  @Property
  void normSubIsTheIterationThatItIsNamedFor(
      @ForAll("estimates") double[] x, @ForAll @IntRange(min = 1, max = 2000) int n) {
    double[] y = x.clone();
    if (Arrays.stream(y).noneMatch(v -> v > 0)) {
      return;
    }
    for (int round = 0; round < 100; round++) {
      y = Arrays.stream(y).map(v -> Math.max(0, v)).toArray();
      double share = (n - Arrays.stream(y).sum()) / Arrays.stream(y).filter(v -> v > 0).count();
      y = Arrays.stream(y).map(v -> v > 0 ? v + share : 0).toArray();
    }
    assertArrayEquals(y, apply("norm-sub", raw(n, 50, x)), 1e-6);
  }

  @Test
  void whereTooFewPeopleArePositiveNormSubLeavesCutItemsCut() {
    assertArrayEquals(new double[] {0, 10}, apply("norm-sub", raw(10, 1, -0.1, 3)), 1e-9);
    assertArrayEquals(new double[] {3.45, 6.55}, apply("simplex", raw(10, 1, -0.1, 3)), 1e-9);
  }

  @Test
  void whereNobodyIsPositiveThereIsStillAnAnswer() {
    for (String name : SUM_TO_N) {
      assertEquals(10, Arrays.stream(apply(name, raw(10, 1, -5, -5))).sum(), 1e-9, name);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"base-cut", "clip", "norm-mul", "norm-sub", "power", "power-ns"})
  void anEmptyEstimateStaysEmpty(String name) {
    assertEquals(0, apply(name, raw(10, 1)).length);
  }

  @Test
  void baseCutKeepsNoiseAtItsStatedRate() {
    // 200 histograms of 100 absent items: about 10 of them, by chance, keep something.
    SimulationSource source = new SimulationSource(13);
    UnaryEncoding oracle = UnaryEncoding.OUE.of(1, 101);
    int kept = 0;
    int runs = 200;
    for (int run = 0; run < runs; run++) {
      var reports = oracle.newAccumulator();
      for (int person = 0; person < 1000; person++) {
        reports.add(oracle.report(100, source));
      }
      double[] cut = apply("base-cut", oracle.estimate(reports));
      kept += Arrays.stream(cut, 0, 100).anyMatch(v -> v > 0) ? 1 : 0;
      assertTrue(cut[100] > 0);
    }
    assertTrue(kept >= 1 && kept <= 10 + 6 * Math.sqrt(10), kept + " of " + runs);
  }

  /** The posterior mean term by term, as its formula reads. */
  private static double posteriorMean(double estimate, double error, int n, double alpha) {
    double weights = 0;
    double moments = 0;
    double best = Math.max(1, Math.min(n, estimate));
    double top = Math.pow((estimate - best) / error, 2) / 2 + alpha * Math.log(best);
    for (int x = 1; x <= n; x++) {
      double z = (estimate - x) / error;
      double weight = Math.exp(top - alpha * Math.log(x) - z * z / 2);
      weights += weight;
      moments += weight * x;
    }
    return moments / weights;
  }

  @ParameterizedTest
  @CsvSource({
    "-500, 30, 20000, 1.2",
    "0, 30, 20000, 1.2",
    "3, 0.5, 20000, 2",
    "50, 30, 20000, 1.2",
    "400, 30, 20000, 1.2",
    "15000, 200, 20000, 1.2",
    "15000, 4000, 20000, 0.3",
    "25000, 500, 20000, 1",
    "120, 40, 20000, 9.5",
    "2, 1e-9, 100, 1",
  })
  void powerIsThePosteriorMean(double estimate, double error, int n, double alpha) {
    assertEquals(
        posteriorMean(estimate, error, n, alpha),
        Power.posteriorMean(estimate, error, n, alpha),
        1e-3 * error + 1e-9);
  }

  @ParameterizedTest
  @CsvSource({"1000, 10", "100000, 100", "1000000, 4096", "1000000000, 1024", "10, 2"})
  void thePowerLawHasTheMeanOfTheTrueCounts(double n, int k) {
    double alpha = Power.alpha(n, n / k);

    assertEquals(n / k, Power.powerSum(n, alpha - 1) / Power.powerSum(n, alpha), 1e-6 * n / k);
  }

  @ParameterizedTest
  @CsvSource({"50, 1.3", "5000, -0.4", "5000, 1", "5000, 2.5", "200000, 0.7"})
  void powerSumsAreSums(int n, double a) {
    double sum = 0;
    for (int x = 1; x <= n; x++) {
      sum += Math.pow(x, -a);
    }
    assertEquals(sum, Power.powerSum(n, a), 1e-10 * sum);
  }

  @Test
  void hardlyMorePeopleThanItemsMeansThatNobodyIsExpectedToShareOne() {
    assertArrayEquals(new double[] {1, 1, 1}, apply("power", raw(3, 1, -1, 0, 1)), 0.01);
  }

  @Test
  void withoutNoisePowerBelievesWhatItSees() {
    assertArrayEquals(new double[] {1, 7, 10}, apply("power", raw(10, 0, -2, 7, 12)));
  }

  /**
   * What the recommended step costs honest people, root mean square against that of norm-sub: at
   * most a thousandth, where people are evenly spread, by Zipf's law, or hold three items only.
   */
  @ParameterizedTest
  @CsvSource({
    "16, 1, even", "16, 1, zipf", "16, 1, three", "16, 4, three",
    "1024, 1, even", "1024, 1, zipf", "1024, 1, three", "1024, 4, zipf"
  })
  void simplexIsAsAccurateAsNormSub(int k, double epsilon, String people) {
    UnaryEncoding oracle = UnaryEncoding.OUE.of(epsilon, k);
    double[] share = new double[k];
    for (int v = 0; v < k; v++) {
      share[v] = people.equals("even") ? 1 : v < 3 || people.equals("zipf") ? 1.0 / (v + 1) : 0;
    }
    double all = Arrays.stream(share).sum();
    long n = 100_000;
    long[] truth = Arrays.stream(share).mapToLong(x -> Math.round(n * x / all)).toArray();
    double[] variances = oracle.variances(truth);
    Random normal = new Random(20); // errors of so many people are normal
    double ofSimplex = 0;
    double ofNormSub = 0;
    for (int trial = 0; trial < (k == 16 ? 2000 : 40); trial++) {
      double[] x = new double[k];
      Arrays.setAll(x, v -> truth[v] + Math.sqrt(variances[v]) * normal.nextGaussian());
      ofSimplex += squaredError(truth, apply("simplex", raw(n, 50, x)));
      ofNormSub += squaredError(truth, apply("norm-sub", raw(n, 50, x)));
    }
    assertEquals(1, Math.sqrt(ofSimplex / ofNormSub), 0.001);
  }

  @Test
  void everyStepButScalingHelpsWhereMostItemsAreRare() {
    // 20,000 people over 200 items by a power law, at epsilon 1. The squared error falls to about a
    // half with clip, a seventh with norm-sub and a ninth with power; norm-mul makes it larger.
    UnaryEncoding oracle = UnaryEncoding.OUE.of(1, 200);
    long[] truth = new long[200];
    double scale = 20_000 / Power.powerSum(200, 1.5);
    for (int v = 0; v < 200; v++) {
      truth[v] = Math.round(scale * Math.pow(v + 1, -1.5));
    }
    SimulationSource source = new SimulationSource(14);
    var reports = oracle.newAccumulator();
    for (int v = 0; v < 200; v++) {
      for (long person = 0; person < truth[v]; person++) {
        reports.add(oracle.report(v, source));
      }
    }
    Estimate raw = oracle.estimate(reports);
    double before = squaredError(truth, raw.estimates());
    for (Consistency step : Consistencies.all()) {
      double after = squaredError(truth, step.apply(raw));
      assertEquals(step.name().equals("norm-mul"), after > 0.6 * before, step.name());
    }
    double power = squaredError(truth, apply("power", raw));
    assertTrue(power < squaredError(truth, apply("norm-sub", raw)));
    assertTrue(before < squaredError(truth, apply("norm-mul", raw)));
  }

  private static double squaredError(long[] truth, double[] estimates) {
    return IntStream.range(0, truth.length)
        .mapToDouble(v -> Math.pow(truth[v] - estimates[v], 2))
        .sum();
  }

  @Test
  void stepsAreFoundByNameAndDescribeThemselves() {
    assertEquals(
        List.of("base-cut", "clip", "norm-mul", "norm-sub", "power", "power-ns", "simplex"),
        Consistencies.all().stream().map(Consistency::name).toList());
    for (Consistency step : Consistencies.all()) {
      assertTrue(!step.description().isBlank());
    }
  }

  @Test
  void anUnknownStepIsRefusedWithTheKnownOnes() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Consistencies.of("magic"));

    assertTrue(refusal.getMessage().contains("magic"));
    assertTrue(refusal.getMessage().contains("norm-sub"));
  }
}
