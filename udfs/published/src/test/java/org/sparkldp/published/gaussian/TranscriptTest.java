package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Attached;
import org.sparkldp.protocols.People;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** What later rounds stand on, of all protocols that have them. */
class TranscriptTest {
  private static final String KV = "kv-gaussian(epsilon=4.0,sigma=2.0,range=30.0)";
  private static final String UV =
      "uv-gaussian(epsilon=4.0,sigma_min=1.0,sigma_max=4.0,range=30.0)";
  private static final String KNOWN = "grs-known(epsilon=4.0,sigma=2.0,range=30.0)";
  private static final String UNKNOWN =
      "grs-unknown(epsilon=4.0,sigma_min=1.0,sigma_max=4.0,range=30.0)";

  private static final double[] VALUES = People.normals(40_000, 7, 2, new SimulationSource(1));

  private static Protocol<?, ?> first(String spec) {
    return Protocols.of(spec);
  }

  /** Everybody's reports of a round. */
  private static Accumulator<?> reports(Protocol<?, ?> round, long seed) {
    SimulationSource source = new SimulationSource(seed);
    long[] words = new long[VALUES.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = source.nextLong();
    }
    return People.reports(round, VALUES, words, source);
  }

  /** Made anew, past what {@link Protocols} remembers. */
  private static Protocol<?, ?> anew(ProtocolSpec spec, byte[] attachment) {
    return Protocols.declaration(spec).make(spec, attachment);
  }

  @Test
  void numbersThatAreTooFewOrRoundsThatAreMissingAreRefused() {
    byte[] reports = reports(first(KV), 1).toBytes();
    for (RoundState wrong :
        List.of(
            new RoundState(List.of(reports), new double[0]),
            new RoundState(List.of(), new double[0]),
            new RoundState(List.of(reports), new double[] {1, 2}))) {
      ProtocolSpec spec = ProtocolSpec.parse(KV).with("state", wrong.fingerprint());

      assertThrows(IllegalArgumentException.class, () -> anew(spec, wrong.encode()));
    }
  }

  @Test
  void roundsOfSearchInAnotherOrderAreRefused() {
    Protocol<?, ?> second = RoundWalk.next(first(UNKNOWN), reports(first(UNKNOWN), 1));
    Protocol<?, ?> third = RoundWalk.next(second, reports(second, 2));
    RoundState state = RoundState.decode(Attached.of(third));
    RoundState swapped =
        new RoundState(
            List.of(state.accumulators().get(1), state.accumulators().get(0)), state.numbers());
    ProtocolSpec spec = ProtocolSpec.parse(UNKNOWN).with("state", swapped.fingerprint());

    assertThrows(IllegalArgumentException.class, () -> anew(spec, swapped.encode()));
  }

  @ParameterizedTest
  @ValueSource(strings = {KV, UV, KNOWN, UNKNOWN})
  void noRoundFollowsNoReportsOrAnotherProtocolsOrTheLast(String spec) {
    Protocol<?, ?> round = first(spec);
    Protocol<?, ?> start = round;
    Accumulator<?> foreign = Protocols.of("rr(epsilon=1.0)").newAccumulator();

    assertThrows(
        IllegalArgumentException.class, () -> RoundWalk.next(start, start.newAccumulator()));
    assertThrows(IllegalArgumentException.class, () -> RoundWalk.next(start, foreign));
    while (RoundWalk.at(round).round() < RoundWalk.at(round).rounds()) {
      round = RoundWalk.next(round, reports(round, RoundWalk.at(round).round()));
    }
    Protocol<?, ?> last = round;
    Accumulator<?> reports = reports(last, 99);
    assertThrows(IllegalArgumentException.class, () -> RoundWalk.next(last, reports));
  }
}
