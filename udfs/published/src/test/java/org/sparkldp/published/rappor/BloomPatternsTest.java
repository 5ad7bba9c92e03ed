package org.sparkldp.published.rappor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BloomPatternsTest {

  /** Computed outside this project, from the formula alone. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "0; 0; 64; 1; 0",
        "1; 7; 64; 1; 26",
        "''; 3; 128; 2; 18,56",
        "Zürich; 65535; 1024; 8; 730,156,637,681,331,567,418,298",
        "4095; 255; 8; 4; 1,7,4,0",
        "a; 1; 2; 1; 0",
        "a; 2; 6; 3; 1,0,5",
      })
  void theHashIsPublicAndPermanent(String text, int cohort, int bits, int hashes, String expected) {
    int[] places = new int[hashes];
    new BloomPatterns(bits, hashes).places(BloomPatterns.digest(text), cohort, places, 0);

    assertArrayEquals(
        Arrays.stream(expected.split(",", -1)).mapToInt(Integer::parseInt).toArray(), places);
  }

  @Test
  void everyTextSetsExactlyItsNumberOfBitsInEveryCohort() {
    Rappor protocol = Rappor.DECLARATION.of(1, 2, 70, 3, 100);
    for (int cohort = 0; cohort < 100; cohort++) {
      for (String text : new String[] {"", "a", "b", "日本"}) {
        long[] words = protocol.bloom(text, cohort);
        assertEquals(2, words.length);
        assertEquals(3, Long.bitCount(words[0]) + Long.bitCount(words[1]));
        assertEquals(0, words[1] >>> 6);
      }
    }
  }

  @Test
  void placesAreEvenOverBitsAndIndependentOverCohorts() {
    // 64,000 places over 64 bits: a place's share has a standard deviation of 31.4 about 1,000.
    BloomPatterns patterns = new BloomPatterns(64, 1);
    int[] counts = new int[64];
    int together = 0;
    int[] place = new int[2];
    for (int text = 0; text < 1000; text++) {
      for (int cohort = 0; cohort < 64; cohort++) {
        patterns.places(BloomPatterns.digest("text " + text), cohort, place, 0);
        patterns.places(BloomPatterns.digest("text " + (text + 1)), cohort, place, 1);
        counts[place[0]]++;
        together += place[0] == place[1] ? 1 : 0;
      }
    }
    for (int count : counts) {
      assertEquals(1000, count, 6 * 31.4);
    }
    assertEquals(1000, together, 6 * 31.4);
  }
}
