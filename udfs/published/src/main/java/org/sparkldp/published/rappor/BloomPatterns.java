package org.sparkldp.published.rappor;

import java.nio.charset.StandardCharsets;
import org.sparkldp.protocols.frequency.PackedBits;
import org.sparkldp.protocols.random.Hashes;

/**
 * The bits of a Bloom filter that a text sets in a cohort: exactly {@code hashes} different ones. A
 * public function, the same for everybody:
 *
 * <pre>
 *   a, b  = the first and second 8 bytes of SHA-256(text in UTF-8), little-endian words
 *   s     = mix(mix(a + cohort · γ) + b)                    all arithmetic modulo 2^64
 *   w_i   = mix(s + i · γ),  i = 1, 2, …
 *   bit_i = ⌊(top 32 bits of w_i) · bits / 2^32⌋
 *
 *   γ      = 9e3779b97f4a7c15 (hexadecimal)
 *   mix(z) = z ^= z &gt;&gt;&gt; 30;  z *= bf58476d1ce4e5b9;
 *            z ^= z &gt;&gt;&gt; 27;  z *= 94d049bb133111eb;  z ^ z &gt;&gt;&gt; 31
 * </pre>
 *
 * <p>The text's bits are the first {@code hashes} different ones among bit_1, bit_2, … That they
 * differ costs nothing: a collision would only waste a hash, and epsilon has to allow for {@code
 * hashes} bits anyway. SHA-256 is taken once a text, so that nobody can find two texts that share
 * their bits in every cohort; the finaliser (SplitMix64's) spreads it over cohorts in a few
 * nanoseconds. The golden vectors are in the tests.
 *
 * @param bits of the filter, at least {@code hashes}
 * @param hashes bits that a text sets
 */
record BloomPatterns(int bits, int hashes) {
  /** A text's hash, from which its bits in every cohort follow. */
  record Digest(long a, long b) {}

  static Digest digest(CharSequence text) {
    byte[] hash = Hashes.sha256(text.toString().getBytes(StandardCharsets.UTF_8));
    return new Digest(PackedBits.word(hash, 0), PackedBits.word(hash, Long.BYTES));
  }

  private static long state(Digest text, int cohort) {
    return Hashes.mix(Hashes.mix(text.a + cohort * Hashes.GAMMA) + text.b);
  }

  /** Writes the places of the text's bits in a cohort to {@code places[from … from + hashes)}. */
  void places(Digest text, int cohort, int[] places, int from) {
    long state = state(text, cohort);
    for (int found = 0; found < hashes; ) {
      state += Hashes.GAMMA;
      int place = (int) (((Hashes.mix(state) >>> 32) * bits) >>> 32);
      boolean fresh = true;
      for (int i = 0; i < found; i++) {
        fresh &= places[from + i] != place;
      }
      if (fresh) {
        places[from + found++] = place;
      }
    }
  }

  /** Sets the text's bits in a cohort, in words that are 0. */
  void set(Digest text, int cohort, long[] words) {
    long state = state(text, cohort);
    for (int found = 0; found < hashes; ) {
      state += Hashes.GAMMA;
      int place = (int) (((Hashes.mix(state) >>> 32) * bits) >>> 32);
      found += (int) (~words[place >>> 6] >>> place) & 1;
      words[place >>> 6] |= 1L << place;
    }
  }
}
