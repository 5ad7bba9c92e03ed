package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What a later round rests on survives the way, or is refused. */
class RoundStateTest {
  private static final RoundState STATE =
      new RoundState(
          List.of(new byte[] {1, 2, 3}, new byte[0]), new double[] {0.5, -0.0, Double.MAX_VALUE});

  @Test
  void comesBackAsItWas() {
    RoundState back = RoundState.decode(STATE.encode());

    assertEquals(2, back.accumulators().size());
    assertArrayEquals(new byte[] {1, 2, 3}, back.accumulators().get(0));
    assertArrayEquals(STATE.numbers(), back.numbers());
    assertEquals(STATE.fingerprint(), back.fingerprint());
  }

  @Test
  void anotherStateHasAnotherFingerprint() {
    RoundState other = new RoundState(STATE.accumulators(), new double[] {0.5, 0.0, 1});

    assertNotEquals(STATE.fingerprint(), other.fingerprint());
  }

  @Test
  void everyDamagedByteIsRefused() {
    byte[] good = STATE.encode();
    for (int i = 0; i < good.length; i++) {
      byte[] bad = good.clone();
      bad[i] ^= 0x10;
      assertThrows(IllegalArgumentException.class, () -> RoundState.decode(bad));
    }
  }

  @Test
  void everyTruncationIsRefused() {
    byte[] good = STATE.encode();
    for (int length = 0; length < good.length; length++) {
      byte[] bad = java.util.Arrays.copyOf(good, length);
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> RoundState.decode(bad));
      assertTrue(refusal.getMessage().contains("estimate wrote"));
    }
  }
}
