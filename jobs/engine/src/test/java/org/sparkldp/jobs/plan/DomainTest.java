package org.sparkldp.jobs.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values to items, at the edges. */
class DomainTest {
  private static final long OUTSIDE = -1;

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0.0, 0",
    "4.9e-324, 0",
    "0.9999999999999999, 0",
    "1, 1",
    "9.999, 1",
    "10, 2",
    "11, 2",
    "12, 2", // the last edge belongs to the last bin
    "12.000000000000002, -1",
    "-4.9e-324, -1",
    "NaN, -1",
    "Infinity, -1",
    "-Infinity, -1",
    "1e300, -1",
  })
  void aBinHoldsItsLowerEdgeAndTheLastItsUpperToo(double value, long item) {
    Domain.BinDomain bins = new Domain.BinDomain(new double[] {0, 1, 10, 12});
    assertEquals(item, bins.index(value, OUTSIDE));
    assertEquals(item == OUTSIDE ? 99 : item, bins.index(value, 99));
  }

  @Test
  void bothZerosAreOneNumber() {
    for (double edge : new double[] {0.0, -0.0}) {
      Domain.BinDomain bins = new Domain.BinDomain(new double[] {-1, edge, 1});
      assertEquals(1, bins.index(0.0, OUTSIDE));
      assertEquals(1, bins.index(-0.0, OUTSIDE));
    }
  }

  @Test
  void equalBinsHoldEveryNumberBetweenTheirEnds() {
    Domain.BinDomain bins = Domain.BinDomain.equal(0, 0.7, 7); // edges that no double hits exactly
    assertEquals(7, bins.size());
    assertEquals(0, bins.index(0, OUTSIDE));
    assertEquals(6, bins.index(0.7, OUTSIDE));
    long before = 0;
    for (int i = 0; i <= 7000; i++) {
      long item = bins.index(0.7 * i / 7000, OUTSIDE);
      assertEquals(true, item >= before && item <= 6);
      before = item;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "18, 0",
    "90, 72",
    "17, -1",
    "91, -1",
    "-9223372036854775808, -1",
    "9223372036854775807, -1",
    "4294967314, -1" // 18 + 2^32
  })
  void aRangeHoldsBothEnds(long value, long item) {
    assertEquals(item, new Domain.RangeDomain(18, 90).index(value, OUTSIDE));
  }

  @Test
  void aRangeAtTheEndOfLongsDoesNotWrap() {
    Domain.RangeDomain range = new Domain.RangeDomain(Long.MAX_VALUE - 1, Long.MAX_VALUE);
    assertEquals(1, range.index(Long.MAX_VALUE, OUTSIDE));
    assertEquals(OUTSIDE, range.index(Long.MIN_VALUE, OUTSIDE));
  }

  @Test
  void textsAreComparedByteByByteAlsoAfterTravelling() throws Exception {
    Domain.ItemDomain items = travelled(new Domain.ItemDomain(List.of("DE", "de", "", "straße")));
    assertEquals(0, items.index(UTF8String.fromString("DE"), OUTSIDE));
    assertEquals(1, items.index(UTF8String.fromString("de"), OUTSIDE));
    assertEquals(2, items.index(UTF8String.fromString(""), OUTSIDE));
    assertEquals(3, items.index(UTF8String.fromString("straße"), OUTSIDE));
    assertEquals(OUTSIDE, items.index(UTF8String.fromString("strasse"), OUTSIDE));
    assertEquals(OUTSIDE, items.index(UTF8String.fromString("DE "), OUTSIDE));
  }

  private static Domain.ItemDomain travelled(Domain.ItemDomain items)
      throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(items);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (Domain.ItemDomain) in.readObject();
    }
  }

  @Test
  void plansShowADomainByItsSizeOnly() {
    assertEquals("domain of 2 items", new Domain.ItemDomain(List.of("a", "b")).toString());
  }
}
