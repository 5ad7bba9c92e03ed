package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.audit.Tampering;

class WordsAheadTest {
  private static final KeyedRandomness KEYED =
      new KeyedRandomness(ReleaseKey.of(new byte[32]), "words");

  @Test
  void theyAreTheSourcesWordsInOrder() {
    for (int expected : new int[] {0, 1, 3, 40, 600, 1300}) {
      WordsAhead words = new WordsAhead(KEYED.open(7, 8), expected);
      RandomSource source = KEYED.open(7, 8);
      for (int i = 0; i < 1400; i++) {
        assertEquals(source.nextLong(), words.next(), "word " + i + " of " + expected);
      }
    }
  }

  @Test
  void noMoreAreDrawnThanExpected() {
    SimulationSource drawn = new SimulationSource(3);
    WordsAhead words = new WordsAhead(drawn, 700);
    for (int i = 0; i < 700; i++) {
      words.next();
    }
    SimulationSource other = new SimulationSource(3);
    for (int i = 0; i < 700; i++) {
      other.nextLong();
    }

    assertEquals(other.nextLong(), drawn.nextLong());
  }

  @Test
  void integersAreThoseOfTheSource() {
    WordsAhead words = new WordsAhead(new SimulationSource(9), 50);
    SimulationSource source = new SimulationSource(9);
    for (int bound = 1; bound < 1 << 30; bound = bound * 2 + 1) {
      assertEquals(source.uniform(bound), words.uniform(bound));
    }
  }

  /** The word 0 is one of the 2^64 mod 3 surplus ones: the next is taken. */
  @Test
  void surplusWordsAreDrawnAgain() {
    long[] script = {0, 5, 1L << 63};
    int[] at = {0};
    RandomSource source =
        new RandomSource() {
          @Override
          public long nextLong() {
            return script[at[0]++];
          }
        };

    WordsAhead words = new WordsAhead(source, 3);
    assertEquals(0, words.uniform(3));
    assertEquals(1, words.uniform(3)); // of the third word, the second being used
    assertEquals(3, at[0]); // all three were drawn ahead
  }

  @Test
  void aSourceWithSamplersOfItsOwnIsNotPlain() {
    assertTrue(WordsAhead.isPlain(KEYED.open(1, 2)));
    assertTrue(WordsAhead.isPlain(new SimulationSource(1)));
    assertTrue(WordsAhead.isPlain(SystemRandomness.get()));
    assertFalse(WordsAhead.isPlain(new Tampering(0.1).of(new SimulationSource(1))));
  }

  @Test
  void suchASourceGivesOneWordAtATime() {
    SimulationSource inner = new SimulationSource(4);
    WordsAhead words = new WordsAhead(new Tampering(0.1).of(inner), 100);

    assertEquals(new SimulationSource(4).nextLong(), words.next());
    SimulationSource other = new SimulationSource(4);
    other.nextLong();
    assertEquals(other.nextLong(), inner.nextLong());
  }
}
