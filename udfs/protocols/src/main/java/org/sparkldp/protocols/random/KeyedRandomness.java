package org.sparkldp.protocols.random;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Objects;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keyed randomness of one question under one key: for each (user id, encoded value) a stream of
 * pseudorandom words, always the same.
 *
 * <p>So it is safe to compute a report twice. The encoded value is part of the input on purpose:
 * were the noise a function of the id alone, a person whose value changed, or whose id occurs
 * twice, would be randomized twice with the same coins, and the pair of reports would give the
 * values away. With the value inside, equal values repeat one report and different values get
 * independent ones: each value costs its own epsilon. The known price of such memoization remains:
 * of two reports made under one label, a difference shows that the value changed, and no epsilon
 * covers that. If it matters, use another label for each period.
 *
 * <p>Construction: two subkeys are derived once from the release key and the <em>label</em>
 * (HMAC-SHA256; the label names the question: plan fingerprint and attribute, so that two questions
 * never share coins). Per row, SipHash-2-4 under the first subkey maps (id, value) to 128 bits: the
 * stream's first two words. Longer streams go on in counter mode: block i is AES-128 under the
 * second subkey of the 128 bits with their last word offset by i.
 *
 * <p>Memory ({@link RandomSource#memory}): coins of a person that depend on no value and, where the
 * label names a period, on no period. They are keyed randomness under a label of their own, of id
 * and number in place of id and value. Protocols that remember put what the coins may depend on
 * into the number; they, not the value in the input, then keep a duplicated id from being
 * randomized twice with the same coins.
 *
 * <p>Cost: about 12 ns for up to two words, then about 1.5 ns a word in batches; {@link KeyedBatch}
 * does it for many rows at once, at a third. Immutable and safe for threads; each {@link #open
 * opened} source belongs to one thread.
 */
public final class KeyedRandomness {
  private final String label;
  private final String keyId;
  private final byte[] numberKey;
  private final byte[] bytesKey;
  private final long k0;
  private final long k1;
  private final ThreadLocal<Stream> streams;
  private final ThreadLocal<KeyedSource> lent = ThreadLocal.withInitial(KeyedSource::new);
  private final KeyedRandomness memory; // itself where it is the memory

  /**
   * @param key the release key
   * @param label names the question; reports under equal key and label are the same function
   */
  public KeyedRandomness(ReleaseKey key, String label) {
    this(key, label, label);
  }

  /**
   * @param key the release key
   * @param label names the question and the period; reports under equal key and label are the same
   *     function
   * @param lifelong names the question alone: what people remember is the same under equal key and
   *     equal lifelong label
   */
  public KeyedRandomness(ReleaseKey key, String label, String lifelong) {
    this(key, label, new KeyedRandomness(key, "memory\n" + lifelong, (KeyedRandomness) null));
  }

  private KeyedRandomness(ReleaseKey key, String label, KeyedRandomness memory) {
    this.memory = memory == null ? this : memory;
    this.label = Objects.requireNonNull(label);
    this.keyId = key.id();
    this.numberKey = key.derive("spark-ldp keyed randomness: numeric id", label);
    this.bytesKey = key.derive("spark-ldp keyed randomness: id of bytes", label);
    this.k0 = Bytes.word(numberKey, 0);
    this.k1 = Bytes.word(numberKey, 8);
    byte[] aes = Arrays.copyOf(key.derive("spark-ldp keyed randomness: stream", label), 16);
    this.streams = ThreadLocal.withInitial(() -> new Stream(aes));
  }

  /** The source of a person known by a number. */
  public RandomSource open(long id, long encodedValue) {
    return new KeyedSource().at(id, encodedValue);
  }

  /** The source of a person known by bytes, such as a UTF-8 name. */
  public RandomSource open(byte[] id, long encodedValue) {
    return new KeyedSource().at(id, encodedValue);
  }

  /** What {@link #open(long, long)} gives, without garbage: valid until the thread's next lent. */
  public RandomSource lend(long id, long encodedValue) {
    return lent.get().at(id, encodedValue);
  }

  /**
   * What {@link #open(byte[], long)} gives, without garbage: valid until the thread's next lent.
   */
  public RandomSource lend(byte[] id, long encodedValue) {
    return lent.get().at(id, encodedValue);
  }

  /** What people remember. */
  KeyedRandomness memory() {
    return memory;
  }

  /** The first words of people known by numbers. */
  void first(SipHashes hashes, long[] ids, long[] values, int count, long[] first) {
    hashes.first(k0, k1, ids, values, count, first);
  }

  /** The first word of a person known by bytes, after which the hash stands. */
  long first(SipHash hash, byte[] id, long encodedValue) {
    hash.start(Bytes.word(bytesKey, 0), Bytes.word(bytesKey, 8)).absorb(encodedValue);
    return hash.first(hash.absorbWhole(id), 8 + id.length);
  }

  /** The calling thread's cipher. */
  Stream stream() {
    return streams.get();
  }

  /** The public name of the key (never the key). */
  public String keyId() {
    return keyId;
  }

  @Override
  public String toString() {
    return "keyed(" + label + ", key " + keyId + ")";
  }

  private final class KeyedSource extends RandomSource {
    private final SipHash hash = new SipHash();
    private long first;
    private long second;
    private int drawn;
    private long number; // the id
    private byte[] text; // or the id; null where it is a number

    KeyedSource at(long id, long encodedValue) {
      number = id;
      text = null;
      first = hash.start(k0, k1).absorb(id).absorb(encodedValue).first(0, 16);
      drawn = 0;
      return this;
    }

    KeyedSource at(byte[] id, long encodedValue) {
      text = id;
      first = KeyedRandomness.this.first(hash, id, encodedValue);
      drawn = 0;
      return this;
    }

    @Override
    public RandomSource memory(long of) {
      return text == null ? memory.lend(number, of) : memory.lend(text, of);
    }

    @Override
    public long nextLong() {
      if (drawn == 0) {
        drawn = 1;
        return first;
      }
      if (drawn == 1) {
        drawn = 2;
        second = hash.second();
        return second;
      }
      int word = drawn++ - 2;
      return streams.get().word(first, second, word);
    }

    @Override
    protected long[] draw(int count) {
      Stream stream = streams.get();
      int fromHash = Math.min(count, Math.max(0, 2 - drawn));
      long[] words = stream.drawn(count + Stream.SPARE);
      for (int i = 0; i < fromHash; i++) {
        words[i] = nextLong();
      }
      int fromStream = count - fromHash;
      if (fromStream > 0) { // then both words of the hash are drawn, and the stream may begin
        stream.words(first, second, drawn - 2, words, fromHash, fromStream + Stream.SPARE);
        drawn += fromStream;
      }
      return words;
    }
  }

  /**
   * One thread's cipher with its buffers. Words are made in whole blocks and in one call of the
   * cipher for many of them, which makes them cheap; each call makes some to spare, for the single
   * words that are asked for next.
   */
  static final class Stream {
    static final int SPARE = 6;

    private final Cipher cipher;
    // Two arrays, because the cipher would first copy an array that it overwrites.
    private byte[] counters = new byte[8 * 64];
    private byte[] blocks = new byte[8 * 64];
    private LongBuffer view = view(blocks);
    private long[] drawn = new long[64];
    private final long[] spare = new long[SPARE];
    // Whose the spare words are: by the numbers that a source's stream begins with, because keeping
    // the source itself would cost the collector a written reference a row.
    private long spareNonce;
    private long spareCounter;
    private int spareStart = Integer.MIN_VALUE;

    Stream(byte[] key) {
      try {
        cipher = Cipher.getInstance("AES/ECB/NoPadding");
        cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("every Java platform provides AES", e);
      }
    }

    private static LongBuffer view(byte[] bytes) {
      return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    }

    long[] drawn(int count) {
      if (drawn.length < count) {
        drawn = new long[count];
      }
      return drawn;
    }

    long word(long nonce, long counter, int index) {
      int place = index - spareStart;
      if (spareNonce != nonce || spareCounter != counter || place < 0 || place >= SPARE) {
        // Not into the drawn words: their owner may still be reading them.
        words(nonce, counter, index, spare, 0, SPARE);
        place = 0;
      }
      return spare[place];
    }

    /**
     * Words {@code from} to {@code from + count − 1} of a source's stream into {@code into} at
     * {@code at}; the last {@link #SPARE} of them are kept.
     */
    void words(long nonce, long counter, int from, long[] into, int at, int count) {
      int firstBlock = from >>> 1;
      int number = ((from + count + 1) >>> 1) - firstBlock;
      require(number);
      count(nonce, counter + firstBlock, number, 0);
      encrypt(number);
      Bytes.words(view, from & 1, into, at, count);
      System.arraycopy(into, at + count - SPARE, spare, 0, SPARE);
      spareNonce = nonce;
      spareCounter = counter;
      spareStart = from + count - SPARE;
    }

    /** The first {@code 2 blocks} words of the streams of some sources, one after the other. */
    void words(long[] nonces, long[] counters, int at, int sources, int blocks, long[] into) {
      require(sources * blocks);
      for (int i = 0; i < sources; i++) {
        count(nonces[at + i], counters[at + i], blocks, i * blocks);
      }
      encrypt(sources * blocks);
      Bytes.words(view, 0, into, 0, 2 * sources * blocks);
    }

    private void require(int number) {
      if (blocks.length < 16 * number) {
        counters = new byte[16 * number];
        blocks = new byte[16 * number];
        view = view(blocks);
      }
    }

    private void count(long nonce, long start, int number, int at) {
      for (int block = 0, i = 16 * at; block < number; block++, i += 16) {
        Bytes.word(counters, i, nonce);
        Bytes.word(counters, i + 8, start + block);
      }
    }

    private void encrypt(int number) {
      try {
        cipher.update(counters, 0, 16 * number, blocks, 0);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException("whole AES blocks need no padding", e);
      }
    }
  }
}
