package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyedRandomnessTest {
  private static final ReleaseKey KEY = key(1);
  private static final KeyedRandomness QUESTION = new KeyedRandomness(KEY, "plan a");

  private static ReleaseKey key(int fill) {
    byte[] bytes = new byte[ReleaseKey.LENGTH];
    Arrays.fill(bytes, (byte) fill);
    return ReleaseKey.of(bytes);
  }

  private static long[] words(RandomSource source, int count) {
    return LongStream.generate(source::nextLong).limit(count).toArray();
  }

  /**
   * Vectors computed outside this project, from the construction alone. Were one to change, people
   * who report under an old key would get fresh coins for the same value.
   */
  @ParameterizedTest
  @CsvFileSource(resources = "keyed-randomness.txt", delimiter = ';', quoteCharacter = '"')
  void theWordsArePermanent(
      String key, String label, String kind, String id, long value, String expected) {
    KeyedRandomness question =
        new KeyedRandomness(ReleaseKey.parse(key, "the test"), label == null ? "" : label);
    RandomSource source =
        switch (kind) {
          case "number" -> question.open(Long.parseLong(id), value);
          case "bytes" -> question.open(HexFormat.of().parseHex(id == null ? "" : id), value);
          default -> throw new AssertionError(kind);
        };
    long[] words = words(source, 200);

    List<String> found =
        IntStream.of(0, 1, 2, 3, 41, 42, 43, 82, 199)
            .mapToObj(place -> HexFormat.of().toHexDigits(words[place]))
            .toList();
    assertEquals(List.of(expected.split(",")), found);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 77, Long.MIN_VALUE, -1})
  void afterTwoWordsTheStreamIsAesInCounterMode(long id) throws GeneralSecurityException {
    long[] words = words(QUESTION.open(id, 3), 202);
    Cipher aes = Cipher.getInstance("AES/ECB/NoPadding");
    byte[] subkey = KEY.derive("spark-ldp keyed randomness: stream", "plan a");
    aes.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(subkey, 0, 16, "AES"));

    for (int block = 0; block < 100; block++) {
      ByteBuffer plain = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
      plain.putLong(words[0]).putLong(words[1] + block);
      ByteBuffer secret = ByteBuffer.wrap(aes.doFinal(plain.array()));
      secret.order(ByteOrder.LITTLE_ENDIAN);
      assertEquals(secret.getLong(), words[2 + 2 * block]);
      assertEquals(secret.getLong(), words[3 + 2 * block]);
    }
  }

  @Test
  void aStreamDoesNotRepeatItself() {
    long[] words = words(QUESTION.open(1, 1), 10_000);

    assertEquals(10_000, Arrays.stream(words).distinct().count());
  }

  @Property(tries = 300)
  void wordsDrawnInOnePieceAreThoseDrawnOneByOne(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(min = 0, max = 50) Integer> pieces,
      @ForAll long id) {
    long[] expected = words(QUESTION.open(id, 0), 700);
    // Only now, so that nothing but another person's words is left in the thread's buffers.
    RandomSource source = QUESTION.open(id, 0);
    int drawn = 0;
    for (int piece : pieces) {
      long[] words = source.draw(piece);
      assertArrayEquals(
          Arrays.copyOfRange(expected, drawn, drawn + piece), Arrays.copyOf(words, piece));
      drawn += piece;
      for (int single = 0; single < 3; single++) {
        assertEquals(expected[drawn++], source.nextLong());
      }
    }
  }

  @Test
  void onePlaneOfCoinsLeavesTheStreamInOrder() {
    long[] expected = words(QUESTION.open(7, 0), 5);
    // Coins of 1/2 for up to 64 bits are a piece of one word.
    RandomSource source = QUESTION.open(7, 0);
    long[] bits = new long[1];
    source.bernoulliBits(1L << 63, 64, bits);

    assertEquals(~expected[0], bits[0]);
    assertArrayEquals(Arrays.copyOfRange(expected, 1, 5), words(source, 4));
  }

  @Test
  void thePersonGetsTheSameWordsAgain() {
    byte[] name = "user-1".getBytes(StandardCharsets.UTF_8);
    KeyedRandomness elsewhere = new KeyedRandomness(key(1), "plan a");

    assertArrayEquals(words(QUESTION.open(5, 1), 100), words(QUESTION.open(5, 1), 100));
    assertArrayEquals(words(QUESTION.open(5, 1), 100), words(elsewhere.open(5, 1), 100));
    assertArrayEquals(words(QUESTION.open(name, 1), 100), words(elsewhere.open(name, 1), 100));
  }

  @Test
  void everythingThatDistinguishesReportsDistinguishesWords() {
    Set<Long> seen = new HashSet<>();
    int asked = 0;
    for (int key = 1; key <= 2; key++) {
      for (String label : new String[] {"", "plan a", "plan b", "plan a\0", "plan\0a"}) {
        KeyedRandomness question = new KeyedRandomness(key(key), label);
        for (long value : new long[] {0, 1, -1, 256, Long.MIN_VALUE}) {
          for (RandomSource source : sources(question, value)) {
            // The two words of SipHash and the first two of the cipher.
            for (long word : words(source, 4)) {
              seen.add(word);
              asked++;
            }
          }
        }
      }
    }
    assertEquals(asked, seen.size());
  }

  /** Numbers, and bytes that are easily taken for them or for one another. */
  private static List<RandomSource> sources(KeyedRandomness question, long value) {
    return List.of(
        question.open(0, value),
        question.open(1, value),
        question.open(-1, value),
        question.open(1L << 56, value),
        question.open(new byte[0], value),
        question.open(new byte[1], value),
        question.open(new byte[7], value),
        question.open(new byte[8], value),
        question.open(new byte[] {1, 0, 0, 0, 0, 0, 0, 0}, value),
        question.open(new byte[] {0, 0, 0, 0, 0, 0, 0, 1}, value),
        question.open("1".getBytes(StandardCharsets.UTF_8), value),
        // Lengths that differ by 256, which the hash's length byte cannot distinguish.
        question.open(new byte[256], value),
        question.open(new byte[512], value));
  }

  @Test
  void sourcesOpenedTogetherOnOneThreadDoNotDisturbEachOther() {
    KeyedRandomness other = new KeyedRandomness(KEY, "plan b");
    List<RandomSource> together =
        List.of(QUESTION.open(1, 1), QUESTION.open(2, 1), QUESTION.open(1, 2), other.open(1, 1));
    long[][] interleaved = new long[4][300];
    for (int word = 0; word < 300; word++) {
      for (int i = 0; i < 4; i++) {
        // At different paces, and one of them in pieces.
        if (word % (i + 1) == 0) {
          RandomSource source = together.get(i);
          interleaved[i][word / (i + 1)] = i == 2 ? source.draw(1)[0] : source.nextLong();
        }
      }
    }

    List<RandomSource> alone =
        List.of(QUESTION.open(1, 1), QUESTION.open(2, 1), QUESTION.open(1, 2), other.open(1, 1));
    for (int i = 0; i < 4; i++) {
      int drawn = (300 + i) / (i + 1);
      assertArrayEquals(
          words(alone.get(i), drawn), Arrays.copyOf(interleaved[i], drawn), "source " + i);
    }
  }

  @Test
  void threadsShareAQuestion() {
    long[] expected = LongStream.range(0, 2000).map(id -> last(QUESTION, id)).toArray();
    KeyedRandomness shared = new KeyedRandomness(KEY, "plan a");
    long[] found = LongStream.range(0, 2000).parallel().map(id -> last(shared, id)).toArray();

    assertArrayEquals(expected, found);
  }

  private static long last(KeyedRandomness question, long id) {
    return words(question.open(id, 0), 90)[89];
  }

  @Test
  void neighbouringIdsGetIndependentCoins() {
    assertTrue(pairsAreUniform(id -> QUESTION.open(id, 0).nextLong()));
    assertTrue(pairsAreUniform(id -> words(QUESTION.open(id, 0), 3)[2]));
    assertFalse(pairsAreUniform(id -> id * 0x9e3779b97f4a7c15L)); // what a mere multiple would give
  }

  /** The top four bits of the words of two neighbouring ids, jointly, over 100,000 ids. */
  private static boolean pairsAreUniform(LongUnaryOperator word) {
    long[] counts = new long[256];
    for (long id = 0; id < 200_000; id += 2) {
      long one = word.applyAsLong(id) >>> 60;
      long other = word.applyAsLong(id + 1) >>> 60;
      counts[(int) (16 * one + other)]++;
    }
    double[] uniform = new double[256];
    Arrays.fill(uniform, 1 / 256.0);
    return GoodnessOfFit.pValue(counts, uniform) > 1e-6;
  }

  @Test
  void itShowsTheQuestionAndThePublicNameOfTheKey() {
    assertEquals("keyed(plan a, key " + KEY.id() + ")", QUESTION.toString());
    assertEquals(KEY.id(), QUESTION.keyId());
  }
}
