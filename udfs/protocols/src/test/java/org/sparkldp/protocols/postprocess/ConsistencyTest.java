package org.sparkldp.protocols.postprocess;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Estimate;

class ConsistencyTest {
  private static Estimate raw(long n, double standardError, double... estimates) {
    return new Estimate(
        n,
        0.95,
        IntStream.range(0, estimates.length)
            .mapToObj(
                v ->
                    new Estimate.Row(
                        "item " + v, // not a number, whose neighbours are in order
                        estimates[v],
                        standardError,
                        estimates[v] - 2 * standardError,
                        estimates[v] + 2 * standardError))
            .toList());
  }

  private static double[] apply(String name, Estimate raw) {
    return Consistencies.of(name).apply(raw);
  }

  @Test
  void fourEstimatesOfTenPeople() {
    Estimate raw = raw(10, 2, -2, 7, -0.5, 4);

    assertArrayEquals(new double[] {0, 6.5, 0, 3.5}, apply("simplex", raw), 1e-6);
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
      assertEquals(n, Arrays.stream(y).sum(), 1e-6 * n, step.name());
    }
  }

  @Property
  void simplexIsIdempotent(
      @ForAll("estimates") double[] x, @ForAll @IntRange(min = 30, max = 2000) int n) {
    double[] once = apply("simplex", raw(n, 0.5, x));
    assertArrayEquals(once, apply("simplex", raw(n, 0.5, once)), 1e-6);
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

  @Test
  void whereNobodyIsPositiveThereIsStillAnAnswer() {
    for (Consistency step : Consistencies.all()) {
      assertArrayEquals(new double[] {5, 5}, step.apply(raw(10, 1, -5, -5)), 1e-9, step.name());
      assertEquals(0, step.apply(raw(10, 1)).length);
    }
  }

  @Test
  void stepsAreFoundByNameAndDescribeThemselves() {
    assertEquals(
        List.of("best", "simplex"), Consistencies.all().stream().map(Consistency::name).toList());
    for (Consistency step : Consistencies.all()) {
      assertTrue(!step.description().isBlank());
    }
  }

  @Test
  void anUnknownStepIsRefusedWithTheKnownOnes() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Consistencies.of("magic"));

    assertTrue(refusal.getMessage().contains("magic"));
    assertTrue(refusal.getMessage().contains("simplex"));
  }
}
