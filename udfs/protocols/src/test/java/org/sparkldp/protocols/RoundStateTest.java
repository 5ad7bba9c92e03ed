package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.wire.Damages;

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

  /** A strategy, say; the spec names it, so the state's own name does not. */
  @Test
  void theFirstRoundsAttachmentComesBackAndIsNoPartOfTheName() {
    RoundState with = new RoundState(STATE.accumulators(), STATE.numbers(), new byte[] {7, 8});
    RoundState back = RoundState.decode(with.encode(), with.fingerprint());
    byte[] empty = with.encode();
    empty[4] = 1; // the version of those without

    assertArrayEquals(new byte[] {7, 8}, back.attachment());
    assertArrayEquals(STATE.numbers(), back.numbers());
    assertArrayEquals(with.encode(), back.encode());
    assertEquals(STATE.fingerprint(), with.fingerprint());
    assertEquals(0, RoundState.decode(STATE.encode()).attachment().length);
    assertEquals(STATE.encode().length + 4 + 2, with.encode().length);
    assertThrows(IllegalArgumentException.class, () -> RoundState.decode(empty));
  }

  /** Bytes after a state's end, also with the right checksum. */
  @Test
  void nothingFollowsAState() {
    byte[] state = new RoundState(List.of(new byte[] {1}), new double[] {2}).encode();
    byte[] other = new RoundState(List.of(new byte[] {1}), new double[] {2, 3}).encode();
    other[state.length - 4 - 8 - 1] = 1; // one number is announced, two are there
    CRC32C crc = new CRC32C();
    crc.update(other, 0, other.length - 4);
    ByteBuffer.wrap(other).putInt(other.length - 4, (int) crc.getValue());

    assertEquals(1, RoundState.decode(state).numbers().length);
    assertThrows(IllegalArgumentException.class, () -> RoundState.decode(other));
  }

  @Test
  void anotherStateHasAnotherFingerprint() {
    RoundState other = new RoundState(STATE.accumulators(), new double[] {0.5, 0.0, 1});

    assertNotEquals(STATE.fingerprint(), other.fingerprint());
  }

  @Test
  void aSpecNamesItsStateAndNoOther() {
    byte[] bytes = STATE.encode();
    String name = STATE.fingerprint();

    assertEquals(name, RoundState.decode(bytes, name).fingerprint());
    String refusal = refusal(() -> RoundState.decode(bytes, "abc"));
    assertTrue(refusal.contains("must be the one that its spec names"), refusal);
    assertTrue(refusal.contains(name) && !refusal.contains("abc"), refusal); // a key, perhaps
  }

  private static String refusal(Executable wrong) {
    return assertThrows(IllegalArgumentException.class, wrong).getMessage();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void everyDamageIsRefused(int attached) {
    byte[] good =
        new RoundState(STATE.accumulators(), STATE.numbers(), new byte[attached]).encode();

    Damages.assertRefused(good, RoundState::decode, "estimate wrote");
  }
}
