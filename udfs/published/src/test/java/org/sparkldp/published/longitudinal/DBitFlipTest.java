package org.sparkldp.published.longitudinal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.longitudinal.LifetimeTest;
import org.sparkldp.protocols.longitudinal.MemoizedOracle;
import org.sparkldp.protocols.longitudinal.MemoizedOraclesTest;

/** What holds for every memoized oracle holds for dBitFlipPM, and what its paper says of it. */
class DBitFlipTest {
  private static MemoizedOracle of(String spec) {
    return (MemoizedOracle) Protocols.of(spec);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dbitflip(epsilon=1.0,k=5)", "dbitflip(epsilon=1.5,k=5,d=3)"})
  void expectedReportsGiveTheTruthAndItsErrors(String spec) {
    new MemoizedOraclesTest().expectedReportsGiveTheTruthAndItsErrors(spec);
  }

  @Test
  void changesErrAsTheyClaim() {
    new MemoizedOraclesTest()
        .changesErrAsTheyClaimAndDaysAreNotIndependent("dbitflip(epsilon=4.0,k=8,d=2)");
  }

  @Test
  void rememberedReportsHaveTheJointLaw() {
    new LifetimeTest().rememberedReportsHaveTheJointLaw("dbitflip(epsilon=2.0,k=4,d=2)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"dbitflip(epsilon=2.0,k=1000)", "dbitflip(epsilon=2.0,k=30,d=3)"})
  void theAuditFindsTheLifetime(String spec) {
    new LifetimeTest().theAuditFindsTheLifetime(spec);
  }

  /** There is no instantaneous response: as many days as cells show all there is. */
  @ParameterizedTest
  @ValueSource(strings = {"dbitflip(epsilon=2.0,k=3)", "dbitflip(epsilon=1.0,k=4,d=2)"})
  void aLifetimeIsReached(String spec) {
    new LifetimeTest().noHistoriesOfOnePatternDifferByMoreThanTheLifetime(spec);
    double lifetime = of(spec).guarantee().exactEpsilon();
    assertEquals(lifetime, LifetimeTest.loss(of(spec), 3, true), LifetimeTest.ROUNDING);
  }

  /** A report that changes proves that the cell has. */
  @Test
  void historiesOfDifferentPatternsAreToldApart() {
    MemoizedOracle oracle = of("dbitflip(epsilon=1.0,k=3)");
    assertEquals(Double.POSITIVE_INFINITY, LifetimeTest.loss(oracle, 2, false));
    assertEquals(Double.POSITIVE_INFINITY, oracle.patternEpsilon());
  }

  /** The variance of a rare item, of frequencies among n people (section 2.2). */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 2, 4})
  void variancesAreThoseOfThePaper(double lifetime) {
    double e = Math.exp(lifetime / 2);
    double variance =
        DBitFlip.DBITFLIP.of(lifetime, 4, 1).variances(new long[] {0, 1_000_000, 0, 0})[0];
    assertEquals(1, variance / (1e6 * 4 * e / Math.pow(e - 1, 2)), 1e-8);
  }
}
