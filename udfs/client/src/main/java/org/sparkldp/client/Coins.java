package org.sparkldp.client;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Coins of a report: uniform words of 64 bits, and draws that are exact on them. A probability is
 * an unsigned integer t, which means t / 2^64.
 */
class Coins {
  private static final int BATCH = 64;

  private final Consumer<byte[]> random;
  private final ByteBuffer words =
      ByteBuffer.allocate(BATCH * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  Coins(Consumer<byte[]> random) {
    this.random = random;
    words.position(words.limit());
  }

  /** The next word. */
  long word() {
    if (!words.hasRemaining()) {
      words.clear();
      byte[] bytes = words.array();
      Arrays.fill(bytes, (byte) 0);
      random.accept(bytes);
      for (int place = 0; place < bytes.length; place += Long.BYTES) {
        // What is not filled is 0. A false alarm: 64 in 2^64.
        Refusal.unless(
            words.getLong(place) != 0,
            "random",
            "random must fill all the bytes that it is given.");
      }
    }
    return words.getLong();
  }

  /** Whether a word is below t. */
  boolean below(long t) {
    return Long.compareUnsigned(word(), t) < 0;
  }

  /** An integer in [0, bound), bound at least 1, each as likely as another. */
  int uniform(int bound) {
    long surplus = Long.remainderUnsigned(-(long) bound, bound); // 2^64 mod bound
    while (true) {
      long word = word();
      if (Long.compareUnsigned(word * bound, surplus) >= 0) {
        long low = ((word & 0xffffffffL) * bound) >>> 32;
        return (int) (((word >>> 32) * bound + low) >>> 32);
      }
    }
  }

  /**
   * One of k: each other than {@code value} with the weight, {@code value} with what is left; then
   * {@code bits} uniform bits from the same word, whose number must divide the weight.
   */
  long choose(int value, int k, long weight, int bits) {
    long word = word();
    long chosen = value;
    if (Long.compareUnsigned(word, (k - 1) * weight) < 0) {
      long other = Long.divideUnsigned(word, weight);
      chosen = other < value ? other : other + 1;
    }
    return (chosen << bits) | (word & ((1L << bits) - 1));
  }

  /** Bits that are 1 with probability t, 64 in a word from the lowest on; those beyond are 0. */
  long[] bits(long t, int count) {
    long[] groups = new long[(count + 63) / 64];
    int last = 64 - Long.numberOfTrailingZeros(t); // digits of t up to its last 1
    int ahead = Math.min(8, last);
    long[] planes = new long[groups.length * ahead];
    for (int i = 0; i < planes.length; i++) {
      planes[i] = word();
    }
    for (int group = 0; group < groups.length; group++) {
      long open = -1; // places whose number equals t so far
      long less = 0;
      for (int i = 0; i < last && (i < ahead || open != 0); i++) {
        long ones = open & (i < ahead ? planes[group * ahead + i] : word());
        if ((t >>> (63 - i) & 1) == 1) {
          less |= open ^ ones;
          open = ones;
        } else {
          open ^= ones;
        }
      }
      groups[group] = less;
    }
    if (count % 64 != 0) {
      groups[groups.length - 1] &= (1L << count % 64) - 1;
    }
    return groups;
  }
}
