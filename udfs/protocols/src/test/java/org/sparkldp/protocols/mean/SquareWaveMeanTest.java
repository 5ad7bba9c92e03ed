package org.sparkldp.protocols.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Outside;

/** What is its own; the laws of all protocols are in {@code ProtocolLawsTest}. */
class SquareWaveMeanTest {
  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 0.5, 1, 2, 4, 10})
  void theClaimIsSpent(double epsilon) {
    double exact = SquareWaveMean.of(epsilon, -1, 1, Outside.REFUSE).guarantee().exactEpsilon();
    assertTrue(exact <= epsilon && exact > epsilon - 1e-9, "exact " + exact);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4})
  void estimatesAreUnbiasedWithTheStatedVarianceAndCoverage(double epsilon) {
    SquareWaveMean protocol = SquareWaveMean.of(epsilon, 10, 50, Outside.REFUSE);
    double[] people = new double[300];
    for (int i = 0; i < people.length; i++) {
      people[i] = 20 + i / 20.0;
    }
    MeanTrials trials = MeanTrials.run(protocol, protocol, people, 5000, 5);
    trials.assertUnbiased(protocol.variance(people));
    trials.assertTotalVariance(0.1, protocol.variance(people));
    trials.assertCoverage();
  }

  @ParameterizedTest
  @CsvSource({"0.5, 1.124", "1, 1.09", "2, 1.02", "3, 0.945", "4, 0.860", "8, 0.580"})
  void fromEpsilonThreeOnItBeatsTheHybrid(double epsilon, double ratio) {
    double wave = SquareWaveMean.of(epsilon, -1, 1, Outside.REFUSE).worstVariance();
    double hybrid = HybridMean.of(epsilon, -1, 1, Outside.REFUSE).worstVariance();
    assertEquals(ratio, Math.sqrt(wave / hybrid), 0.005);
  }
}
