package org.sparkldp.protocols.random;

import java.nio.charset.StandardCharsets;

/**
 * Sorts people into rounds and cohorts: a public function of a public salt and the person's id,
 * uniform over 64-bit words, the same on every machine. It keeps no secret and protects nothing; it
 * matters only that it does not depend on the person's value.
 *
 * <p>SipHash-2-4 under the first 16 bytes of the salt's SHA-256. Cost: about 25 ns. Immutable, safe
 * for threads.
 */
public final class PublicHash {
  private final long k0;
  private final long k1;

  /**
   * @param salt names the division, so that two divisions of the same people are independent
   */
  public PublicHash(String salt) {
    byte[] digest = Hashes.sha256(salt.getBytes(StandardCharsets.UTF_8));
    this.k0 = Bytes.word(digest, 0);
    this.k1 = Bytes.word(digest, 8);
  }

  /** The word of a person known by a number. */
  public long word(long id) {
    return new SipHash(k0, k1).absorb(id).first(0, 8);
  }

  /** Two words of bytes, the first of which {@link #word(byte[])} is not. */
  public void words(byte[] bytes, long[] into) {
    SipHash hash = new SipHash(~k0, k1);
    into[0] = hash.first(hash.absorbWhole(bytes), bytes.length);
    into[1] = hash.second();
  }

  /** The word of a person known by bytes, such as a UTF-8 name. */
  public long word(byte[] id) {
    SipHash hash = new SipHash(k0, ~k1);
    return hash.first(hash.absorbWhole(id), id.length);
  }

  /** The word of numbers, as of their bytes, the highest of each first. */
  public long word(int[] numbers) {
    SipHash hash = new SipHash(k0, ~k1);
    int even = numbers.length & ~1;
    for (int i = 0; i < even; i += 2) {
      hash.absorb(Long.reverseBytes(((long) numbers[i] << 32) | (numbers[i + 1] & 0xffff_ffffL)));
    }
    long tail = even < numbers.length ? Integer.reverseBytes(numbers[even]) & 0xffff_ffffL : 0;
    return hash.first(tail, Integer.BYTES * numbers.length);
  }
}
