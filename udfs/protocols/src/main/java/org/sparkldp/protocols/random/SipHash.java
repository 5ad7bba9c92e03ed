package org.sparkldp.protocols.random;

/**
 * SipHash-2-4 with 128-bit output: the pseudorandom function from which a keyed report's first two
 * words come. About 25 ns a call on one core; its output is a function of a 128-bit key that only
 * the randomizing side holds.
 *
 * <p>Source: Aumasson &amp; Bernstein, "SipHash: a fast short-input PRF", INDOCRYPT 2012, and the
 * reference implementation's 128-bit variant. The published test vectors are in the test.
 *
 * <p>One instance hashes one message; the second word is computed on demand, because most
 * randomizers need just one.
 */
final class SipHash {
  private long v0;
  private long v1;
  private long v2;
  private long v3;

  SipHash(long k0, long k1) {
    v0 = k0 ^ 0x736f6d6570736575L;
    v1 = k1 ^ 0x646f72616e646f6dL ^ 0xee;
    v2 = k0 ^ 0x6c7967656e657261L;
    v3 = k1 ^ 0x7465646279746573L;
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
      absorb((long) Bytes.LITTLE_ENDIAN_LONG.get(message, i));
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
