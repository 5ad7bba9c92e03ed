package org.sparkldp.protocols.density;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** The density of numbers: what the series is, that it is met, and with which error. */
public class DensityTest {
  private static final String ONE = "density(epsilon=1.0,lower=-5.0,upper=5.0,terms=5,points=8)";

  private static Density<?> density(String spec) {
    return (Density<?>) Protocols.of(spec);
  }

  @Test
  void theBasisIsOrthonormalAndBounded() {
    int k = 9;
    int cells = 1000; // more than twice the highest frequency: sums are the integrals
    double[][] gram = new double[k - 1][k - 1];
    for (int i = 0; i < cells; i++) {
      double[] at = TrigonometricBasis.withoutConstant((i + 0.5) / cells, k);
      for (int a = 0; a < k - 1; a++) {
        assertTrue(Math.abs(at[a]) <= TrigonometricBasis.SQRT_2);
        for (int b = 0; b < k - 1; b++) {
          gram[a][b] += at[a] * at[b] / cells;
        }
      }
    }
    for (int a = 0; a < k - 1; a++) {
      for (int b = 0; b < k - 1; b++) {
        assertEquals(a == b ? 1 : 0, gram[a][b], 1e-9);
      }
    }
  }

  /** People at one place: the series of a point mass, 1 + Σ 2 cos(2πj (t − x)). */
  @ParameterizedTest
  @ValueSource(strings = ONE)
  public void answersAreTheFirstTermsOfTheSeries(String spec) {
    double[] answers = density(spec).answers(new double[] {-2.5});
    double[] places = density(spec).places();
    for (int i = 0; i < places.length; i++) {
      double u = 2 * Math.PI * (places[i] + 2.5) / 10;
      assertEquals((1 + 2 * Math.cos(u) + 2 * Math.cos(2 * u)) / 10, answers[i], 1e-5);
    }
  }

  private static <R> void assertMet(Density<R> protocol, double[] values, double[] truth) {
    SimulationSource source = new SimulationSource(1);
    double[] variances = protocol.variances(values);
    Trials seen =
        Trials.of(
            protocol,
            truth,
            400,
            reports -> reports.merge(People.reports(protocol, values, source)));
    double ratio = 0;
    for (int i = 0; i < truth.length; i++) {
      ratio += seen.variance()[i] / variances[i] / truth.length;
    }

    seen.assertUnbiased(variances);
    assertEquals(1, ratio, 0.15);
    assertEquals(0.957, seen.coverage(), 0.028);
  }

  private static <R> Estimate trial(Density<R> protocol, double[] values, RandomSource source) {
    Accumulator<R> reports = protocol.newAccumulator();
    for (double value : values) {
      reports.add(protocol.report(protocol.input(value, 0), 0, source));
    }
    return protocol.estimate(reports);
  }

  /** 500 people, thrice as many below 0 as above. */
  public static double[] people() {
    double[] people = new double[500];
    Arrays.setAll(people, i -> i % 4 == 0 ? 0.01 * i : -0.01 * i);
    return people;
  }

  @ParameterizedTest
  @ValueSource(strings = {ONE, "density(epsilon=4.0,lower=-5.0,upper=5.0,terms=7,points=9)"})
  public void estimatesAreUnbiasedWithTheStatedErrors(String spec) {
    Density<?> protocol = density(spec);
    double[] truth = protocol.answers(people());
    double[] mirrored = new double[truth.length];
    Arrays.setAll(mirrored, i -> truth[truth.length - 1 - i]);

    assertMet(protocol, people(), truth);
    assertThrows(AssertionError.class, () -> assertMet(protocol, people(), mirrored));
  }

  @Test
  void projectionMakesADensity() {
    Density<?> protocol = density(ONE);
    double[] together = new double[5000];
    Arrays.fill(together, -2.5); // whose series is as low as 1 - 2.25, by 6 standard errors
    Estimate raw = trial(protocol, together, new SimulationSource(1));
    assertTrue(Arrays.stream(raw.estimates()).anyMatch(x -> x < 0), raw::toString);
    double[] density = protocol.project(raw);

    assertEquals(1, Arrays.stream(density).sum() * 10 / 8, 1e-12);
    assertTrue(Arrays.stream(density).allMatch(x -> x >= 0));
  }

  /** k = (β C² n/(2c²))^(1/(2β+2)): for n = 10^6, C = 2, epsilon 1 it is 25.6. */
  @Test
  void termsFollowFromUsers() {
    assertEquals(25, density("density(epsilon=1,lower=0,upper=1,users=1000000)").terms());
    assertEquals(3, density("density(epsilon=0.01,lower=0,upper=1,users=100)").terms());
    assertTrue(
        density("density(epsilon=1,lower=0,upper=1,users=1000000,smoothness=2)").terms() < 25);
  }

  @Test
  void placesAreTheMiddlesOfEqualParts() {
    double[] places = density(ONE).places();

    assertEquals(8, places.length);
    for (int i = 0; i < places.length; i++) {
      assertEquals(-5 + (i + 0.5) * 10 / 8, places[i], 1e-12);
    }
  }

  /** What is above 0 keeps its proportions; where nothing is, all places are alike. */
  @Test
  void projectionKeepsProportions() {
    Density<?> protocol = density(ONE);

    assertArrayEquals(
        new double[] {0.2, 0, 0, 0.6, 0, 0, 0, 0},
        protocol.project(raw(0.5, -3, 0, 1.5, -0.1, -0.2, -0.3, 0)),
        1e-15);
    double[] even = new double[8];
    Arrays.fill(even, 0.1);
    assertArrayEquals(even, protocol.project(raw(-1, -1, 0, -1, -1, -1, -1, 0)), 1e-15);
  }

  private static Estimate raw(double... densities) {
    return new Estimate(
        10,
        0.95,
        Arrays.stream(densities).mapToObj(x -> new Estimate.Row("", x, 1, x, x)).toList());
  }

  /**
   * Two equal reports, whose sum is t: (most − least)/2 with least = 2 t² − most, cut to [0, (Σ
   * f²)²]; of one report alone it is all of most, which is the same at the same place.
   */
  @Test
  void errorsOfTwoReportsFollowFromThoseOfOne() {
    errorsOfTwoReports(density(ONE));
  }

  private static <R> void errorsOfTwoReports(Density<R> protocol) {
    R report = protocol.report(protocol.input(1.5, 0), 0, new SimulationSource(4));
    Accumulator<R> one = protocol.newAccumulator();
    one.add(report);
    Accumulator<R> two = protocol.newAccumulator();
    two.add(report, 2);
    List<Estimate.Row> once = protocol.estimate(one).rows();
    List<Estimate.Row> twice = protocol.estimate(two).rows();
    int cut = 0;
    for (int i = 0; i < once.size(); i++) {
      double sum = once.get(i).estimate() * 10 - 1;
      double most = Math.pow(once.get(i).standardError() * 10, 2);
      double least = Math.max(0, 2 * sum * sum - most);
      double variance = Math.pow(twice.get(i).standardError() * 10, 2);

      assertEquals(once.get(i).estimate(), twice.get(i).estimate(), 1e-12);
      assertTrue(variance >= (most - least) / 2 - 1e-9);
      assertTrue(variance <= most / 2 + 1e-9);
      if (least == 0) {
        assertEquals(most / 2, variance, 1e-9);
      } else {
        cut += variance < most / 2 - 1e-9 ? 1 : 0;
      }
    }
    assertTrue(cut > 0, "some place has more than its largest variance");
  }
}
