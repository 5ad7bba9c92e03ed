package org.sparkldp.protocols.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.MethodSource;

class AccumulatorBytesTest {

  /** Vectors computed outside this project, from the layout alone. */
  @ParameterizedTest
  @CsvFileSource(resources = "accumulators.txt", delimiter = ';', quoteCharacter = '"')
  void theLayoutIsPermanent(
      int id, String spec, String context, long n, String counters, String hex) {
    long[] counts = Arrays.stream(counters.split(",", -1)).mapToLong(Long::parseLong).toArray();
    String known = context == null ? "" : context;
    byte[] golden = HexFormat.of().parseHex(hex);

    assertArrayEquals(golden, new AccumulatorBytes(id, spec, known, n, counts).encode());
    AccumulatorBytes read = AccumulatorBytes.decode(golden);
    assertEquals(id, read.protocolId());
    assertEquals(spec, read.spec());
    assertEquals(known, read.context());
    assertEquals(n, read.n());
    assertArrayEquals(counts, read.counters());
  }

  @Property
  void whatIsWrittenReadsBackTheSame(
      @ForAll @IntRange(min = 1, max = 65_535) int id,
      @ForAll @LongRange(min = 0) long n,
      @ForAll long[] counters) {
    AccumulatorBytes read =
        AccumulatorBytes.decode(new AccumulatorBytes(id, "p(x='é')", "c", n, counters).encode());

    assertEquals(id, read.protocolId());
    assertEquals(n, read.n());
    assertArrayEquals(counters, read.counters());
  }

  private static byte[] sample() {
    return new AccumulatorBytes(
            2, "grr(epsilon=1.0,k=4)", "plan", 1_000, new long[] {300, -5, 0, 1L << 40})
        .encode();
  }

  @Test
  void everyDamageIsRefused() {
    Damages.assertRefused(sample(), AccumulatorBytes::decode, "accumulator");
  }

  @Test
  void anotherVersionIsRefusedAsSuch() {
    byte[] bytes = sealed(2, "0161" + "00" + "01" + "01" + "02");

    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> AccumulatorBytes.decode(bytes));
    assertTrue(refusal.getMessage().contains("version 2"), refusal.getMessage());
  }

  /** Somebody may take a private column for accumulators; its length or bytes must not be shown. */
  @Test
  void whatIsNoAccumulatorIsRefusedInOneSentence() {
    Set<String> sentences = new HashSet<>();
    byte[] other = sample();
    other[4] = 83;
    for (byte[] value :
        List.of(
            new byte[0],
            "SECRET".getBytes(StandardCharsets.UTF_8),
            "a longer SECRET that no accumulator begins with".getBytes(StandardCharsets.UTF_8),
            "LDPASECRET and more of it".getBytes(StandardCharsets.UTF_8),
            other)) {
      sentences.add(
          assertThrows(IllegalArgumentException.class, () -> AccumulatorBytes.decode(value))
              .getMessage());
    }
    assertEquals(1, sentences.size(), sentences::toString);
  }

  /** Bodies after the protocol id, each with a right checksum and something else wrong. */
  static Stream<String> malformed() {
    return Stream.of(
        "", // nothing at all
        "05" + "61", // a spec longer than the rest
        "ffffffffffffffffff01" + "61", // a spec of 2^64 − 1 bytes
        "01ff" + "00" + "00" + "00", // a spec that is not UTF-8
        "0161" + "00" + "8000" + "00", // n = 0 in two bytes
        "0161" + "00" + "ffffffffffffffffff01" + "00", // n of 64 bits
        "0161" + "00" + "ffffffffffffffffff02" + "00", // n of 65 bits
        "0161" + "00" + "80808080808080808080" + "00" + "00", // a varint of eleven bytes
        "0161" + "00" + "01" + "02" + "00", // two counters announced, one there
        "0161" + "00" + "01" + "ffffffff07" + "00", // 2^31 − 1 counters announced
        "0161" + "00" + "01" + "01" + "00" + "00", // a byte after the last counter
        "0161" + "00" + "01" + "01" + "80"); // a counter that does not end
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void whatEncodeWouldNotWriteIsRefused(String body) {
    byte[] bytes = sealed(body);

    assertThrows(IllegalArgumentException.class, () -> AccumulatorBytes.decode(bytes));
  }

  @Test
  void theSameBodyWellFormedIsRead() {
    assertEquals(1, AccumulatorBytes.decode(sealed("0161" + "00" + "01" + "01" + "02")).n());
  }

  private static byte[] sealed(String body) {
    return sealed(1, body);
  }

  private static byte[] sealed(int version, String body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(HexFormat.of().parseHex("4c4450410" + version + "0002" + body));
    CRC32C crc = new CRC32C();
    crc.update(out.toByteArray());
    out.writeBytes(ByteBuffer.allocate(4).putInt((int) crc.getValue()).array());
    return out.toByteArray();
  }
}
