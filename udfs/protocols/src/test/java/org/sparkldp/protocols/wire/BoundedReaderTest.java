package org.sparkldp.protocols.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What decoders read with: each kind of thing, whole, one byte short, and of no sense. */
class BoundedReaderTest {

  private static BoundedReader reader(byte... bytes) {
    return reader(bytes, 0, bytes.length);
  }

  private static BoundedReader reader(byte[] bytes, int from, int to) {
    return new BoundedReader(bytes, from, to, IllegalArgumentException::new);
  }

  private static BoundedReader hex(String hex) {
    return reader(HexFormat.of().parseHex(hex));
  }

  private static String refused(Runnable reading) {
    return assertThrows(IllegalArgumentException.class, reading::run).getMessage();
  }

  /** Every thing that DataOutputStream writes. */
  @Test
  void whatIsWrittenIsReadAndNothingIsLeft() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeByte(0xfe);
    out.writeShort(0xfedc);
    out.writeInt(-5);
    out.writeLong(Long.MIN_VALUE + 3);
    out.writeDouble(-0.1);
    out.writeUTF("zwölf\0");
    out.write("é!".getBytes(StandardCharsets.UTF_8));
    out.write(new byte[] {9, 8});
    BoundedReader in = reader(bytes.toByteArray());

    assertEquals(0xfe, in.byte8());
    assertEquals(0xfedc, in.int16());
    assertEquals(-5, in.int32());
    assertEquals(Long.MIN_VALUE + 3, in.int64());
    assertEquals(-0.1, in.float64());
    assertEquals("zwölf\0", in.utf());
    assertEquals("é!", in.utf8(3));
    assertArrayEquals(new byte[] {9, 8}, in.rest());
    assertEquals("bytes follow its end", refused(in::end));
    assertArrayEquals(new byte[] {9, 8}, in.bytes(2));
    assertEquals(0, in.rest().length);
    in.end();
  }

  /** What begins before its bytes or goes on behind them is not seen. */
  @Test
  void onlyThePartThatIsGivenIsRead() {
    BoundedReader in = reader(new byte[] {1, 2, 3, 4, 5}, 1, 3);

    assertEquals(0x0203, in.int16());
    in.end();
    assertEquals("it ends too early", refused(in::byte8));
  }

  @ParameterizedTest
  @CsvSource({"byte8, 1", "int16, 2", "int32, 4", "int64, 8", "float64, 8", "bytes, 5", "utf8, 5"})
  void oneByteTooFewIsRefusedInTheDecodersWords(String kind, int size) {
    read(kind, reader(new byte[size])); // enough
    assertEquals("it ends too early", refused(() -> read(kind, reader(new byte[size - 1]))));
  }

  private static void read(String kind, BoundedReader in) {
    switch (kind) {
      case "byte8" -> in.byte8();
      case "int16" -> in.int16();
      case "int32" -> in.int32();
      case "int64" -> in.int64();
      case "float64" -> in.float64();
      case "bytes" -> in.bytes(5);
      default -> in.utf8(5);
    }
  }

  @Test
  void countsThatCannotBeAreRefused() {
    reader(new byte[6]).require(3, 2);
    reader(new byte[6]).require(0, 2);
    assertEquals("it ends too early", refused(() -> reader(new byte[6]).require(-1, 2)));
    assertEquals("it ends too early", refused(() -> reader(new byte[5]).require(3, 2)));
    assertEquals("it ends too early", refused(() -> reader(new byte[5]).bytes(-1)));
    assertEquals("it ends too early", refused(() -> reader(new byte[5]).utf8(-1)));
  }

  /** A number of things, each of 3 bytes at least: 2 of them fit 6 to 8 bytes. */
  @ParameterizedTest
  @CsvSource({"0, 0, true", "2, 6, true", "2, 5, false", "3, 8, false", "-1, 8, false"})
  void thingsMustFitWhatRemains(int count, int remaining, boolean fits) {
    byte[] bytes = new byte[4 + remaining];
    bytes[0] = bytes[1] = bytes[2] = (byte) (count >> 8);
    bytes[3] = (byte) count;
    if (fits) {
      assertEquals(count, reader(bytes).count(3));
    } else {
      assertEquals("its counts are out of range", refused(() -> reader(bytes).count(3)));
    }
    if (count >= 0) {
      byte[] varint = Arrays.copyOfRange(bytes, 3, bytes.length);
      if (fits) {
        assertEquals(count, reader(varint).varcount(3));
      } else {
        assertEquals("its counts are out of range", refused(() -> reader(varint).varcount(3)));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "00, 0",
    "7f, 127",
    "8001, 128",
    "ff01, 255",
    "80808080808080808001, -9223372036854775808",
    "ffffffffffffffffff01, -1",
    "ffffffffffffffff7f, 9223372036854775807",
  })
  void numbersOfSevenBitsAByteAreRead(String hex, long value) {
    BoundedReader in = hex(hex);

    assertEquals(value, in.varint());
    in.end();
  }

  @ParameterizedTest
  @CsvSource({
    "'', it ends too early",
    "80, it ends too early",
    "8000, a number is not in its shortest form",
    "ff80808000, a number is not in its shortest form",
    "80808080808080808000, a number is not in its shortest form",
    "80808080808080808002, a number is out of range",
    "80808080808080808082, a number is out of range",
    "8080808080808080808100, a number is too long",
  })
  void otherNumbersAreRefused(String hex, String why) {
    assertEquals(why, refused(() -> hex(hex).varint()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "c3", "c0af", "eda080"})
  void textsThatAreNotUtf8AreRefused(String hex) {
    int length = hex.length() / 2;
    assertEquals("a text is not UTF-8", refused(() -> hex(hex).utf8(length)));
  }

  @Test
  void textsWithTheirLengthAreReadWholeOrRefused() {
    assertEquals("", hex("0000").utf());
    assertEquals("ab", hex("00026162").utf());
    assertEquals("it ends too early", refused(() -> hex("000261").utf()));
    assertEquals("it ends too early", refused(() -> hex("00").utf()));
    assertEquals("a text is not UTF-8", refused(() -> hex("0001ff").utf()));
    BoundedReader two = hex("0001610001620c");
    assertEquals("ab", two.utf() + two.utf());
    assertEquals(12, two.byte8());
  }

  // --- inflating ---

  private static byte[] deflated(byte[] bytes) {
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    try (DeflaterOutputStream out = new DeflaterOutputStream(deflated)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return deflated.toByteArray();
  }

  /** Also where it is longer than the window that counts it, and beside other bytes. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 65_535, 65_536, 65_537, 300_000})
  void whatWasDeflatedInflatesToItself(int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) ((i * 31) >> 5);
    }
    byte[] deflated = deflated(bytes);
    byte[] beside = new byte[deflated.length + 7];
    System.arraycopy(deflated, 0, beside, 3, deflated.length);
    Function<String, IllegalArgumentException> refusal = IllegalArgumentException::new;

    assertArrayEquals(bytes, BoundedReader.inflate(deflated, 0, deflated.length, refusal).rest());
    assertArrayEquals(bytes, BoundedReader.inflate(beside, 3, deflated.length + 3, refusal).rest());
    assertEquals(
        "bytes follow its end",
        refused(() -> BoundedReader.inflate(beside, 3, deflated.length + 4, refusal)));
    assertEquals(
        "it ends too early",
        refused(() -> BoundedReader.inflate(beside, 3, deflated.length + 2, refusal)));
    assertEquals(
        "it cannot be inflated",
        refused(() -> BoundedReader.inflate(beside, 2, deflated.length + 3, refusal)));
  }

  @Test
  void nothingIsReadThatAQuarterOfTheHeapDoesNotHold() {
    long heap = Runtime.getRuntime().maxMemory();

    assertEquals(heap / 4 < 1L << 29 ? heap / 4 : 1L << 29, BoundedReader.most());
  }

  // --- comparing ---

  private static boolean isWhole(String expected, String... written) {
    SameBytes same = new SameBytes(expected.getBytes(StandardCharsets.UTF_8));
    for (String part : written) {
      byte[] bytes = ("<" + part + ">").getBytes(StandardCharsets.UTF_8);
      same.write(bytes, 1, bytes.length - 2);
    }
    return same.isWhole();
  }

  @Test
  void onlyExactlyTheSameBytesAreTheSame() {
    assertTrue(isWhole(""));
    assertTrue(isWhole("abc", "abc"));
    assertTrue(isWhole("abc", "a", "", "bc"));
    for (List<String> other :
        List.of(
            List.of("ab"), List.of("abcd"), List.of("abd"), List.of("xbc"), List.of("x", "bc"))) {
      assertFalse(isWhole("abc", other.toArray(String[]::new)), other::toString);
    }
    SameBytes one = new SameBytes(new byte[] {-1});
    one.write(0xff);
    assertTrue(one.isWhole());
    one.write(0xff);
    assertFalse(one.isWhole());
  }
}
