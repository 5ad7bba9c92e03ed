package org.sparkldp.protocols.words;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Words have numbers of equally many bits, and read back; values that are no words have none. */
class WordCodeTest {

  private static WordCode code(String parameters) {
    return WordCode.of(
        Parameters.of(
            ProtocolSpec.parse("words(epsilon=1,users=9," + parameters + ")"),
            Protocols.declaration("words").parameters()));
  }

  private static Optional<BigInteger> number(WordCode code, String word) {
    return code.number(word.getBytes(StandardCharsets.UTF_8));
  }

  /** The whole table: a digit a symbol from 1, padded with 0; what is no word reads as none. */
  @Test
  void wordsOfAnAlphabetAreNumbersInItsBase() {
    WordCode code = code("length=3,alphabet=ab");
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 27; i++) {
      words.add(code.word(BigInteger.valueOf(i)).orElse("-"));
    }

    assertEquals(27, code.count().intValue());
    assertEquals(5, code.bits());
    assertEquals(
        ",-,-,-,-,-,-,-,-,a,-,-,aa,aaa,aab,ab,aba,abb,b,-,-,ba,baa,bab,bb,bba,bbb",
        String.join(",", words));
    for (String word : words) {
      if (!word.equals("-")) {
        assertEquals(word, code.word(number(code, word).get()).get());
      }
    }
    for (String none : List.of("abab", "c", "aba ", "A", "ä")) {
      assertTrue(number(code, none).isEmpty(), none);
    }
  }

  @Test
  void textsArePaddedBytes() {
    WordCode code = code("length=4");

    assertEquals(32, code.bits());
    assertEquals(0x61620000, number(code, "ab").get().intValue());
    assertEquals("ab", code.word(BigInteger.valueOf(0x61620000)).get());
    assertEquals("", code.word(BigInteger.ZERO).get());
    assertEquals("ää", code.word(number(code, "ää").get()).get());
    assertTrue(number(code, "äää").isEmpty()); // six bytes
    assertTrue(number(code, "a\0b").isEmpty());
    assertTrue(code.word(BigInteger.valueOf(0x61006200)).isEmpty());
    assertTrue(code.word(BigInteger.valueOf(0xff610000L)).isEmpty(), "no UTF-8");
  }

  @Test
  void bytesAndIdentifiersAreTheirBits() {
    WordCode bytes = code("length=2,encoding=bytes");
    WordCode identifiers = code("encoding=identifier");

    assertEquals(0xff00, bytes.number(new byte[] {-1, 0}).get().intValue());
    assertEquals("ff00", bytes.word(BigInteger.valueOf(0xff00)).get());
    assertEquals("0001", bytes.word(BigInteger.ONE).get());
    assertTrue(bytes.number(new byte[1]).isEmpty());
    assertTrue(bytes.number(new byte[3]).isEmpty());
    assertEquals(64, identifiers.bits());
    for (long id : new long[] {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 40}) {
      BigInteger number =
          identifiers.number(ByteBuffer.allocate(8).putLong(id).array()).orElseThrow();
      assertTrue(number.signum() >= 0 && number.compareTo(identifiers.count()) < 0);
      assertEquals(Long.toString(id), identifiers.word(number).get());
    }
  }

  /** One alphabet has one spec, however it is written. */
  @ParameterizedTest
  @CsvSource({"cba, a-c", "a-z, a-z", "0-9a-f, 0-9a-f", "f-ha-e, a-h", "ab, ab", "-ab, -ab"})
  void anAlphabetHasOneText(String written, String canonical) {
    assertEquals(canonical, Alphabet.of(written).toString());
    assertEquals(canonical, Alphabet.of(canonical).toString());
    assertEquals(Alphabet.of(written).size(), Alphabet.of(canonical).size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "length=3,alphabet=aa | each of its symbols once",
        "length=3,alphabet=z-a | must go forward",
        "length=0 | length must be between 1 and 256",
        "length=33 | length must be between 1 and 32",
        "length=60,alphabet=a-z | at most 2^256 numbers",
        "alphabet=a-z | length must be given",
        "length=8,encoding=identifier | length must be given, except for encoding=identifier",
        "length=8,encoding=bytes,alphabet=ab | alphabet must go with encoding=text",
        "length=8,encoding=runes | encoding must be text, bytes or identifier",
      })
  void aCodeThatCannotBeIsRefused(String parameters, String sentence) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> code(parameters));
    assertTrue(refusal.getMessage().contains(sentence), refusal.getMessage());
  }
}
