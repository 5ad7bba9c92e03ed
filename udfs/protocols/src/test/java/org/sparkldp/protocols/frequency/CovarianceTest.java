package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.random.SimulationSource;

/** Two items of one chart: their errors depend on each other, and a formula says by how much. */
class CovarianceTest {
  private static final int TRIALS = 1500;

  /** Item 2 has the row 0 + 1 of a Hadamard matrix, and most people. */
  private static final int[] PEOPLE = {40, 20, 120, 10, 10};

  /**
   * The variance of differences, on average, is that of 1,500 trials: to 12 % (a variance of 1,500
   * normal numbers is known to 3.7 %; the seed is fixed). The wrong twin, which leaves the
   * covariance out, is seen to be wrong where it is large.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "grr(epsilon=1.0,k=5)",
        "rr(epsilon=1.0)",
        "subset(epsilon=1.0,k=5,size=2)",
        "subset(epsilon=1.0,k=2)",
        "oue(epsilon=1.0,k=5)",
        "hadamard(epsilon=1.0,k=5,blocks=1)",
        "hadamard(epsilon=2.0,k=5,blocks=2)",
        "pgr(epsilon=1.0,k=5)",
        "olh(epsilon=1.0,k=5)",
        "loloha(epsilon=1.0,k=5)",
      })
  void differencesOfItemsHaveTheVarianceOfTheFormula(String spec) {
    check((FrequencyOracle<?>) Protocols.of(spec));
  }

  private static <R> void check(FrequencyOracle<R> oracle) {
    SimulationSource source = new SimulationSource(54);
    double squares = 0;
    double said = 0;
    double naive = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
      Accumulator<R> reports = oracle.newAccumulator();
      for (int item = 0; item < Math.min(oracle.k(), PEOPLE.length); item++) {
        for (int person = 0; person < PEOPLE[item]; person++) {
          reports.add(oracle.report(item, source));
        }
      }
      double[] x = oracle.estimate(reports).estimates();
      double[] s = oracle.estimate(reports).standardErrors();
      double covariance = oracle.covariances(reports, 1, 0).orElseThrow()[0];
      double off = x[0] - x[1] - (PEOPLE[0] - PEOPLE[1]);
      squares += off * off / TRIALS;
      naive += (s[0] * s[0] + s[1] * s[1]) / TRIALS;
      said -= 2 * covariance / TRIALS;
    }
    said += naive;
    assertEquals(1, said / squares, 0.12, "said over seen");
    boolean isLarge = Math.abs(said / naive - 1) > 0.2;
    assertTrue(!isLarge || Math.abs(naive / squares - 1) > 0.12, "the twin: " + naive / squares);
    assertTrue(isLarge || !oracle.spec().name().endsWith("rr"), "grr and rr: " + said / naive);
  }
}
