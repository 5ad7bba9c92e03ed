package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PackedBitsTest {

  @Test
  void bitJIsInByteJOverEightAtPlaceJModEight() {
    long[] words = {1L | 1L << 9 | 1L << 63, 1L << 2};

    byte[] bytes = PackedBits.toBytes(words, 9);

    assertArrayEquals(new byte[] {1, 2, 0, 0, 0, 0, 0, (byte) 0x80, 4}, bytes);
  }

  @Property
  void bytesReadBackTheSame(@ForAll @Size(max = 40) byte[] bytes) {
    long[] words = new long[1 + (bytes.length + 7) / 8];
    words[0] = 4711;
    PackedBits.toWords(bytes, words, 1);

    assertEquals(4711, words[0]);
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      assertEquals((bytes[bit / 8] >> (bit % 8)) & 1, (words[1 + bit / 64] >>> bit) & 1);
    }
    long[] own = new long[(bytes.length + 7) / 8];
    System.arraycopy(words, 1, own, 0, own.length);
    assertArrayEquals(bytes, PackedBits.toBytes(own, bytes.length));
  }
}
