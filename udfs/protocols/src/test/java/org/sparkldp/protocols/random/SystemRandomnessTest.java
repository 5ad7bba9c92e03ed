package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SystemRandomnessTest {

  @Test
  void noWordComesTwiceOnAnyThread() throws InterruptedException {
    // 40,000 words: two of them agree by chance with probability 4e-11.
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    Thread[] threads = new Thread[4];
    for (int t = 0; t < threads.length; t++) {
      threads[t] =
          new Thread(
              () -> {
                for (int i = 0; i < 10_000; i++) { // ten refills of the buffer
                  seen.add(SystemRandomness.get().nextLong());
                }
              });
      threads[t].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertEquals(40_000, seen.size());
    assertFalse(seen.contains(0L)); // a wiped word would be one
  }

  /** Otherwise a heap dump would hold the coins of reports that were already made. */
  @Test
  void aWordThatWasGivenIsNowhereInTheSourceAnyMore() throws IllegalAccessException {
    RandomSource source = SystemRandomness.get();
    Set<Long> given = new HashSet<>();
    for (int i = 0; i < 1500; i++) { // beyond a refill of the buffer
      given.add(source.nextLong());
    }
    int kept = 0;
    for (Field field : SystemRandomness.class.getDeclaredFields()) {
      if (field.getType() == byte[].class) {
        field.setAccessible(true);
        LongBuffer words =
            ByteBuffer.wrap((byte[]) field.get(source))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asLongBuffer();
        while (words.hasRemaining()) {
          long word = words.get();
          assertFalse(given.contains(word));
          kept += word == 0 ? 0 : 1;
        }
      }
    }
    assertTrue(kept > 0, "the words still to come are kept where this test looks");
  }

  @Test
  void aThreadKeepsItsSource() throws InterruptedException {
    AtomicReference<RandomSource> other = new AtomicReference<>();
    Thread thread = new Thread(() -> other.set(SystemRandomness.get()));
    thread.start();
    thread.join();

    assertSame(SystemRandomness.get(), SystemRandomness.get());
    assertNotSame(SystemRandomness.get(), other.get());
  }

  @Test
  void itsBitsAreBalanced() {
    assertTrue(isBalanced(SystemRandomness.get()));
    assertFalse(
        isBalanced(
            new RandomSource() {
              @Override
              public long nextLong() {
                return SystemRandomness.get().nextLong() | 1;
              }
            }));
  }

  /** Ones among 2^22 bits, standard deviation 2^10; beyond six of them with probability 2e-9. */
  private static boolean isBalanced(RandomSource source) {
    long ones = 0;
    for (int i = 0; i < 1 << 16; i++) {
      ones += Long.bitCount(source.nextLong());
    }
    return Math.abs(ones - (1 << 21)) < 6 << 10;
  }
}
