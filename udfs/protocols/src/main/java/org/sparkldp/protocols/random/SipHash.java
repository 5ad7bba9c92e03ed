package org.sparkldp.protocols.random;

/**
 * SipHash-2-4 with 128-bit output: the pseudorandom function from which a keyed report's first two
 * words come. About 12 ns a call on one core; its output is a function of a 128-bit key that only
 * the randomizing side holds. Many messages at once cost a third each: {@link SipHashes}.
 *
 * <p>Source: Aumasson &amp; Bernstein, "SipHash: a fast short-input PRF", INDOCRYPT 2012, and the
 * reference implementation's 128-bit variant. The published test vectors are in the test.
 *
 * <p>One instance hashes one message after another; the second word is computed on demand, because
 * most randomizers need just one.
 */
final class SipHash {
  static final long V0 = 0x736f6d6570736575L;
  static final long V1 = 0x646f72616e646f6dL ^ 0xee; // 0xee: of the variant with 128 bits
  static final long V2 = 0x6c7967656e657261L;
  static final long V3 = 0x7465646279746573L;

  private long v0;
  private long v1;
  private long v2;
  private long v3;

  /** Without a message yet: {@link #start} comes first. */
  SipHash() {}

  SipHash(long k0, long k1) {
    start(k0, k1);
  }

  /** Begins a message. */
  SipHash start(long k0, long k1) {
    v0 = k0 ^ V0;
    v1 = k1 ^ V1;
    v2 = k0 ^ V2;
    v3 = k1 ^ V3;
    return this;
  }

  /** Writes the state into a row of states. */
  void save(int row, long[] s0, long[] s1, long[] s2, long[] s3) {
    s0[row] = v0;
    s1[row] = v1;
    s2[row] = v2;
    s3[row] = v3;
  }

  /** Absorbs eight bytes of the message, given as a little-endian word. */
  SipHash absorb(long word) {
    v3 ^= word;
    round();
    round();
    v0 ^= word;
    return this;
  }

  /** Absorbs the message's last 0 to 7 bytes with its total length, and gives the first word. */
  long first(long tail, int messageLength) {
    absorb(tail | ((long) messageLength << 56));
    v2 ^= 0xee;
    return squeeze();
  }

  /** The second word; after {@link #first}. */
  long second() {
    v1 ^= 0xdd;
    return squeeze();
  }

  /** Absorbs a message's whole words and returns its last 0 to 7 bytes as the tail. */
  long absorbWhole(byte[] message) {
    int whole = message.length & ~7;
    for (int i = 0; i < whole; i += 8) {
      absorb(Bytes.word(message, i));
    }
    long tail = 0;
    for (int i = message.length - 1; i >= whole; i--) {
      tail = (tail << 8) | (message[i] & 0xff);
    }
    return tail;
  }

  private long squeeze() {
    round();
    round();
    round();
    round();
    return v0 ^ v1 ^ v2 ^ v3;
  }

  private void round() {
    v0 += v1;
    v1 = Long.rotateLeft(v1, 13) ^ v0;
    v0 = Long.rotateLeft(v0, 32);
    v2 += v3;
    v3 = Long.rotateLeft(v3, 16) ^ v2;
    v0 += v3;
    v3 = Long.rotateLeft(v3, 21) ^ v0;
    v2 += v1;
    v1 = Long.rotateLeft(v1, 17) ^ v2;
    v2 = Long.rotateLeft(v2, 32);
  }
}
