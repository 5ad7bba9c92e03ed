package org.sparkldp.protocols;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.AccumulatorBytes;

/**
 * A question has one name. Keyed coins follow from it: a second name for one round would let a
 * person be asked it twice, with fresh coins.
 */
public class OneSpellingTest {

  /** The second round of each declaration whose first example can be over. */
  private static List<Protocol<?, ?>> secondRounds() {
    List<Protocol<?, ?>> rounds = new ArrayList<>();
    for (Declaration<?> declaration : Protocols.declarations()) {
      for (String example : declaration.examples().stream().limit(1).toList()) {
        if (Elsewhere.isMade(declaration.name())) {
          continue;
        }
        Protocol<?, ?> first = Protocols.of(example);
        if (RoundWalk.round(first) > 0) {
          Accumulator<?> reports =
              first instanceof NumberProtocol<?> numbers
                  ? reports(numbers)
                  : first instanceof CellProtocol cells
                      ? reports(cells)
                      : reports((VectorProtocol<?>) first);
          try {
            rounds.add(RoundWalk.next(first, reports));
          } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().contains("must"), e.getMessage());
          }
        }
      }
    }
    return rounds;
  }

  private static <R> Accumulator<R> reports(NumberProtocol<R> protocol) {
    Accumulator<R> reports = protocol.newAccumulator();
    SimulationSource source = new SimulationSource(1);
    for (int i = 0; i < 300; i++) {
      int cohort = protocol.cohort(0, source.nextLong());
      long inputs = protocol.inputs(cohort);
      reports.add(protocol.report((inputs / 2 + i % 2) % inputs, cohort, source), 50);
    }
    return reports;
  }

  private static Accumulator<Integer> reports(CellProtocol protocol) {
    Accumulator<Integer> reports = protocol.newAccumulator();
    SimulationSource source = new SimulationSource(1);
    for (int i = 0; i < 300; i++) {
      reports.add(protocol.randomize(i % 2, source), 50);
    }
    return reports;
  }

  private static <R> Accumulator<R> reports(VectorProtocol<R> protocol) {
    Accumulator<R> reports = protocol.newAccumulator();
    SimulationSource source = new SimulationSource(1);
    for (int i = 0; i < 300; i++) {
      reports.add(protocol.report(protocol.corner(i % protocol.corners()), source), 50);
    }
    return reports;
  }

  /** Any change to the numbers or reports of a state is refused, or kept byte by byte. */
  @Tag("slow")
  @Test
  void noStateIsSpelledInTwoWays() {
    int respelled = 0;
    int refused = 0;
    for (Protocol<?, ?> round : secondRounds()) {
      byte[] attachment = Attached.of(round);
      ProtocolSpec spec = round.spec();
      assertEquals(round, Protocols.of(spec, attachment));
      RoundState state = RoundState.decode(attachment);
      List<Function<RoundState, RoundState>> changes = new ArrayList<>();
      for (int i = 0; i < Math.min(3, state.numbers().length); i++) {
        for (double number : new double[] {Double.NaN, state.numbers()[i] + 0.25}) {
          int at = i;
          changes.add(s -> new RoundState(s.accumulators(), put(s.numbers(), at, number)));
        }
      }
      changes.addAll(
          List.of(
              s -> new RoundState(s.accumulators(), append(s.numbers(), 0)),
              s -> new RoundState(s.accumulators(), append(s.numbers(), Double.NaN)),
              s -> new RoundState(twice(s.accumulators()), s.numbers()),
              s -> new RoundState(List.of(), s.numbers()),
              s -> new RoundState(s.accumulators(), new double[0])));
      for (Function<RoundState, RoundState> change : changes) {
        RoundState other = change.apply(state);
        if (Arrays.equals(other.encode(), attachment)) {
          continue;
        }
        ProtocolSpec named =
            ProtocolSpec.parse(spec.toString().replace(state.fingerprint(), other.fingerprint()));
        try {
          assertArrayEquals(other.encode(), Attached.of(Protocols.of(named, other.encode())));
        } catch (IllegalArgumentException e) {
          refused++;
          respelled += e.getMessage().contains("says the same in another way") ? 1 : 0;
        }
      }
    }
    assertTrue(refused >= 20, refused + " are refused");
    assertEquals(0, respelled, "what says the same in another way is refused as it is read");
  }

  private static double[] put(double[] numbers, int at, double number) {
    double[] other = numbers.clone();
    other[at] = number;
    return other;
  }

  private static double[] append(double[] numbers, double last) {
    double[] more = Arrays.copyOf(numbers, numbers.length + 1);
    more[numbers.length] = last;
    return more;
  }

  private static List<byte[]> twice(List<byte[]> accumulators) {
    List<byte[]> more = new ArrayList<>(accumulators);
    more.addAll(accumulators);
    return more;
  }

  @Test
  void protocolsAreTheirSpecs() {
    Protocol<?, ?> four = Protocols.of("grr(epsilon=1.0,k=4)");
    Protocol<?, ?> five = Protocols.of("grr(epsilon=1.0,k=5)");

    assertEquals(four, Protocols.of("grr(k=4,epsilon=1)"));
    assertEquals(four.hashCode(), Protocols.of("grr(k=4,epsilon=1)").hashCode());
    assertNotEquals(four, five);
    assertNotEquals(four.hashCode(), five.hashCode());
    assertEquals("grr(epsilon=1.0,k=4)", four.toString());
    assertEquals(four.spec().hashCode(), ProtocolSpec.parse("grr(epsilon=1.0,k=4)").hashCode());
    assertEquals(ValueType.ITEM, four.valueType());
    assertTrue(Protocols.declarations().size() > 30);
  }

  /** What merges adds, and is written as what was read; a header that disagrees is refused. */
  @Test
  void accumulatorsMergeWithoutTheirProtocols() {
    @SuppressWarnings("unchecked") // cells
    Accumulator<Integer> one =
        (Accumulator<Integer>) Protocols.of("grr(epsilon=1.0,k=4)").newAccumulator("plan");
    one.add(2, 5);
    Accumulator<?> read = Protocols.readForMerging(one.toBytes());
    assertArrayEquals(one.toBytes(), read.toBytes());
    assertEquals(one, read);
    read.merge(Protocols.readForMerging(one.toBytes()));
    one.add(2, 5);
    assertArrayEquals(one.toBytes(), read.toBytes());
    int id = Protocols.declaration("grr").id();
    assertEquals(0, Protocols.readForMerging(header(id, "grr(epsilon=1.0,k=4)")).n());
    for (byte[] wrong :
        List.of(header(id + 1, "grr(epsilon=1.0,k=4)"), header(id, "grr( epsilon=1.0,k=4)"))) {
      assertThrows(IllegalArgumentException.class, () -> Protocols.readForMerging(wrong));
    }
  }

  private static byte[] header(int id, String spec) {
    return new AccumulatorBytes(id, spec, "", 0, new long[4]).encode();
  }
}
