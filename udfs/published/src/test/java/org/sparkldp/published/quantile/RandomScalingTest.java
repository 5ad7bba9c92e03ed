package org.sparkldp.published.quantile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RandomScalingTest {

  /** Abadir and Paruolo's table: one-sided 90, 95, 97.5 and 99 %. */
  @ParameterizedTest
  @CsvSource({"0.8, 3.875", "0.9, 5.323", "0.95, 6.747", "0.98, 8.613"})
  void quantilesAreThePublishedOnes(double confidence, double quantile) {
    assertEquals(quantile, RandomScaling.quantile(confidence), 0.002);
  }

  @Test
  void theTailFallsFromOneToNothing() {
    assertEquals(1, RandomScaling.beyond(0), 1e-12);
    assertEquals(0.05, RandomScaling.beyond(RandomScaling.quantile(0.95)), 1e-12);
    assertEquals(0, RandomScaling.beyond(1e4), 1e-12);
  }
}
