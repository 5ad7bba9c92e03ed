package org.sparkldp.protocols.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.BallProtocol.Norm;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.Trials;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.random.DiscreteGaussian;
import org.sparkldp.protocols.release.GaussianCalibration;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.vector.GaussianVector;
import org.sparkldp.protocols.vector.VectorLaws;

/** Gaussian noise of each person, on a number and on the coordinates of a vector. */
class GaussianMeanTest {

  private static MeanProtocol<Long> of(double epsilon, double delta) {
    return GaussianMean.DECLARATION.of(epsilon, delta, 10, 50);
  }

  private static GaussianVector of(double epsilon, double delta, int d, Norm norm) {
    return GaussianVector.DECLARATION.of(epsilon, d, 2, delta, norm);
  }

  @ParameterizedTest
  @CsvSource({
    "1e-6, 1e-15",
    "1e-3, 1e-9",
    "0.1, 1e-6",
    "1, 1e-5",
    "1, 0.5",
    "4, 1e-6",
    "20, 1e-15"
  })
  void theNoiseIsTheAnalyticMechanismsFromAbove(double epsilon, double delta) {
    MeanProtocol<Long> protocol = of(epsilon, delta);
    Guarantee guarantee = protocol.guarantee();
    double sigma = GaussianCalibration.sigma(epsilon, delta, 40);
    double own = Math.sqrt(protocol.worstVariance());

    assertEquals(delta, guarantee.delta());
    assertTrue(guarantee.exactEpsilon() <= epsilon);
    assertEquals(1, guarantee.exactEpsilon() / epsilon, 1e-6);
    assertTrue(own >= sigma * (1 - 1e-12), own + " below " + sigma);
    assertEquals(1, own / sigma, 1e-6);
  }

  @ParameterizedTest
  @CsvSource({"1, 0.5, MAX", "27, 1, MAX", "3, 4, L2", "1000, 1, L2", "65536, 0.01, MAX"})
  void aVectorsNoiseIsThatOfTheBallsDiameter(int d, double epsilon, Norm norm) {
    GaussianVector protocol = of(epsilon, 1e-6, d, norm);
    double diameter = norm == Norm.MAX ? 4 * Math.sqrt(d) : 4;
    double sigma = GaussianCalibration.sigma(epsilon, 1e-6, diameter);
    double own = Math.sqrt(protocol.worstVariance() / d);

    assertTrue(protocol.guarantee().exactEpsilon() <= epsilon);
    assertTrue(own >= sigma * (1 - 1e-12), own + " below " + sigma);
    assertEquals(1, own / sigma, 1e-6);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 1e-5", "4, 1e-5"})
  void estimatesAreUnbiasedWithTheStatedVarianceAndCoverage(double epsilon, double delta) {
    MeanProtocol<Long> protocol = of(epsilon, delta);
    double[] people = new double[100];
    for (int i = 0; i < people.length; i++) {
      people[i] = 20 + 0.14 * i;
    }
    Trials trials = Trials.of(protocol, protocol, people, 4000, 5);
    double variance = protocol.variance(people);

    trials.assertUnbiased(variance);
    trials.assertVariances(variance);
    trials.assertStandardErrors(1 - 1e-9, 1 + 1e-9, variance);
    trials.assertCoverage();
    // Twin: variances that are a third off.
    assertThrows(AssertionError.class, () -> trials.assertVariances(variance * 4 / 3));
  }

  @ParameterizedTest
  @CsvSource({"3, MAX", "3, L2"})
  void meansOfVectorsAreUnbiasedWithTheStatedVarianceAndCoverage(int d, Norm norm) {
    VectorLaws.check(of(1, 1e-5, d, norm), VectorLaws.peopleOfTheBall(50, d, 2), 2000);
  }

  @Tag("slow")
  @Test
  void atALargeDeltaReportsShowMoreThanEpsilonAndTheAuditAllowsForIt() {
    MeanProtocol<Long> protocol = of(1, 0.1);
    assertFalse(Audit.run(protocol, 100_000, 7).isAboveClaim());
    assertTrue(Audit.run(protocol, 100_000, 7).lowerBound() > 0.5);

    // Twin: the same noise, said to have no such delta.
    DiscreteGaussian noise =
        new DiscreteGaussian((long) (protocol.worstVariance() / 1600 * (1L << 40)), 1);
    MeanProtocol<Long> twin =
        new MeanProtocol<>(
            Parameters.of(protocol.spec(), GaussianMean.DECLARATION.parameters()),
            new Guarantee(1, 1e-6, 1),
            new Line(10, 50, Outside.REFUSE, 1 << 20),
            new NoiseStep(1 << 20, noise));
    assertTrue(Audit.run(twin, 100_000, 7).isAboveClaim());
  }

  @Test
  void aReportSpeaksForTheNearerNumber() {
    MeanProtocol<Long> protocol = of(1, 1e-5);
    long last = protocol.inputs(0) - 1;

    assertTrue(protocol.contrast(0L, 0, last, 0) > 0);
    assertEquals(0, protocol.contrast(last / 2, 0, last, 0), 1e-9);
    assertTrue(protocol.contrast(2 * last, 0, last, 0) < protocol.contrast(last, 0, last, 0));
  }
}
