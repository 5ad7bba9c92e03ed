package org.sparkldp.datasets.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void words_differAndHaveOneLength() {
    for (int k : new int[] {1, 2, 6400, 6401, 512_000, 1 << 20}) {
      PronounceableWords words = new PronounceableWords(k);
      Set<String> distinct = new HashSet<>(words);
      assertEquals(k, distinct.size());
      assertTrue(words.stream().allMatch(word -> word.length() == words.get(0).length()));
    }
    assertNotEquals(
        new PronounceableWords(512_000).get(0).length(),
        new PronounceableWords(512_001).get(0).length());
  }
}
