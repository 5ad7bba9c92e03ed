package org.sparkldp.protocols.mean;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;

/** How far one fake report in a hundred shifts a mean. */
class MeanLiesTest {
  private static final int MOST_CELLS = 1 << 22;

  private static double stated(MeanProtocol<?> mean) {
    return mean.shiftPerPercent(100).orElseThrow()[0];
  }

  /** What one report of a hundred moves the mean by, of all cells that there are. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "duchi(epsilon=1,lower=-3,upper=5)",
        "mean(epsilon=0.5,lower=-3,upper=5)",
        "mean(epsilon=1,lower=-3,upper=5)",
        "mean(epsilon=4,lower=-3,upper=5)"
      })
  void noCellShiftsMoreThanStatedAndOneShiftsThatMuch(String spec) {
    @SuppressWarnings("unchecked") // reports are cells
    MeanProtocol<Integer> mean = (MeanProtocol<Integer>) Protocols.of(spec);
    Accumulator<Integer> gate = mean.newAccumulator();
    double worst = 0;
    for (int cell = 0; cell < MOST_CELLS; cell++) {
      if (gate.accepts(cell)) {
        Accumulator<Integer> one = mean.newAccumulator();
        one.add(cell);
        double alone = mean.estimate(one).estimates()[0];
        worst = Math.max(worst, Math.max(alone - mean.lower(), mean.upper() - alone));
      }
    }
    assertEquals(worst / 100, stated(mean), 1e-9 * worst);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "laplace-mean(epsilon=1,lower=-3,upper=5)",
        "gaussian-noise(epsilon=1,delta=1e-6,lower=-3,upper=5)"
      })
  void noiseIsCutFarOutAndSoAreReports(String spec) {
    @SuppressWarnings("unchecked") // reports are words
    MeanProtocol<Long> mean = (MeanProtocol<Long>) Protocols.of(spec);
    Accumulator<Long> gate = mean.newAccumulator();
    long most = 0;
    for (long step = 1L << 60; step > 0; step /= 2) {
      most += gate.accepts(most + step) ? step : 0;
    }
    gate.add(most);
    double alone = mean.estimate(gate).estimates()[0];
    assertEquals((alone - mean.lower()) / 100, stated(mean), 1e-9 * alone);
  }

  /** At epsilon 1, one percent of liars: the half range is 1. */
  @Test
  void aFewNumbersToRemember() {
    assertEquals(0.0316, stated(mean("duchi")), 1e-4);
    assertEquals(0.0430, stated(mean("mean")), 1e-4);
    assertTrue(stated(mean("laplace-mean")) > 10);
  }

  private static MeanProtocol<?> mean(String name) {
    return (MeanProtocol<?>) Protocols.of(name + "(epsilon=1,lower=-1,upper=1)");
  }
}
