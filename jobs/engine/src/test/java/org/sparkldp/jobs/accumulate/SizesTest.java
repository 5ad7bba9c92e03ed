package org.sparkldp.jobs.accumulate;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.sparkldp.jobs.Refused.badInput;

import org.junit.jupiter.api.Test;

/** What does not fit is refused before a job starts, with its numbers. */
class SizesTest {
  /** Did not end in four minutes. */
  @Test
  void aHundredThousandGroupsOfALargeDomainAreRefused() {
    badInput(
        "100000 groups of 65000 counters, 49591 MiB",
        () -> Sizes.requireAccumulators(100_000, 65_000));
    assertDoesNotThrow(() -> Sizes.requireAccumulators(365, 65_000));
    assertDoesNotThrow(() -> Sizes.requireAccumulators(1, 1 << 20));
  }

  /** Died of its memory. */
  @Test
  void aMillionItemsNeedMoreThanAGigabyte() {
    long gibibyte = 1L << 30;
    badInput(
        "take about 969 MiB of 512; give it more (LDP_JAVA_OPTIONS=-Xmx2g",
        () -> Sizes.requireEstimates(1, 1_000_000, 8_000_000, gibibyte / 2));
    assertDoesNotThrow(() -> Sizes.requireEstimates(1, 1_000_000, 8_000_000, 2 * gibibyte));
    assertDoesNotThrow(() -> Sizes.requireEstimates(30, 21, 30 * 300, gibibyte / 4));
  }

  /** The driver asks for one group more than it can hold, and then refuses. */
  @Test
  void moreGroupsThanTheDriverAsksForAreRefused() {
    long gibibyte = 1L << 30;
    int most = Sizes.mostEstimates(1000, gibibyte);
    assertDoesNotThrow(() -> Sizes.requireEstimates(most, 1000, 0, gibibyte));
    badInput(
        "1074 groups of 1000 counters", () -> Sizes.requireEstimates(most + 1, 1000, 0, gibibyte));
  }
}
