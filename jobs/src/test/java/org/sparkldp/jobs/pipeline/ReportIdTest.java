package org.sparkldp.jobs.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long names are; that they say nothing is in {@link PrivatizationTest}. */
class ReportIdTest {
  /** Two of 2^24 words of 64 bits are equal with probability 2^-17; of 2^32 they would be. */
  @ParameterizedTest
  @CsvSource({"1, 1", "16777216, 1", "16777217, 2", "4294967296, 2"})
  void namesAreLongEnoughToDiffer(long rows, int words) {
    assertEquals(words, ReportId.words(rows));
  }
}
