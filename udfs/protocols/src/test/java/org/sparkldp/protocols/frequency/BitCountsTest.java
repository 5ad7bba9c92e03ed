package org.sparkldp.protocols.frequency;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

class BitCountsTest {
  private static final ProtocolSpec SPEC = ProtocolSpec.parse("oue(epsilon=1.0,k=2)");

  private static Accumulator<byte[]> ofBits(int bits) {
    return new Accumulator<>(SPEC, "", BitCounts.of(bits));
  }

  private static byte[] report(SimulationSource source, long density, int bits) {
    long[] words = new long[(bits + 63) / 64];
    source.bernoulliBits(density, bits, words);
    return PackedBits.toBytes(words, (bits + 7) / 8);
  }

  private static long[] words(byte[] report) {
    long[] words = new long[(report.length + 7) / 8];
    PackedBits.toWords(report, words, 0);
    return words;
  }

  @Test
  void bitsInWordsAreRefusedAsInBytes() {
    Accumulator<byte[]> ofTen = ofBits(10);
    Accumulator<byte[]> ofPairs = new Accumulator<>(SPEC, "", BitCounts.ofSets(10, 2));
    ofTen.addBits(new long[] {1L << 9});
    ofPairs.addBits(new long[] {0b11});
    for (long[] foreign : new long[][] {{}, {1L << 10}, {1, 0}}) {
      assertThrows(IllegalArgumentException.class, () -> ofTen.addBits(foreign));
    }
    assertThrows(IllegalArgumentException.class, () -> ofPairs.addBits(new long[] {0b111}));
    assertEquals(1, ofTen.n());
    assertEquals(1, ofPairs.n());
  }

  private static void addNaively(long[] counts, byte[] report) {
    for (int bit = 0; bit < counts.length; bit++) {
      counts[bit] += (report[bit / 8] >> (bit % 8)) & 1;
    }
  }

  @Property(tries = 300)
  void itCountsAsOneWouldByHand(
      @ForAll @IntRange(min = 1, max = 200) int bits,
      @ForAll @IntRange(max = 300) int reports,
      @ForAll long density,
      @ForAll long seed) {
    SimulationSource source = new SimulationSource(seed);
    Accumulator<byte[]> sum = ofBits(bits);
    long[] counts = new long[bits];
    for (int i = 0; i < reports; i++) {
      byte[] report = report(source, density, bits);
      if (i % 2 == 0) {
        sum.add(report);
      } else {
        sum.addBits(words(report));
      }
      addNaively(counts, report);
      if (i % 97 == 13) {
        sum.counts();
      }
    }

    assertArrayEquals(counts, sum.counts());
    assertEquals(reports, sum.n());
  }

  @ParameterizedTest
  @CsvSource({"1", "64", "70"})
  void itCountsOnBeyondWhatItsPlanesHold(int bits) {
    // They are emptied after 64 (2^10 − 1) = 65,472 reports; all ones fill them to the brim.
    SimulationSource source = new SimulationSource(5);
    Accumulator<byte[]> sum = ofBits(bits);
    long[] counts = new long[bits];
    byte[] ones = new byte[(bits + 7) / 8];
    for (int bit = 0; bit < bits; bit++) {
      ones[bit / 8] |= (byte) (1 << (bit % 8));
    }
    for (int i = 0; i < 140_000; i++) {
      byte[] report = i % 70_000 < 66_000 ? ones : report(source, 1L << 62, bits);
      sum.add(report);
      addNaively(counts, report);
    }

    assertArrayEquals(counts, sum.counts());
  }

  @Test
  void aReportMayBeAddedManyTimesAtOnce() {
    Accumulator<byte[]> sum = ofBits(10);
    sum.add(new byte[] {0b0101, 0b10}, 1L << 40);
    sum.add(new byte[] {0b0001, 0b00});

    assertArrayEquals(
        new long[] {(1L << 40) + 1, 0, 1L << 40, 0, 0, 0, 0, 0, 0, 1L << 40}, sum.counts());
  }

  @Test
  void aReportOfTheWrongShapeIsRefusedAndChangesNothing() {
    Accumulator<byte[]> sum = ofBits(10);

    for (byte[] wrong : new byte[][] {{}, {1}, {1, 1, 0}, {0, 0b100}, {0, (byte) 0x80}, {-1, -1}}) {
      assertThrows(IllegalArgumentException.class, () -> sum.add(wrong));
      assertThrows(IllegalArgumentException.class, () -> sum.add(wrong, 2));
    }
    assertEquals(ofBits(10), sum);
  }
}
