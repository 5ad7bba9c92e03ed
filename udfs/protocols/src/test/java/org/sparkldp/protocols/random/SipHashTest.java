package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

class SipHashTest {
  private static final long K0 = 0x0706050403020100L;
  private static final long K1 = 0x0f0e0d0c0b0a0908L;

  private static byte[] message(int length) {
    byte[] message = new byte[length];
    for (int i = 0; i < length; i++) {
      message[i] = (byte) i;
    }
    return message;
  }

  private static String hex(long first, long second) {
    ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    return HexFormat.of().formatHex(bytes.putLong(first).putLong(second).array());
  }

  /** Its authors' vectors. */
  @ParameterizedTest
  @CsvFileSource(resources = "siphash-2-4-128.txt", delimiter = ';')
  void aMessageHasThePublishedHash(int length, String expected) {
    SipHash hash = new SipHash(K0, K1);
    long first = hash.first(hash.absorbWhole(message(length)), length);

    assertEquals(expected, hex(first, hash.second()));
  }

  @Test
  void aWordAbsorbedIsEightBytesOfTheMessage() {
    SipHash whole = new SipHash(K0, K1);
    long first = whole.first(whole.absorbWhole(message(19)), 19);
    SipHash byWords = new SipHash(K0, K1).absorb(K0).absorb(K1);

    assertEquals(first, byWords.first(0x121110, 19));
    assertEquals(whole.second(), byWords.second());
  }

  @Test
  void theLengthSeparatesAMessageFromTheSameWithZerosBehind() {
    long empty = new SipHash(K0, K1).first(0, 0);

    assertNotEquals(empty, new SipHash(K0, K1).first(0, 1));
    assertNotEquals(empty, new SipHash(K0, K1).absorb(0).first(0, 8));
  }
}
