package org.sparkldp.protocols.random;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseKeyTest {
  private static final String DIGITS =
      "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

  private static ReleaseKey key(String digits) {
    return ReleaseKey.parse(digits, "The test");
  }

  @Test
  void sixtyFourHexadecimalDigitsAreAKeyWithWhiteSpaceAroundOrWithout() {
    assertEquals(key(DIGITS), key("  " + DIGITS.toUpperCase(Locale.ROOT) + "\r\n"));
    assertEquals(key(DIGITS), ReleaseKey.of(HexFormat.of().parseHex(DIGITS)));
  }

  static Stream<String> malformed() {
    return Stream.of(
        "",
        DIGITS.substring(1),
        DIGITS + "0",
        DIGITS.replace("0a", "0g"),
        DIGITS.substring(0, 32) + " " + DIGITS.substring(33),
        "0x" + DIGITS.substring(2),
        DIGITS.replace('1', '١')); // a digit, but not of these
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void anythingElseIsRefusedWithoutBeingShown(String digits) {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> key(digits));

    assertTrue(refusal.getMessage().contains("The test"), refusal.getMessage());
    assertShowsNothing(refusal);
  }

  /** No eight digits in a row of the key, in the message or in a cause's; a path may hold a few. */
  private static void assertShowsNothing(Throwable refusal) {
    for (Throwable e = refusal; e != null; e = e.getCause()) {
      String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
      for (int i = 0; i + 8 <= DIGITS.length(); i++) {
        assertFalse(message.contains(DIGITS.substring(i, i + 8)), message);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16, 31, 33})
  void bytesMustBe32(int length) {
    assertThrows(IllegalArgumentException.class, () -> ReleaseKey.of(new byte[length]));
  }

  @Test
  void aKeyDoesNotChangeWithTheBytesItWasMadeOf() {
    byte[] bytes = HexFormat.of().parseHex(DIGITS);
    ReleaseKey key = ReleaseKey.of(bytes);
    Arrays.fill(bytes, (byte) 0);

    assertEquals(key(DIGITS), key);
  }

  @Test
  void aKeyIsReadFromAFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("release.key"), DIGITS + "\n");

    assertEquals(key(DIGITS), ReleaseKey.read(file));
  }

  @Test
  void aFileThatIsNoKeyIsNamedAndNotShown(@TempDir Path folder) throws IOException {
    Path missing = folder.resolve("none.key");
    Path damaged = Files.writeString(folder.resolve("damaged.key"), DIGITS + "g");
    Path binary = Files.write(folder.resolve("binary.key"), new byte[] {(byte) 0xff, 1});
    for (Path file : new Path[] {missing, damaged, binary}) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> ReleaseKey.read(file));
      assertTrue(refusal.getMessage().contains(file.toString()), refusal.getMessage());
      assertShowsNothing(refusal);
    }
  }

  @Test
  void aKeyIsReadFromTheEnvironment() {
    assertEquals(key(DIGITS), ReleaseKey.fromEnvironment(Map.of("LDP_KEY", DIGITS)));
    assertNull(ReleaseKey.fromEnvironment(Map.of()));

    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> ReleaseKey.fromEnvironment(Map.of("LDP_KEY", DIGITS.substring(2))));
    assertTrue(refusal.getMessage().contains("LDP_KEY"), refusal.getMessage());
    assertShowsNothing(refusal);
  }

  @Test
  void thePublicNameIsPermanentAndOfNoUseToFindTheKey() {
    // Computed outside this project: 8 bytes of HMAC-SHA256.
    assertEquals("84e149c77689053d", key(DIGITS).id());
    assertEquals("0dd9c4fec3c3c0fc", key("f".repeat(64)).id());
    // One bit of the key changes about half of the name's 64.
    String neighbour = key(DIGITS.substring(0, 63) + "e").id();
    long changed = HexFormat.fromHexDigitsToLong(neighbour) ^ 0x84e149c77689053dL;
    assertEquals(32, Long.bitCount(changed), 16);
  }

  @Test
  void itPrintsAsItsPublicName() {
    assertEquals("release key 84e149c77689053d", key(DIGITS).toString());
  }

  @Test
  void subkeysDependOnKeyPurposeAndLabel() {
    // Computed outside this project: HMAC-SHA256(key, "purpose" 00 "label").
    assertEquals(
        "a06174c376c02aeff6214036f43aa48d1c4b6e76e304b0151b9e45e25e60c515",
        HexFormat.of().formatHex(key(DIGITS).derive("purpose", "label")));
    assertFalse(Arrays.equals(key(DIGITS).derive("p", "label"), key(DIGITS).derive("pl", "abel")));
  }

  @Test
  void keysAreEqualByTheirBytes() {
    assertEquals(key(DIGITS).hashCode(), key(DIGITS).hashCode());
    assertNotEquals(key(DIGITS), key("f".repeat(64)));
    assertNotEquals(key(DIGITS).hashCode(), key("f".repeat(64)).hashCode());
    assertNotEquals(key(DIGITS), (Object) DIGITS);
  }
}
