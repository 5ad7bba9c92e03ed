package org.sparkldp.jobs.privatize;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Arrays;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.sql.KeyLocation;
import org.sparkldp.sql.SparkTest;

/** How long names are; that they say nothing is in {@link PrivatizationTest}. */
@ExtendWith(SparkTest.class)
class ReportIdTest {
  /** Two of 2^24 words of 64 bits are equal with probability 2^-17; of 2^32 they would be. */
  @ParameterizedTest
  @CsvSource({"1, 1", "16777216, 1", "16777217, 2", "4294967296, 2"})
  void namesAreLongEnoughToDiffer(long rows, int words) {
    assertEquals(words, ReportId.words(rows));
  }

  @Test
  void theSecondWordOfALongNameIsAnother() {
    KeyLocation key = KeyLocation.find(SparkTest.KEY_FILE.toString());
    ReportId names = ReportId.keyed(key, "f".repeat(64));
    assertNotEquals(names.word(1, 0, 0), names.word(1, 0, 1));
    assertEquals(names.word(1, 0, 1), names.word(1, 0, 1));
  }

  @Test
  void longNamesWithOneWordInCommonAreNoRepeat() {
    Repeats repeats = new Repeats();
    assertEquals(0, repeats.isSecond(1, 2));
    assertEquals(0, repeats.isSecond(1, 3));
    assertEquals(1, repeats.isSecond(1, 3));
    assertEquals(0, repeats.isSecond(1, 3)); // ids are counted, and not their rows
  }

  /** Words are shuffled and sorted in place of the bytes that are written. */
  @Test
  void bytesSortAsTheirWords() {
    ReportId names = ReportId.random();
    byte[][] sorted =
        LongStream.of(Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE)
            .boxed()
            .flatMap(word -> Stream.of(names.bytes(word, -1), names.bytes(word, 0)))
            .toArray(byte[][]::new);
    byte[][] again = sorted.clone();
    Arrays.sort(again, Arrays::compareUnsigned);
    assertArrayEquals(sorted, again);
    assertArrayEquals(names.bytes(-1), Arrays.copyOf(names.bytes(-1, 0), Long.BYTES));
  }
}
