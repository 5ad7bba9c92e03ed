package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class IntegerWeightsTest {
  private static IntegerWeights weights(long... weights) {
    return new IntegerWeights(LongStream.of(weights).mapToObj(BigInteger::valueOf).toList());
  }

  /** Gives these words. */
  private static RandomSource words(long... words) {
    Deque<Long> left = new ArrayDeque<>();
    LongStream.of(words).forEach(left::add);
    return new RandomSource() {
      @Override
      public long nextLong() {
        return left.remove();
      }
    };
  }

  @Test
  void aUniformNumberFallsIntoTheRunOfItsOutcome() {
    IntegerWeights thirds = weights(1, 2); // the first digits of 1/3 are 0x5555…

    assertEquals(0, words(0x5555_5555_5555_5540L).weighted(thirds));
    assertEquals(1, words(0x5555_5555_5555_5560L).weighted(thirds));
    assertEquals(0, words(0).weighted(thirds));
    assertEquals(1, words(-1).weighted(thirds));
  }

  @Test
  void digitsThatAreAnEndsAreDecidedByMore() {
    IntegerWeights thirds = weights(1, 2);
    long first = 0x5555_5555_5555_5550L; // 60 digits of 1/3

    assertEquals(0, words(first, 0x5555_5550_0000_0000L).weighted(thirds));
    assertEquals(1, words(first, 0x5555_5558_0000_0000L).weighted(thirds));
    // 30 more digits of 1/3 leave it open once more; what follows decides.
    assertEquals(0, words(first, 0x5555_5554_0000_0000L, 0).weighted(thirds));
    assertEquals(1, words(first, 0x5555_5554_0000_0000L, -1).weighted(thirds));
    // An end with finitely many digits belongs to the run that begins there.
    assertEquals(1, words(1L << 63, 0).weighted(weights(1, 1)));
  }

  @Test
  void everyOutcomeOfEveryNumberOfOutcomesHasExactlyItsWeight() {
    for (int outcomes = 1; outcomes <= 12; outcomes++) {
      // 1, 2, 3, … and a last one that makes the total 256: the top 8 digits decide.
      long[] each = LongStream.rangeClosed(1, outcomes).toArray();
      each[outcomes - 1] = 256 - outcomes * (outcomes - 1L) / 2;
      IntegerWeights weights = weights(each);
      long[] counts = new long[outcomes];
      for (long word = 0; word < 256; word++) {
        // More digits are asked for where the first ones are an outcome's end.
        counts[words(word << 56, 0).weighted(weights)]++;
      }
      assertEquals(outcomes, weights.size());
      assertArrayEquals(each, counts);
    }
  }

  @Test
  void noMoreDigitsAreDrawnThanItTakes() {
    // Of 2^60 the second outcome has exactly the digits 0…01.
    IntegerWeights weights = weights(1, 1, (1L << 60) - 2);

    assertEquals(0, words(0).weighted(weights));
    assertEquals(1, words(1L << 4).weighted(weights));
    assertEquals(2, words(2L << 4).weighted(weights));
  }

  @Test
  void weightsMayBeOfAnySize() {
    BigInteger huge = BigInteger.TWO.pow(5000);
    IntegerWeights weights = new IntegerWeights(List.of(huge, huge.multiply(BigInteger.TEN)));
    SimulationSource source = new SimulationSource(1);
    int first = 0;
    for (int i = 0; i < 110_000; i++) {
      first += weights.draw(source) == 0 ? 1 : 0;
    }

    assertEquals(huge, weights.weight(0));
    assertEquals(10_000, first, 6 * 96, "a binomial count of standard deviation 95.3");
  }

  @Test
  void frequenciesAreTheWeights() {
    IntegerWeights weights = weights(1, 5, 10, 10, 5, 1);
    SimulationSource source = new SimulationSource(2);
    int[] counts = new int[6];
    int draws = 320_000;
    for (int i = 0; i < draws; i++) {
      counts[source.weighted(weights)]++;
    }

    for (int k = 0; k < 6; k++) {
      double p = weights.weight(k).doubleValue() / 32;
      assertTrue(Math.abs(counts[k] - draws * p) < 6 * Math.sqrt(draws * p * (1 - p)), "of " + k);
    }
  }

  @Test
  void aChanceIsAFraction() {
    SimulationSource source = new SimulationSource(3);
    int hits = 0;
    for (int i = 0; i < 300_000; i++) {
      hits += source.chance(1, 3) ? 1 : 0;
    }

    assertEquals(100_000, hits, 6 * 258.2);
    assertTrue(source.chance(3, 3));
    assertTrue(!source.chance(0, 3));
  }

  @Test
  void weightsBelowOneAndNoneAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> weights(1, 0));
    assertThrows(IllegalArgumentException.class, () -> weights());
  }
}
