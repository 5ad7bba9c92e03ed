package org.sparkldp.protocols.random;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Objects;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keyed randomness of one question under one key: for each (user id, encoded value) a stream of
 * pseudorandom words, always the same.
 *
 * <p>This is what makes a report safe to compute twice. The encoded value is part of the input on
 * purpose: were the noise a function of the id alone, a person whose value changed, or whose id
 * occurs twice, would be randomized twice with the same coins, and the pair of reports would give
 * the values away. With the value inside, equal values repeat one report and different values get
 * independent ones, which is ordinary composition.
 *
 * <p>Construction: two subkeys are derived once from the release key and the <em>label</em>
 * (HMAC-SHA256; the label names the question: plan fingerprint and attribute, so that two questions
 * never share coins). Per row, SipHash-2-4 under the first subkey maps (id, value) to 128 bits: the
 * stream's first two words. Longer streams go on in counter mode: block i is AES-128 under the
 * second subkey of the 128 bits with their last word offset by i.
 *
 * <p>Cost: about 25 ns for up to two words, then about 1.5 ns a word in batches. Immutable and safe
 * for threads; each {@link #open opened} source belongs to one thread.
 */
public final class KeyedRandomness {
  /** Words made by one call of the cipher; 2 + 40 serve a unary report of 256 bits. */
  private static final int BATCH = 40;

  private final String label;
  private final String keyId;
  private final byte[] numberKey;
  private final byte[] bytesKey;
  private final long k0;
  private final long k1;
  private final ThreadLocal<Stream> streams;

  /**
   * @param key the release key
   * @param label names the question; reports under equal key and label are the same function
   */
  public KeyedRandomness(ReleaseKey key, String label) {
    this.label = Objects.requireNonNull(label);
    this.keyId = key.id();
    this.numberKey = key.derive("spark-ldp keyed randomness: numeric id", label);
    this.bytesKey = key.derive("spark-ldp keyed randomness: id of bytes", label);
    this.k0 = (long) Bytes.LITTLE_ENDIAN_LONG.get(numberKey, 0);
    this.k1 = (long) Bytes.LITTLE_ENDIAN_LONG.get(numberKey, 8);
    byte[] aes = Arrays.copyOf(key.derive("spark-ldp keyed randomness: stream", label), 16);
    this.streams = ThreadLocal.withInitial(() -> new Stream(aes));
  }

  /** The source of a person known by a number. */
  public RandomSource open(long id, long encodedValue) {
    return new Source(new SipHash(k0, k1).absorb(id).absorb(encodedValue), 0, 16);
  }

  /** The source of a person known by bytes, such as a UTF-8 name. */
  public RandomSource open(byte[] id, long encodedValue) {
    SipHash hash =
        new SipHash(
                (long) Bytes.LITTLE_ENDIAN_LONG.get(bytesKey, 0),
                (long) Bytes.LITTLE_ENDIAN_LONG.get(bytesKey, 8))
            .absorb(encodedValue);
    return new Source(hash, hash.absorbWhole(id), 8 + id.length);
  }

  /** The public name of the key (never the key). */
  public String keyId() {
    return keyId;
  }

  @Override
  public String toString() {
    return "keyed(" + label + ", key " + keyId + ")";
  }

  private final class Source extends RandomSource {
    private final SipHash hash;
    private final long first;
    private long second;
    private int drawn;
    private Stream stream;
    private int base = -BATCH;
    private int position = BATCH;

    Source(SipHash hash, long tail, int length) {
      this.hash = hash;
      this.first = hash.first(tail, length);
    }

    @Override
    public long nextLong() {
      if (drawn == 2) {
        return fromStream();
      }
      if (drawn++ == 0) {
        return first;
      }
      second = hash.second();
      stream = streams.get();
      return second;
    }

    private long fromStream() {
      if (position == BATCH) {
        base += BATCH;
        position = 0;
        stream.fill(this, first, second, base);
      } else if (stream.owner != this) {
        stream.fill(this, first, second, base);
      }
      return stream.words[position++];
    }
  }

  /** One thread's cipher with its buffers; a batch is one call, which is what makes it cheap. */
  private static final class Stream {
    final long[] words = new long[BATCH];
    Source owner;
    private final byte[] blocks = new byte[8 * BATCH];
    private final Cipher cipher;

    Stream(byte[] key) {
      try {
        cipher = Cipher.getInstance("AES/ECB/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java platform provides AES", e);
      }
    }

    void fill(Source source, long nonce, long counter, int from) {
      owner = source;
      for (int i = 0; i < BATCH; i += 2) {
        Bytes.LITTLE_ENDIAN_LONG.set(blocks, 8 * i, nonce);
        Bytes.LITTLE_ENDIAN_LONG.set(blocks, 8 * i + 8, counter + ((from + i) >>> 1));
      }
      try {
        cipher.update(blocks, 0, blocks.length, blocks, 0);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("whole AES blocks need no padding", e);
      }
      for (int i = 0; i < BATCH; i++) {
        words[i] = (long) Bytes.LITTLE_ENDIAN_LONG.get(blocks, 8 * i);
      }
    }
  }
}
