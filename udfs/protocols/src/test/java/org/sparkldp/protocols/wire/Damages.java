package org.sparkldp.protocols.wire;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.function.Consumer;

/** What may happen to bytes on their way, for every format that must notice it. */
public final class Damages {

  private Damages() {}

  /** A byte that changed, an end that is missing, and a tail: each is refused in these words. */
  public static void assertRefused(byte[] good, Consumer<byte[]> decoder, String words) {
    decoder.accept(good);
    for (int at = 0; at < good.length; at++) {
      for (int change = 1; change < 256; change++) {
        byte[] changed = good.clone();
        changed[at] ^= (byte) change;
        assertRefusal(changed, decoder, words);
      }
    }
    for (int length = 0; length < good.length + 8; length++) {
      if (length != good.length) {
        assertRefusal(Arrays.copyOf(good, length), decoder, words);
      }
    }
  }

  private static void assertRefusal(byte[] bad, Consumer<byte[]> decoder, String words) {
    String refusal =
        assertThrows(IllegalArgumentException.class, () -> decoder.accept(bad)).getMessage();
    assertTrue(refusal.contains(words), refusal);
  }
}
