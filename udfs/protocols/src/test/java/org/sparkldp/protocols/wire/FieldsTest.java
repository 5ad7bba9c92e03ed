package org.sparkldp.protocols.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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

/** What formats are made of: each kind of field, whole, one byte short, and of no sense. */
class FieldsTest {

  private static Fields<Object> reader(byte... bytes) {
    return reader(bytes, 0, bytes.length);
  }

  private static Fields<Object> reader(byte[] bytes, int from, int to) {
    return Fields.of(bytes, from, to, IllegalArgumentException::new);
  }

  private static Fields<Object> hex(String hex) {
    return reader(HexFormat.of().parseHex(hex));
  }

  private static String refused(Runnable reading) {
    return assertThrows(IllegalArgumentException.class, reading::run).getMessage();
  }

  /** Every thing that DataOutputStream writes, in both directions. */
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
    out.write("\3é!".getBytes(StandardCharsets.UTF_8));
    out.write(new byte[] {9, 8});
    Fields.Format<String> format =
        f -> {
          assertEquals(0xfe, f.byte8(t -> 0xfe));
          assertEquals(0xfedc, f.int16(t -> 0xfedc));
          assertEquals(-5, f.int32(t -> -5));
          assertEquals(Long.MIN_VALUE + 3, f.int64(t -> Long.MIN_VALUE + 3));
          assertEquals(-0.1, f.float64(t -> -0.1));
          assertEquals("zwölf\0", f.utf(t -> t));
          assertEquals("é!", f.text(t -> "é!"));
          return f.makes(() -> "zwölf\0");
        };

    byte[] written = Fields.write(new byte[0], "zwölf\0", format);
    assertArrayEquals(Arrays.copyOf(bytes.toByteArray(), bytes.size() - 2), written);
    Fields<String> in =
        Fields.of(bytes.toByteArray(), 0, bytes.size(), IllegalArgumentException::new);
    assertEquals("zwölf\0", format.pass(in));
    assertEquals("bytes follow its end", refused(in::end));
    assertArrayEquals(new byte[] {9, 8}, in.bytes(2, null));
    in.end();
  }

  /** More of them than the first bytes hold. */
  @Test
  void manyNumbersAreWrittenAndReadToTheBit() {
    double[] reals = {-0.0, Double.NaN, Double.longBitsToDouble(0x7ff8000000000123L), 1e-320};
    long[] numbers = new long[1000];
    Arrays.setAll(numbers, i -> (i % 2 == 0 ? 1 : -1) * (1L << (i % 64)));
    int[] ints = Arrays.stream(numbers).mapToInt(n -> (int) n >>> 1).toArray();
    Fields.Format<Object> format =
        f -> {
          long[] bits =
              Arrays.stream(f.float64s(reals.length, t -> reals))
                  .mapToLong(Double::doubleToRawLongBits)
                  .toArray();
          assertArrayEquals(
              Arrays.stream(reals).mapToLong(Double::doubleToRawLongBits).toArray(), bits);
          assertArrayEquals(numbers, f.int64s(1000, t -> numbers));
          assertArrayEquals(numbers, f.zigzags(1000, t -> numbers));
          assertArrayEquals(ints, f.int32s(1000, t -> ints));
          assertArrayEquals(ints, f.varints(1000, t -> ints));
          return f.makes(Object::new);
        };
    byte[] bytes = Fields.write(new byte[] {7}, new Object(), format);

    Fields<Object> in = reader(bytes, 1, bytes.length);
    assertEquals(Object.class, format.pass(in).getClass());
    in.end();
  }

  /** What begins before its bytes or goes on behind them is not seen. */
  @Test
  void onlyThePartThatIsGivenIsRead() {
    Fields<Object> in = reader(new byte[] {1, 2, 3, 4, 5}, 1, 3);

    assertEquals(0x0203, in.int16(null));
    in.end();
    assertEquals("it ends too early", refused(() -> in.byte8(null)));
  }

  @ParameterizedTest
  @CsvSource({
    "byte8, 1",
    "int16, 2",
    "int32, 4",
    "int64, 8",
    "float64, 8",
    "bytes, 5",
    "int32s, 8"
  })
  void oneByteTooFewIsRefusedInTheDecodersWords(String kind, int size) {
    read(kind, reader(new byte[size])); // enough
    assertEquals("it ends too early", refused(() -> read(kind, reader(new byte[size - 1]))));
  }

  private static void read(String kind, Fields<Object> in) {
    switch (kind) {
      case "byte8" -> in.byte8(null);
      case "int16" -> in.int16(null);
      case "int32" -> in.int32(null);
      case "int64" -> in.int64(null);
      case "float64" -> in.float64(null);
      case "bytes" -> in.bytes(5, null);
      default -> in.int32s(2, null);
    }
  }

  @Test
  void countsThatCannotBeAreRefused() {
    reader(new byte[6]).remain(3, 2);
    reader(new byte[6]).remain(0, 2);
    assertEquals("it ends too early", refused(() -> reader(new byte[6]).remain(-1, 2)));
    assertEquals("it ends too early", refused(() -> reader(new byte[5]).remain(3, 2)));
    assertEquals("it ends too early", refused(() -> reader(new byte[5]).bytes(-1, null)));
  }

  /** A number of things, each of 3 bytes at least: 2 of them fit 6 to 8 bytes. */
  @ParameterizedTest
  @CsvSource({"0, 0, true", "2, 6, true", "2, 5, false", "3, 8, false", "-1, 8, false"})
  void thingsMustFitWhatRemains(int count, int remaining, boolean fits) {
    byte[] bytes = new byte[4 + remaining];
    bytes[0] = bytes[1] = bytes[2] = (byte) (count >> 8);
    bytes[3] = (byte) count;
    if (fits) {
      assertEquals(count, reader(bytes).count(3, null));
    } else {
      assertEquals("its counts are out of range", refused(() -> reader(bytes).count(3, null)));
    }
    if (count >= 0) {
      byte[] varint = Arrays.copyOfRange(bytes, 3, bytes.length);
      if (fits) {
        assertEquals(count, reader(varint).varcount(3, null));
      } else {
        assertEquals(
            "its counts are out of range", refused(() -> reader(varint).varcount(3, null)));
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
    Fields<Object> in = hex(hex);

    assertEquals(value, in.varint(null));
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
    assertEquals(why, refused(() -> hex(hex).varint(null)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "c3", "c0af", "eda080"})
  void textsThatAreNotUtf8AreRefused(String hex) {
    String text = "0" + hex.length() / 2 + hex;
    assertEquals("a text is not UTF-8", refused(() -> hex(text).text(null)));
    assertEquals("its counts are out of range", refused(() -> hex("07" + hex).text(null)));
  }

  @Test
  void textsWithTheirLengthAreReadWholeOrRefused() {
    assertEquals("", hex("0000").utf(null));
    assertEquals("ab", hex("00026162").utf(null));
    assertEquals("it ends too early", refused(() -> hex("000261").utf(null)));
    assertEquals("it ends too early", refused(() -> hex("00").utf(null)));
    assertEquals("a text is not UTF-8", refused(() -> hex("0001ff").utf(null)));
    for (String another : List.of("000100", "0002c1a1", "0003e081a1")) { // NUL, a and a
      assertEquals(Fields.RESPELLED, refused(() -> hex(another).utf(null)));
    }
    Fields<Object> two = hex("0001610001620c");
    assertEquals("ab", two.utf(null) + two.utf(null));
    assertEquals(12, two.byte8(null));
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

    assertArrayEquals(bytes, Codec.inflated(deflated, 0, deflated.length, refusal));
    assertArrayEquals(bytes, Codec.inflated(beside, 3, deflated.length + 3, refusal));
    assertEquals(
        "bytes follow its end",
        refused(() -> Codec.inflated(beside, 3, deflated.length + 4, refusal)));
    assertEquals(
        "it ends too early",
        refused(() -> Codec.inflated(beside, 3, deflated.length + 2, refusal)));
    assertEquals(
        "it cannot be inflated",
        refused(() -> Codec.inflated(beside, 2, deflated.length + 3, refusal)));
  }

  @Test
  void nothingIsReadThatAQuarterOfTheHeapDoesNotHold() {
    long heap = Runtime.getRuntime().maxMemory();

    assertEquals(heap / 4 < 1L << 29 ? heap / 4 : 1L << 29, Codec.most());
  }
}
