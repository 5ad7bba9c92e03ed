package org.sparkldp.published.gaussian;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.ProtocolProvider;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** What later rounds stand on, of all protocols that have them. */
class TranscriptTest {
  private static final String KV = "kv-gaussian(epsilon=4.0,sigma=2.0,range=30.0)";
  private static final String UV =
      "uv-gaussian(epsilon=4.0,sigma_min=1.0,sigma_max=4.0,range=30.0)";
  private static final String KNOWN = "grs-known(epsilon=4.0,sigma=2.0,range=30.0)";
  private static final String UNKNOWN =
      "grs-unknown(epsilon=4.0,sigma_min=1.0,sigma_max=4.0,range=30.0)";

  private static final double[] VALUES =
      GaussianTrials.normals(40_000, 7, 2, new SimulationSource(1));

  private static RoundProtocol<?, ?> first(String spec) {
    return (RoundProtocol<?, ?>) Protocols.of(spec);
  }

  /** Everybody's reports of a round. */
  private static Accumulator<?> reports(Protocol<?, ?> round, long seed) {
    SimulationSource source = new SimulationSource(seed);
    long[] words = new long[VALUES.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = source.nextLong();
    }
    return GaussianTrials.reports(round, VALUES, words, source);
  }

  /** Made anew, past what {@link Protocols} remembers. */
  private static Protocol<?, ?> anew(ProtocolSpec spec, byte[] attachment) {
    ProtocolProvider provider = Protocols.provider(spec.name());
    return provider.create(Parameters.of(spec, provider.parameters()), attachment);
  }

  @ParameterizedTest
  @ValueSource(strings = {KV, UV, KNOWN, UNKNOWN})
  void everyRoundIsMadeAnewFromItsSpecAndAttachment(String spec) {
    RoundProtocol<?, ?> round = first(spec);
    int rounds = 1;
    while (round.round() < round.rounds()) {
      Accumulator<?> reports = reports(round, rounds);
      RoundProtocol<?, ?> next = round.next(reports);
      RoundProtocol<?, ?> again = (RoundProtocol<?, ?>) anew(next.spec(), next.attachment());

      assertEquals(next, again);
      assertEquals(next.round(), again.round());
      assertEquals(round.spec().name(), next.firstSpec().name());
      assertEquals(first(spec).spec(), next.firstSpec());
      assertArrayEquals(next.attachment(), again.attachment());
      assertEquals(
          new RoundState(List.of(), new double[0]).fingerprint().length(),
          next.spec().arguments().get("state").length());
      assertEquals(again.spec(), round.next(reports).spec());
      assertEquals(round.roundOf(-5), next.roundOf(-5));
      assertTrue(next.round() > round.round());
      Accumulator<?> later = reports(next, 77);
      assertEquals(GaussianTrials.estimate(next, later), GaussianTrials.estimate(again, later));
      round = next;
      rounds++;
    }
    assertTrue(rounds >= 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {KV, UV, KNOWN, UNKNOWN})
  void theOrderInWhichReportsAreMergedMakesNoDifference(String spec) {
    Accumulator<?> one = reports(first(spec), 1);
    Accumulator<?> other = reports(first(spec), 2);
    Accumulator<?> oneFirst = Protocols.readAccumulator(one.toBytes());
    oneFirst.merge(other);
    Accumulator<?> otherFirst = Protocols.readForMerging(other.toBytes());
    otherFirst.merge(one);

    assertArrayEquals(oneFirst.toBytes(), otherFirst.toBytes());
    RoundProtocol<?, ?> second = first(spec).next(oneFirst);
    assertEquals(second, first(spec).next(otherFirst));
    assertTrue(!second.equals(first(spec).next(one)), "other reports, another state");
    Accumulator<?> a = reports(second, 3);
    Accumulator<?> b = reports(second, 4);
    byte[] ab = merged(a, b);
    assertArrayEquals(ab, merged(b, a));
  }

  private static byte[] merged(Accumulator<?> one, Accumulator<?> other) {
    Accumulator<?> sum = Protocols.readForMerging(one.toBytes());
    sum.merge(other);
    return sum.toBytes();
  }

  @Test
  void aRoundWithoutItsAttachmentIsRefused() {
    ProtocolSpec spec = first(KV).next(reports(first(KV), 1)).spec();

    assertThrows(IllegalArgumentException.class, () -> anew(spec, new byte[0]));
  }

  @Test
  void anAttachmentThatIsDamagedOrAnotherRoundsIsRefused() {
    RoundProtocol<?, ?> right = first(KV).next(reports(first(KV), 1));
    RoundProtocol<?, ?> other = first(KV).next(reports(first(KV), 2));
    byte[] damaged = right.attachment();
    damaged[damaged.length / 2] ^= 1;

    assertThrows(IllegalArgumentException.class, () -> anew(right.spec(), damaged));
    assertThrows(IllegalArgumentException.class, () -> anew(right.spec(), other.attachment()));
  }

  @Test
  void anAttachmentOfAnotherQuestionIsRefused() {
    RoundProtocol<?, ?> right = first(KV).next(reports(first(KV), 1));
    ProtocolSpec other =
        ProtocolSpec.parse(KV.replace("30.0", "31.0"))
            .with("state", right.spec().arguments().get("state"));

    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> anew(other, right.attachment()));
    assertTrue(refusal.getMessage().contains("belong to the question"), refusal.getMessage());
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
    RoundProtocol<?, ?> second = first(UNKNOWN).next(reports(first(UNKNOWN), 1));
    RoundProtocol<?, ?> third = second.next(reports(second, 2));
    RoundState state = RoundState.decode(third.attachment());
    RoundState swapped =
        new RoundState(
            List.of(state.accumulators().get(1), state.accumulators().get(0)), state.numbers());
    ProtocolSpec spec = ProtocolSpec.parse(UNKNOWN).with("state", swapped.fingerprint());

    assertThrows(IllegalArgumentException.class, () -> anew(spec, swapped.encode()));
  }

  @ParameterizedTest
  @ValueSource(strings = {KV, UV, KNOWN, UNKNOWN})
  void noRoundFollowsNoReportsOrAnotherProtocolsOrTheLast(String spec) {
    RoundProtocol<?, ?> round = first(spec);
    RoundProtocol<?, ?> start = round;
    Accumulator<?> foreign = Protocols.of("rr(epsilon=1.0)").newAccumulator();

    assertThrows(IllegalArgumentException.class, () -> start.next(start.newAccumulator()));
    assertThrows(IllegalArgumentException.class, () -> start.next(foreign));
    while (round.round() < round.rounds()) {
      round = round.next(reports(round, round.round()));
    }
    RoundProtocol<?, ?> last = round;
    Accumulator<?> reports = reports(last, 99);
    assertThrows(IllegalArgumentException.class, () -> last.next(reports));
  }
}
