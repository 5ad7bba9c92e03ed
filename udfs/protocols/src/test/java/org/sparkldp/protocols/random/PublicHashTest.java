package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** People are divided evenly, always in the same way, and independently by salt. */
class PublicHashTest {
  private static final int PEOPLE = 1 << 18;

  @Test
  void numbersHaveTheWordOfTheirBytes() {
    PublicHash hash = new PublicHash("a");
    int[] numbers = {1, -2, 1 << 30, 7, -1};
    for (int length = 0; length <= numbers.length; length++) {
      ByteBuffer bytes = ByteBuffer.allocate(4 * length);
      IntStream.of(numbers).limit(length).forEach(bytes::putInt);
      assertEquals(hash.word(bytes.array()), hash.word(Arrays.copyOf(numbers, length)));
    }
  }

  @Test
  void isAFunctionOfSaltAndId() {
    PublicHash hash = new PublicHash("a");

    assertEquals(hash.word(17), new PublicHash("a").word(17));
    assertNotEquals(hash.word(17), hash.word(18));
    assertNotEquals(hash.word(17), new PublicHash("b").word(17));
    assertEquals(hash.word(utf8("ann")), new PublicHash("a").word(utf8("ann")));
    assertNotEquals(hash.word(utf8("ann")), hash.word(utf8("bob")));
  }

  @Test
  void aNumberAndItsBytesAreDifferentPeople() {
    byte[] bytes = {17, 0, 0, 0, 0, 0, 0, 0};

    assertNotEquals(new PublicHash("a").word(17), new PublicHash("a").word(bytes));
  }

  /** Pinned, because clients in other languages must agree on everybody's round and cohort. */
  @Test
  void goldenVectors() {
    assertEquals(GOLDEN_NUMBER, Long.toHexString(new PublicHash("round\nabc").word(42)));
    assertEquals(GOLDEN_TEXT, Long.toHexString(new PublicHash("round\nabc").word(utf8("ann"))));
  }

  private static final String GOLDEN_NUMBER = "bc4f2efeb9dd3d5a";
  private static final String GOLDEN_TEXT = "7d5684b221915a76";

  /** Words of consecutive ids fill 64 cells evenly: chi-squared below its 1e-9 quantile, 151. */
  @Test
  void dividesEvenly() {
    PublicHash hash = new PublicHash("even");

    assertTrue(isEven(hash::word));
  }

  @Test
  void theTestOfEvennessSeesABadHash() {
    assertFalse(isEven(id -> id << 45)); // the low bits of ids: 2^18 of them reach half the cells
  }

  /** Halves by one salt say nothing of halves by another. */
  @Test
  void saltsDivideIndependently() {
    PublicHash rounds = new PublicHash("round");
    PublicHash cohorts = new PublicHash("cohort");
    int agree = 0;
    for (long id = 0; id < PEOPLE; id++) {
      agree += rounds.word(id) < 0 == cohorts.word(id) < 0 ? 1 : 0;
    }

    assertTrue(Math.abs(agree - PEOPLE / 2.0) < 6.2 * Math.sqrt(PEOPLE) / 2);
  }

  private static boolean isEven(LongUnaryOperator word) {
    int[] cells = new int[64];
    for (long id = 0; id < PEOPLE; id++) {
      cells[(int) (word.applyAsLong(id) >>> 58)]++;
    }
    double expected = PEOPLE / 64.0;
    double chi = 0;
    for (int cell : cells) {
      chi += (cell - expected) * (cell - expected) / expected;
    }
    return chi < 151;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
