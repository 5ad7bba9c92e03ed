package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/**
 * A keyed source gives the documented words, wherever its stream is refilled and whoever else draws
 * on the thread. A word that came twice, or that was another person's, would let two reports be
 * compared, so every word is held against the construction of docs/wire.md, computed a block at a
 * time with nothing kept.
 */
class KeyedStreamTest {
  private static final byte[] KEY = bytes(ReleaseKey.LENGTH, 40);
  private static final String LABEL = "plan a";
  private static final int LONGEST = 1200;

  private static byte[] bytes(int length, int from) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (from + i);
    }
    return bytes;
  }

  private static KeyedRandomness question() {
    return new KeyedRandomness(ReleaseKey.of(KEY), LABEL);
  }

  // The construction, from its page.

  private static byte[] derive(String purpose) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    byte[] text = (purpose + "\0" + LABEL).getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOf(mac.doFinal(text), 16);
  }

  private static ByteBuffer little(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] join(long first, byte[] then) {
    return little(new byte[8 + then.length]).putLong(first).put(then).array();
  }

  /** SipHash-2-4 of 128 bits, after its authors' paper. */
  private static long[] sipHash(byte[] key, byte[] message) {
    long k0 = little(key).getLong(0);
    long k1 = little(key).getLong(8);
    long[] v = {
      0x736f6d6570736575L ^ k0,
      0x646f72616e646f6dL ^ k1 ^ 0xee,
      0x6c7967656e657261L ^ k0,
      0x7465646279746573L ^ k1
    };
    byte[] padded = Arrays.copyOf(message, (message.length / 8 + 1) * 8);
    padded[padded.length - 1] = (byte) message.length;
    ByteBuffer words = little(padded);
    while (words.hasRemaining()) {
      long word = words.getLong();
      v[3] ^= word;
      rounds(v, 2);
      v[0] ^= word;
    }
    v[2] ^= 0xee;
    rounds(v, 4);
    long first = v[0] ^ v[1] ^ v[2] ^ v[3];
    v[1] ^= 0xdd;
    rounds(v, 4);
    return new long[] {first, v[0] ^ v[1] ^ v[2] ^ v[3]};
  }

  private static void rounds(long[] v, int count) {
    for (int i = 0; i < count; i++) {
      mix(v, 0, 1, 13);
      v[0] = Long.rotateLeft(v[0], 32);
      mix(v, 2, 3, 16);
      mix(v, 0, 3, 21);
      mix(v, 2, 1, 17);
      v[2] = Long.rotateLeft(v[2], 32);
    }
  }

  private static void mix(long[] v, int a, int b, int turn) {
    v[a] += v[b];
    v[b] = Long.rotateLeft(v[b], turn) ^ v[a];
  }

  /** Words 2 i and 2 i + 1 of a stream that begins with these two, for i below {@code blocks}. */
  private static long[] counterMode(byte[] key, long nonce, long counter, int blocks) {
    try {
      long[] words = new long[2 * blocks];
      for (int i = 0; i < blocks; i++) {
        Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
        aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
        byte[] plain = little(new byte[16]).putLong(nonce).putLong(counter + i).array();
        little(aes.doFinal(plain)).asLongBuffer().get(words, 2 * i, 2);
      }
      return words;
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static long[] documented(byte[] purposeKey, byte[] message) {
    try {
      long[] start = sipHash(purposeKey, message);
      byte[] key = derive("spark-ldp keyed randomness: stream");
      long[] words = Arrays.copyOf(start, LONGEST);
      long[] rest = counterMode(key, start[0], start[1], (LONGEST - 2) / 2);
      System.arraycopy(rest, 0, words, 2, rest.length);
      return words;
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static long[] documented(long id, long item) {
    try {
      return documented(
          derive("spark-ldp keyed randomness: numeric id"), join(id, join(item, new byte[0])));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static long[] documented(byte[] id, long item) {
    try {
      return documented(derive("spark-ldp keyed randomness: id of bytes"), join(item, id));
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  // A source and what is still to come of it.

  private static final class Reader {
    private final RandomSource source;
    private final long[] documented;
    private int drawn;

    Reader(RandomSource source, long[] documented) {
      this.source = source;
      this.documented = documented;
    }

    void single() {
      assertEquals(documented[drawn], source.nextLong(), "word " + drawn);
      drawn++;
    }

    long[] batch(int size) {
      return source.draw(size);
    }

    void check(long[] words, int size) {
      assertArrayEquals(
          Arrays.copyOfRange(documented, drawn, drawn + size),
          Arrays.copyOf(words, size),
          size + " words from word " + drawn);
      drawn += size;
    }
  }

  @Test
  void aBatchOfEverySizeAtEveryPlaceIsPartOfTheStream() {
    long[] words = documented(5, 1);
    for (int before = 0; before <= 9; before++) {
      for (int size = 0; size <= 150; size++) {
        // Anew each time, so that no buffer has its size from an earlier batch.
        Reader reader = new Reader(question().open(5, 1), words);
        for (int i = 0; i < before; i++) {
          reader.single();
        }
        reader.check(reader.batch(size), size);
        for (int i = 0; i < 9; i++) {
          reader.single();
        }
      }
    }
  }

  @Test
  void idsOfBytesOfEveryLengthHaveTheirDocumentedWords() {
    for (int length : new int[] {0, 1, 6, 7, 8, 9, 15, 16, 17, 247, 248, 249, 255, 256, 1000}) {
      byte[] id = bytes(length, 200);
      Reader reader = new Reader(question().open(id, -3), documented(id, -3));
      reader.check(reader.batch(21), 21);
      for (int i = 0; i < 40; i++) {
        reader.single();
      }
    }
    for (long id : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32}) {
      for (long item : new long[] {0, 1, -1, Long.MIN_VALUE}) {
        Reader reader = new Reader(question().open(id, item), documented(id, item));
        for (int i = 0; i < 40; i++) {
          reader.single();
        }
      }
    }
  }

  /** A step is (who, how many): 0 for a single word, else a batch. */
  @Property(tries = 150)
  void whoeverElseDrawsOnTheThreadEverySourceGivesItsOwnWords(
      @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 0, max = 5) Integer> who,
      @ForAll @Size(min = 40, max = 40) List<@IntRange(min = 0, max = 14) Integer> sizes) {
    KeyedRandomness question = question();
    byte[] name = bytes(20, 7);
    // The same person three times, as in a self-join; another item; another person; a name.
    List<Reader> readers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      readers.add(new Reader(question.open(1, 1), PERSON));
    }
    readers.add(new Reader(question.open(1, 2), OTHER_ITEM));
    readers.add(new Reader(question.open(2, 1), OTHER_PERSON));
    readers.add(new Reader(question.open(name, 1), documented(name, 1)));
    for (int step = 0; step < who.size(); step++) {
      Reader reader = readers.get(who.get(step));
      int size = sizes.get(step) * sizes.get(step) / 8;
      if (size == 0) {
        reader.single();
        continue;
      }
      long[] words = reader.batch(size);
      // A batch stays valid while single words are drawn, by its own source or by others.
      readers.get((who.get(step) + 1) % readers.size()).single();
      reader.check(words, size);
      reader.single();
    }
  }

  private static final long[] PERSON = documented(1, 1);
  private static final long[] OTHER_ITEM = documented(1, 2);
  private static final long[] OTHER_PERSON = documented(2, 1);

  /**
   * What a thread keeps to spare belongs to one source: neither the nonce alone nor the counter
   * alone says whose it is, and a source may also be behind or ahead of what is kept.
   */
  @Property(tries = 150)
  void spareWordsAreGivenToNobodyElse(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 3) Integer> who,
      @ForAll @Size(min = 60, max = 60) List<@IntRange(min = 0, max = 25) Integer> places,
      @ForAll @Size(min = 60, max = 60) List<@IntRange(min = 0, max = 30) Integer> counts) {
    byte[] key = bytes(16, 3);
    KeyedRandomness.Stream stream = new KeyedRandomness.Stream(key);
    for (int step = 0; step < who.size(); step++) {
      int source = who.get(step);
      int place = places.get(step);
      int count = counts.get(step);
      if (count < KeyedRandomness.Stream.SPARE) {
        assertEquals(
            STREAMS[source][place], stream.word(source & 1, -(source >> 1), place), "a word");
      } else {
        long[] into = new long[3 + count];
        stream.words(source & 1, -(source >> 1), place, into, 3, count);
        assertArrayEquals(
            Arrays.copyOfRange(STREAMS[source], place, place + count),
            Arrays.copyOfRange(into, 3, 3 + count));
      }
    }
  }

  /** Of nonces 0 and 1 with counters 0 and −1, which the second block makes 0. */
  private static final long[][] STREAMS =
      IntStream.range(0, 4)
          .mapToObj(i -> counterMode(bytes(16, 3), i & 1, -(i >> 1), 40))
          .toArray(long[][]::new);
}
