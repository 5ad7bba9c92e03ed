package org.sparkldp.protocols.random;

import java.util.Arrays;

/**
 * {@link SipHash} of many messages at once: the same words, at about a third of the cost. Each step
 * of the hash is one plain loop over all messages, which the compiler turns into vector
 * instructions; a loop with more than one round in it is left scalar.
 */
final class SipHashes {
  private final long[] v0;
  private final long[] v1;
  private final long[] v2;
  private final long[] v3;

  /**
   * @param capacity most messages at once
   */
  SipHashes(int capacity) {
    v0 = new long[capacity];
    v1 = new long[capacity];
    v2 = new long[capacity];
    v3 = new long[capacity];
  }

  /** The first words of the messages of two words each. */
  void first(long k0, long k1, long[] words, long[] others, int count, long[] first) {
    Arrays.fill(v0, 0, count, k0 ^ SipHash.V0);
    Arrays.fill(v1, 0, count, k1 ^ SipHash.V1);
    Arrays.fill(v2, 0, count, k0 ^ SipHash.V2);
    Arrays.fill(v3, 0, count, k1 ^ SipHash.V3);
    absorb(words, count);
    absorb(others, count);
    long length = 16L << 56;
    xor(v3, length, count);
    rounds(2, count);
    xor(v0, length, count);
    xor(v2, 0xee, count);
    squeeze(first, count);
  }

  /** Takes over the state of a message that was hashed alone, after its first word. */
  void put(int row, SipHash hash) {
    hash.save(row, v0, v1, v2, v3);
  }

  /** The second words of all messages; after their first. */
  void second(int count, long[] second) {
    xor(v1, 0xdd, count);
    squeeze(second, count);
  }

  private void absorb(long[] words, int count) {
    xor(v3, words, count);
    rounds(2, count);
    xor(v0, words, count);
  }

  private void squeeze(long[] into, int count) {
    rounds(4, count);
    output(v0, v1, v2, v3, count, into);
  }

  private void rounds(int rounds, int count) {
    for (int i = 0; i < rounds; i++) {
      round(v0, v1, v2, v3, count);
    }
  }

  // Static, and with arrays as parameters: so the compiler knows that they stay the same arrays.

  private static void round(long[] v0, long[] v1, long[] v2, long[] v3, int count) {
    for (int i = 0; i < count; i++) {
      long a = v0[i] + v1[i];
      long b = Long.rotateLeft(v1[i], 13) ^ a;
      long c = v2[i] + v3[i];
      long d = Long.rotateLeft(v3[i], 16) ^ c;
      a = Long.rotateLeft(a, 32) + d;
      c += b;
      v0[i] = a;
      v1[i] = Long.rotateLeft(b, 17) ^ c;
      v2[i] = Long.rotateLeft(c, 32);
      v3[i] = Long.rotateLeft(d, 21) ^ a;
    }
  }

  private static void xor(long[] v, long[] words, int count) {
    for (int i = 0; i < count; i++) {
      v[i] ^= words[i];
    }
  }

  private static void xor(long[] v, long word, int count) {
    for (int i = 0; i < count; i++) {
      v[i] ^= word;
    }
  }

  private static void output(long[] v0, long[] v1, long[] v2, long[] v3, int count, long[] into) {
    for (int i = 0; i < count; i++) {
      into[i] = v0[i] ^ v1[i] ^ v2[i] ^ v3[i];
    }
  }
}
