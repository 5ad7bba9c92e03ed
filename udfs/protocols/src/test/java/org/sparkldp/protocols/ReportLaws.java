package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sparkldp.protocols.random.RandomSource;

/** Reports have the declared form, and sums of them depend on nothing but the reports. */
abstract class ReportLaws extends DeclarationLaws {

  ReportLaws(Catalogue catalogue, String home, Path pages, Set<String> elsewhere) {
    super(catalogue, home, pages, elsewhere);
  }

  // Reports.

  @ParameterizedTest
  @MethodSource("protocols")
  void aReportHasTheDeclaredKindAndSize(Protocol<Object, Object> protocol) {
    ReportType type = protocol.reportType();
    for (Object report : reports(protocol, 1)) {
      switch (type.kind()) {
        case CELL -> assertInstanceOf(Integer.class, report);
        case WORD -> assertInstanceOf(Long.class, report);
        case BITS -> assertEquals(type.bytes(), ((byte[]) report).length);
      }
    }
    assertTrue(
        type.kind() == ReportType.ReportCarrier.BITS
            || type.bytes() == (type.kind() == ReportType.ReportCarrier.CELL ? 4 : 8));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void allCoinsComeFromTheSource(Protocol<Object, Object> protocol) {
    assertArrayEquals(reports(protocol, 2).toArray(), reports(protocol, 2).toArray());
    assertFalse(Arrays.deepEquals(reports(protocol, 2).toArray(), reports(protocol, 3).toArray()));
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void anEqualValueIsEncodedAlikeAndOthersApart(Protocol<Object, Object> protocol) {
    Set<Long> codes = new HashSet<>();
    Set<Object> values = new HashSet<>();
    for (Object value : values(protocol)) {
      Object again = value instanceof double[] vector ? vector.clone() : value;
      assertEquals(protocol.randomizer().encode(value), protocol.randomizer().encode(again));
      codes.add(protocol.randomizer().encode(value));
      values.add(
          (Object) protocol instanceof VectorProtocol<?> vectors
              ? Arrays.toString(vectors.input((double[]) value))
              : value);
    }
    assertTrue(values.size() >= 2);
    assertEquals(values.size(), codes.size());
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void valuesThatAreNoneAreRefusedAndNotShown(Protocol<Object, Object> protocol) {
    List<Object> wrong = new ArrayList<>();
    Protocol<?, ?> any = protocol;
    if (any instanceof ItemProtocol<?> items) {
      wrong.addAll(List.of(-1, items.k(), Integer.MIN_VALUE, Integer.MAX_VALUE));
    } else if (any instanceof NumberProtocol<?> numbers) {
      wrong.addAll(
          List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1234.5e300));
      wrong.removeIf(x -> numbers.accepts((double) x));
      assertTrue(wrong.size() >= 3, "none that is not finite is accepted");
    } else {
      VectorProtocol<?> vectors = (VectorProtocol<?>) any;
      double[] value = (double[]) values(protocol).get(0);
      assertTrue(vectors.accepts(value));
      wrong.add(Arrays.copyOf(value, value.length + 1));
      wrong.add(Arrays.copyOf(value, value.length - 1));
      wrong.removeIf(other -> vectors.accepts((double[]) other)); // sets have any length
      for (double bad : new double[] {Double.NaN, Double.POSITIVE_INFINITY, -1234.5e300}) {
        for (int j = 0; j < value.length; j++) {
          double[] one = value.clone();
          one[j] = bad;
          if (!vectors.accepts(one)) {
            wrong.add(one);
          } else {
            assertTrue(Double.isFinite(bad), "none that is not finite is accepted");
          }
        }
      }
    }
    for (Object value : wrong) {
      RandomSource none =
          new RandomSource() {
            private boolean cohort;

            @Override
            public long nextLong() {
              // A number's cohort is drawn, or hashed, before the value is looked at.
              assertTrue(any instanceof NumberProtocol<?> && !cohort, "no coin for it");
              cohort = true;
              return 1;
            }
          };
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class, () -> protocol.randomizer().randomize(value, none));
      assertFalse(refusal.getMessage().contains("1234.5"), refusal.getMessage());
      assertFalse(refusal.getMessage().contains("1.2345"), refusal.getMessage());
    }
  }

  // Sums.

  @ParameterizedTest
  @MethodSource("protocols")
  void sumsDoNotDependOnOrderGroupingOrMultiplicity(Protocol<Object, Object> protocol) {
    List<Object> reports = reports(protocol, 4);
    Accumulator<Object> whole = sum(protocol, reports);
    Accumulator<Object> parts = sum(protocol, reports.subList(REPORTS / 2, REPORTS));
    Accumulator<Object> rest = sum(protocol, reports.subList(0, REPORTS / 2));
    byte[] before = rest.toBytes();
    parts.merge(rest);
    assertArrayEquals(before, rest.toBytes());
    Accumulator<Object> twice = protocol.newAccumulator("plan");
    Accumulator<Object> times = protocol.newAccumulator("plan");
    for (Object report : reports) {
      twice.add(report);
      twice.add(report);
      times.add(report, 0);
      times.counts(); // which does not end the adding
      times.add(report, 1);
      times.add(report, 1);
      twice.add(report);
      twice.add(report);
      twice.add(report);
      times.add(report, 3);
    }

    assertEquals(REPORTS, whole.n());
    assertArrayEquals(whole.toBytes(), parts.toBytes());
    assertEquals(whole, parts);
    assertEquals(whole.hashCode(), parts.hashCode());
    assertEquals(5L * REPORTS, times.n());
    assertArrayEquals(twice.toBytes(), times.toBytes());
    assertNotEquals(whole, twice);
    assertThrows(IllegalArgumentException.class, () -> whole.add(reports.get(0), -1));
  }

  /** Merges of parts in any order, some of them read back from bytes, have the same bytes. */
  @ParameterizedTest
  @MethodSource("protocols")
  void sumsReadBackAndMergeInAnyOrderToTheSameBytes(Protocol<Object, Object> protocol) {
    List<Object> reports = reports(protocol, 8);
    byte[] whole = sum(protocol, reports).toBytes();
    List<byte[]> parts = new ArrayList<>();
    for (int i = 0; i < REPORTS; i += REPORTS / 6) {
      parts.add(sum(protocol, reports.subList(i, i + REPORTS / 6)).toBytes());
    }
    for (long seed = 0; seed < 4; seed++) {
      Collections.shuffle(parts, new Random(seed));
      Accumulator<?> merged = Protocols.readAccumulator(parts.get(0), protocol);
      Accumulator<?> blind = Protocols.readForMerging(parts.get(0));
      for (byte[] part : parts.subList(1, parts.size())) {
        merged.merge(Protocols.readAccumulator(part, protocol));
        blind.merge(Protocols.readForMerging(part));
      }
      assertArrayEquals(whole, merged.toBytes());
      assertArrayEquals(whole, blind.toBytes());
      assertEquals(REPORTS, merged.n());
      assertEquals("plan", merged.context());
    }
    int id = ((whole[5] & 0xff) << 8) | (whole[6] & 0xff);
    assertEquals(Protocols.declaration(protocol.spec().name()).id(), id);
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void overflowIsLoud(Protocol<Object, Object> protocol) {
    Object report = reports(protocol, 4).get(0);
    Accumulator<Object> one = sum(protocol, List.of(report));
    Accumulator<Object> all = protocol.newAccumulator("plan");
    assertThrows(
        IllegalArgumentException.class,
        () -> {
          all.add(report, Long.MAX_VALUE); // where sums are of numbers, already too many
          all.merge(one);
        });
    assertThrows(
        IllegalArgumentException.class,
        () -> {
          one.add(report, Long.MAX_VALUE - 1);
          one.add(report);
        });
  }

  @ParameterizedTest
  @MethodSource("protocols")
  void aReportOfAnotherShapeIsRefusedAndChangesNothing(Protocol<Object, Object> protocol) {
    Accumulator<Object> sum = sum(protocol, reports(protocol, 5));
    byte[] before = sum.toBytes();
    ReportType type = protocol.reportType();
    List<Object> wrong =
        switch (type.kind()) {
          case CELL -> List.of(-1, Integer.MAX_VALUE, Integer.MIN_VALUE);
          case WORD -> List.of();
          case BITS -> List.of(new byte[0], new byte[type.bytes() - 1], new byte[type.bytes() + 1]);
        };
    for (Object report : wrong) {
      assertThrows(IllegalArgumentException.class, () -> sum.add(report));
      assertThrows(IllegalArgumentException.class, () -> sum.add(report, 2));
      assertArrayEquals(before, sum.toBytes());
    }
  }

  /** Reports of the protocol, with bits turned over, and at the ends of their ranges. */
  @ParameterizedTest
  @MethodSource("protocols")
  void aReportIsAcceptedIfAndOnlyIfItCanBeAdded(Protocol<Object, Object> protocol) {
    Accumulator<Object> sum = protocol.newAccumulator("plan");
    byte[] empty = sum.toBytes();
    List<Object> mine = reports(protocol, 6);
    List<Object> asked = new ArrayList<>(mine);
    Random random = new Random(7);
    for (Object report : mine) {
      for (int i = 0; i < 20; i++) {
        asked.add(
            switch (protocol.reportType().kind()) {
              case CELL -> (Integer) report ^ (1 << random.nextInt(Integer.SIZE));
              case WORD -> (Long) report ^ (1L << random.nextInt(Long.SIZE));
              case BITS -> {
                byte[] bits = ((byte[]) report).clone();
                bits[random.nextInt(bits.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                yield bits;
              }
            });
      }
    }
    switch (protocol.reportType().kind()) {
      case CELL -> asked.addAll(List.of(Integer.MIN_VALUE, -1, 0, sum.width(), Integer.MAX_VALUE));
      case WORD -> asked.addAll(List.of(Long.MIN_VALUE, -1L, 0L, Long.MAX_VALUE));
      case BITS -> {
        int bytes = protocol.reportType().bytes();
        byte[] full = new byte[bytes];
        Arrays.fill(full, (byte) 0xff);
        asked.addAll(List.of(new byte[0], new byte[bytes], new byte[bytes + 1], full));
      }
    }

    mine.forEach(report -> assertTrue(sum.accepts(report)));
    for (Object report : asked) {
      boolean isAdded;
      try {
        sum.add(report, 0);
        isAdded = true;
      } catch (IllegalArgumentException refused) {
        isAdded = false;
      }
      assertEquals(isAdded, sum.accepts(report));
    }
    assertArrayEquals(empty, sum.toBytes());
  }
}
