package org.sparkldp.published.vector;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.vector.PrivUnit;
import org.sparkldp.protocols.vector.PrivUnitTest;

/** What holds of {@link PrivUnit} holds of its Gaussian form, and what its paper says of it. */
class GaussianPrivUnitTest {
  private static PrivUnit of(double epsilon, int d, Object candidates) {
    return GaussianPrivUnit.DECLARATION.of(epsilon, d, 2, candidates);
  }

  @ParameterizedTest
  @CsvSource({"2, 4", "8, 3"})
  void givenItsSeedTheWholeLawGivesTheExactEpsilon(double epsilon, int d) {
    PrivUnitTest.assertLawGivenTheSeed(of(epsilon, d, 8), epsilon);
  }

  @ParameterizedTest
  @CsvSource({"2, 3, 800", "4, 10, 250", "2, 40, 250"})
  void estimatesErrAsTheyClaim(double epsilon, int d, int trials) {
    PrivUnitTest.assertErrors(of(epsilon, d, 16), trials);
  }

  @Test
  void onlyADirectionAndASignReachAReport() {
    PrivUnitTest.assertNothingElseReachesAReport(of(1, 3, ""));
  }

  /** 1/μ*² of the optimal cap: the note's table. */
  @ParameterizedTest
  @CsvSource({"0.5, 25.18, 1.01", "1, 6.330, 1.02", "2, 1.6167, 1.03", "4, 0.43532, 1.035"})
  void itComesNearTheOptimumFromAbove(double epsilon, double optimum, double share) {
    PrivUnit protocol = of(epsilon, 10_000, "");
    PrivUnit large = of(epsilon, 10_000, 1024);

    assertTrue(protocol.worstVariance() / 40_000 > optimum);
    assertTrue(protocol.worstVariance() / 40_000 < share * optimum);
    assertEquals(optimum, large.worstVariance() / 40_000, 0.004 * optimum);
  }

  @Test
  void theSphereIsBetter() {
    PrivUnit sphere = PrivUnit.PRIVUNIT.of(4, 100, 2);
    assertTrue(sphere.worstVariance() < of(4, 100, "").worstVariance());
  }
}
