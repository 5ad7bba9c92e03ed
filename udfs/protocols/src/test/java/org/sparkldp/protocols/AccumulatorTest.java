package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.random.SimulationSource;

/** The laws of every protocol's accumulator. */
class AccumulatorTest {
  private static final List<String> SPECS =
      List.of(
          "rr(epsilon=1)",
          "grr(epsilon=1,k=5)",
          "sue(epsilon=1,k=67)",
          "oue(epsilon=2,k=64)",
          "the(epsilon=1,k=7)",
          "rappor(epsilon=2,k=3,bits=9,cohorts=5)");

  /** Some reports of one protocol, and ways to add them up. */
  private record Reports<R>(Protocol<Integer, R> protocol, List<R> all) {

    static Reports<?> of(String spec, int count, long seed) {
      return of(Protocols.of(spec), count, seed);
    }

    @SuppressWarnings("unchecked") // every protocol here takes item indices
    private static <R> Reports<R> of(Protocol<?, R> any, int count, long seed) {
      Protocol<Integer, R> protocol = (Protocol<Integer, R>) any;
      RandomSource source = new SimulationSource(seed);
      List<R> reports = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        reports.add(protocol.randomizer().randomize(source.uniform(2), source));
      }
      return new Reports<>(protocol, reports);
    }

    Accumulator<R> sum(int from, int to) {
      Accumulator<R> sum = protocol.newAccumulator("plan");
      all.subList(from, to).forEach(sum::add);
      return sum;
    }
  }

  @Property(tries = 100)
  void mergingInAnyOrderAndGroupingGivesTheBytesOfOnePass(
      @ForAll @IntRange(max = 5) int spec,
      @ForAll @IntRange(max = 200) int first,
      @ForAll @IntRange(max = 200) int second,
      @ForAll @IntRange(max = 200) int third,
      @ForAll long seed) {
    Reports<?> reports = Reports.of(SPECS.get(spec), first + second + third, seed);
    int two = first + second;
    int three = two + third;
    byte[] whole = reports.sum(0, three).toBytes();

    Accumulator<?> leftToRight = reports.sum(0, first);
    leftToRight.merge(reports.sum(first, two));
    leftToRight.merge(reports.sum(two, three));
    Accumulator<?> tail = reports.sum(two, three);
    tail.merge(reports.sum(first, two));
    Accumulator<?> rightToLeft = Protocols.readAccumulator(tail.toBytes());
    rightToLeft.merge(reports.sum(0, first));

    assertArrayEquals(whole, leftToRight.toBytes());
    assertArrayEquals(whole, rightToLeft.toBytes());
    assertEquals(leftToRight, rightToLeft);
    assertEquals(leftToRight.hashCode(), rightToLeft.hashCode());
  }

  @Property(tries = 50)
  void addingWithAMultiplicityIsAddingAgainAndAgain(
      @ForAll @IntRange(max = 5) int spec,
      @ForAll @Size(max = 20) List<@IntRange(max = 30) Integer> times,
      @ForAll long seed) {
    Reports<?> reports = Reports.of(SPECS.get(spec), times.size(), seed);

    assertMultiplicity(reports, times);
  }

  private static <R> void assertMultiplicity(Reports<R> reports, List<Integer> times) {
    Accumulator<R> one = reports.protocol().newAccumulator();
    Accumulator<R> other = reports.protocol().newAccumulator();
    for (int i = 0; i < times.size(); i++) {
      R report = reports.all().get(i);
      one.add(report, times.get(i));
      for (int j = 0; j < times.get(i); j++) {
        other.add(report);
      }
    }

    assertArrayEquals(one.toBytes(), other.toBytes());
  }

  @Test
  void mergingLeavesTheOtherAsItIs() {
    Accumulator<?> one = Reports.of("oue(epsilon=1,k=3)", 10, 1).sum(0, 10);
    byte[] before = one.toBytes();

    Protocols.of(one.spec()).newAccumulator("plan").merge(one);

    assertArrayEquals(before, one.toBytes());
  }

  @Test
  void readingTheCountsDoesNotEndTheAdding() {
    Reports<?> reports = Reports.of("oue(epsilon=1,k=3)", 30, 2);

    assertEquals(reports.sum(0, 30), withReads(reports));
  }

  private static <R> Accumulator<R> withReads(Reports<R> reports) {
    Accumulator<R> sum = reports.protocol().newAccumulator("plan");
    for (R report : reports.all()) {
      sum.add(report);
      sum.counts();
    }
    return sum;
  }

  @Test
  void anotherSpecIsRefused() {
    Accumulator<?> one = Protocols.of("grr(epsilon=1,k=4)").newAccumulator();
    Accumulator<?> other = Protocols.of("grr(epsilon=2,k=4)").newAccumulator();

    assertThrows(IllegalArgumentException.class, () -> one.merge(other));
    assertNotEquals(one, other);
  }

  @Test
  void anotherContextIsRefused() {
    Accumulator<?> one = Protocols.of("grr(epsilon=1,k=4)").newAccumulator("monday");
    Accumulator<?> other = Protocols.of("grr(epsilon=1,k=4)").newAccumulator("tuesday");

    assertThrows(IllegalArgumentException.class, () -> one.merge(other));
    assertNotEquals(one, other);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "grr(epsilon=1,k=5)",
        "oue(epsilon=1,k=5)",
        "rappor(epsilon=2,k=3,bits=9,cohorts=5)"
      })
  void aNegativeMultiplicityIsRefused(String spec) {
    assertNegativeRefused(Reports.of(spec, 1, 3));
  }

  private static <R> void assertNegativeRefused(Reports<R> reports) {
    Accumulator<R> sum = reports.protocol().newAccumulator();

    assertThrows(IllegalArgumentException.class, () -> sum.add(reports.all().get(0), -1));
    assertEquals(reports.protocol().newAccumulator(), sum);
  }

  @Test
  void overflowIsLoud() {
    assertOverflow(Reports.of("oue(epsilon=1,k=5)", 1, 4));
  }

  private static <R> void assertOverflow(Reports<R> reports) {
    Accumulator<R> sum = reports.protocol().newAccumulator();
    sum.add(reports.all().get(0), Long.MAX_VALUE);

    assertThrows(ArithmeticException.class, () -> sum.add(reports.all().get(0)));
    assertThrows(ArithmeticException.class, () -> sum.merge(sum));
  }
}
