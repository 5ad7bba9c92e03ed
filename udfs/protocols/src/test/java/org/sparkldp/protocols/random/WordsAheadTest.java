package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.audit.Tampering;

class WordsAheadTest {
  private static final KeyedRandomness KEYED =
      new KeyedRandomness(ReleaseKey.of(new byte[32]), "words");

  @Test
  void theyAreTheSourcesWordsInOrder() {
    for (int expected : new int[] {0, 1, 3, 40, 600, 1300}) {
      RandomSource words = KEYED.open(7, 8).ahead(expected);
      RandomSource source = KEYED.open(7, 8);
      for (int i = 0; i < 1400; i++) {
        assertEquals(source.nextLong(), words.nextLong(), "word " + i + " of " + expected);
      }
    }
  }

  @Test
  void noMoreAreDrawnThanExpected() {
    SimulationSource drawn = new SimulationSource(3);
    RandomSource words = drawn.ahead(700);
    for (int i = 0; i < 700; i++) {
      words.nextLong();
    }
    SimulationSource other = new SimulationSource(3);
    for (int i = 0; i < 700; i++) {
      other.nextLong();
    }

    assertEquals(other.nextLong(), drawn.nextLong());
  }

  @Test
  void integersAreThoseOfTheSource() {
    RandomSource words = new SimulationSource(9).ahead(50);
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

    RandomSource words = source.ahead(3);
    assertEquals(0, words.uniform(3));
    assertEquals(1, words.uniform(3)); // of the third word, the second being used
    assertEquals(3, at[0]); // all three were drawn ahead
  }

  /** Packed bits draw ahead themselves, and so may any sampler on words drawn ahead. */
  @Test
  void samplersAreThoseOfTheSource() {
    assertEquals(samples(KEYED.open(5, 6)), samples(KEYED.open(5, 6).ahead(1000)));
  }

  private static List<Object> samples(RandomSource source) {
    List<Object> samples = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      long[] bits = new long[3];
      source.bernoulliBits(0x4000_0000_1234_5678L, 150, bits);
      samples.add(Arrays.toString(bits));
      samples.add(source.chance(3, 7));
      samples.add(source.geometric(1L << 60, 1000));
    }
    return samples;
  }

  /** An audit's coins are no functions of words. */
  @Test
  void aSourceWithSamplersOfItsOwnIsItsOwn() {
    RandomSource tampered = new Tampering(0.1).of(new SimulationSource(4));

    assertSame(tampered, tampered.ahead(100));
  }
}
