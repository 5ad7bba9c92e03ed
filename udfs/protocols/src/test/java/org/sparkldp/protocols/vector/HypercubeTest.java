package org.sparkldp.protocols.vector;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.vector.Hypercube.Variant;

class HypercubeTest {

  private static Hypercube of(double epsilon, int d, Variant variant) {
    return Hypercube.DECLARATION.of(epsilon, d, 1, variant);
  }

  /** The published law of even d: ties are on both sides, which epsilon does not allow. */
  private static HypercubeLaw published(double epsilon, int d) {
    return new HypercubeLaw(d, d / 2, d / 2, Thresholds.of(1 / (Math.exp(epsilon) + 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0.1", "4, 0.1", "6, 0.5", "8, 0.5", "2, 1", "4, 1", "6, 2", "8, 2", "4, 4", "8, 4"
  })
  void thePublishedFormOfEvenDIsCaught(int d, double epsilon) {
    HypercubeLaw twin = published(epsilon, d);
    List<Law<Long>> laws =
        VectorLaws.corners(d, 1).stream().map(corner -> vertices(twin, corner)).toList();
    double enumerated = Law.epsilon(laws);

    assertTrue(enumerated > epsilon);
    assertEquals(Math.log(Math.exp(epsilon) + 1), enumerated, 1e-9);
    assertEquals(twin.exactEpsilon(twin.tables()), enumerated, 1e-12);
  }

  private static Law<Long> vertices(HypercubeLaw law, double[] corner) {
    HypercubeLaw.LevelWeights tables = law.tables();
    int[] point = new int[corner.length];
    for (int j = 0; j < point.length; j++) {
      point[j] = (int) corner[j];
    }
    return Law.of(source -> law.vertex(tables, point, 1, source)[0]);
  }

  @ParameterizedTest
  @CsvSource({"2, 11.07", "4, 22.76", "6, 35.10"})
  void forEvenDTiesAreUnlikely(int d, double square) {
    assertEquals(square, Math.pow(of(1, d, Variant.HALF).b(), 2), 0.005);
  }

  @Test
  void forOddDTheConstantIsThePublishedOneAndThatOfTheEuclideanBall() {
    assertEquals(26.345, of(0.5, 27, Variant.HALF).b(), 0.0005); // the drugs of section 6
    for (int d : new int[] {1, 3, 5, 9, 27}) {
      double c = 1 / Math.tanh(0.4);
      double euclidean = c;
      for (int k = 1; k < d; k += 2) { // √π Γ((d+1)/2)/Γ(d/2) rises by (k+1)/k for k = 1, 3, …
        euclidean *= (k + 1.0) / k;
      }
      assertEquals(euclidean, of(0.8, d, Variant.HALF).b(), 1e-9 * euclidean);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.5, 0.996", "1, 0.861", "2, 0.599", "4, 0.262", "8, 0.089"})
  void theBestThresholdSavesWhatTheNoteSays(double epsilon, double ratio) {
    double half = of(epsilon, 27, Variant.HALF).worstVariance();
    double best = of(epsilon, 27, Variant.BEST).worstVariance();

    assertEquals(ratio, best / half, 0.0006);
  }

  @ParameterizedTest
  @CsvSource({"1, 2", "2, 4", "7, 3", "100, 1", "1024, 2"})
  void theBestThresholdIsTheFixedPoint(int d, double epsilon) {
    int m = HypercubeLaw.bestThreshold(epsilon, d);
    double b = of(epsilon, d, Variant.BEST).b();

    assertTrue((2.0 * m - d) / d >= 1 / b * (1 - 1e-9));
    assertTrue((2.0 * (m - 1) - d) / d <= 1 / b * (1 + 1e-9));
  }

  @ParameterizedTest
  @CsvSource({"3, 0.5, HALF", "4, 1, HALF", "8, 1, HALF", "27, 4, BEST", "70, 2, BEST"})
  void estimatesAreUnbiasedWithTheStatedVarianceAndCoverage(
      int d, double epsilon, Variant variant) {
    Hypercube protocol = Hypercube.DECLARATION.of(epsilon, d, 2, variant);
    VectorLaws.check(protocol, VectorLaws.people(150, d, 2), 3000 / (1 + d / 8));
  }

  @Test
  void theLargestCubeIsMadeAndAsked() {
    Hypercube protocol = of(1, Hypercube.MAX_D, Variant.BEST);
    double exact = protocol.guarantee().exactEpsilon();

    assertTrue(exact <= 1 && exact > 1 - 1e-9);
    assertEquals(128, protocol.reportType().bytes());
  }

  /** Drawn one by one, as audits draw them, or many at once: a report is the same. */
  @ParameterizedTest
  @ValueSource(ints = {1, 3, 64, 100, 700})
  void coinsDrawnAtOnceAreTheSameCoins(int d) {
    Hypercube protocol = Hypercube.DECLARATION.of(2, d, 1, Variant.HALF);
    int[] input = protocol.input(VectorLaws.people(1, d, 1)[0]);
    for (long seed = 0; seed < 50; seed++) {
      SimulationSource words = new SimulationSource(seed);
      RandomSource oneByOne =
          new RandomSource() {
            @Override
            public long nextLong() {
              return words.nextLong();
            }

            @Override
            public RandomSource ahead(int expected) {
              return this;
            }
          };
      byte[] expected = protocol.report(input, oneByOne);

      assertArrayEquals(expected, protocol.report(input, new SimulationSource(seed)));
    }
  }
}
