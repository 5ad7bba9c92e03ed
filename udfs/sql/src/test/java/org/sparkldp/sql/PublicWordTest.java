package org.sparkldp.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.random.PublicHash;

/** Nobody is asked in two rounds because the type of the id's column has changed. */
class PublicWordTest {
  private final PublicWord words = new PublicWord("round\nquestion");

  private long word(String id) {
    return words.word(UTF8String.fromString(id));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 7, -7, 1234567890123L, Long.MIN_VALUE, Long.MAX_VALUE})
  void aNumberAndItsTextAreOnePerson(long id) {
    assertEquals(words.word(id), word(Long.toString(id)));
    assertEquals(new PublicHash("round\nquestion").word(id), words.word(id));
  }

  /** What a CSV reads as a number as long as all ids are numbers. */
  @Test
  void leadingZerosAreNoOtherPerson() {
    assertEquals(words.word(7), word("007"));
  }

  @Test
  void otherTextsHaveWordsOfTheirOwn() {
    assertNotEquals(word("a"), word("b"));
    assertNotEquals(word(""), words.word(0));
    assertNotEquals(word("2024.1"), word("2024.2"));
    for (String text : new String[] {"7.5", "7.", " 7", "7\u0000", "--7"}) {
      assertNotEquals(words.word(7), word(text), text);
    }
    for (String text : new String[] {".", ".5", "-", "+"}) {
      assertNotEquals(words.word(0), word(text), text);
    }
    assertNotEquals(word("9223372036854775808"), word("9223372036854775809"));
    assertEquals(
        new PublicHash("round\nquestion").word(UTF8String.fromString("guest-1").getBytes()),
        word("guest-1"));
  }
}
