package org.sparkldp.published.density;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.density.Density;
import org.sparkldp.protocols.density.DensityTest;

/** What holds of a density holds of the published one, which varies more. */
class PublishedDensityTest {
  private static final String ONE = "density(epsilon=1.0,lower=-5.0,upper=5.0,terms=5,points=8)";
  private static final String ALL = ONE.replace(")", ",mechanism=published)");

  @Test
  void answersAreTheFirstTermsOfTheSeries() {
    new DensityTest().answersAreTheFirstTermsOfTheSeries(ALL);
  }

  @Test
  void estimatesAreUnbiasedWithTheStatedErrors() {
    new DensityTest().estimatesAreUnbiasedWithTheStatedErrors(ALL);
  }

  @Test
  void oneCoordinateVariesLess() {
    double one = sum(ONE);
    double all = sum(ALL);

    // S Σφ² is 8c² · 4 against B² · 5 with B² = 2 (16/6)² c²: 2.2 times, less the people's squares.
    assertTrue(all > 1.4 * one, all + " and " + one);
  }

  private static double sum(String spec) {
    return Arrays.stream(((Density<?>) Protocols.of(spec)).variances(DensityTest.people())).sum();
  }
}
