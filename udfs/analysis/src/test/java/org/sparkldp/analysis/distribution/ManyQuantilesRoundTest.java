package org.sparkldp.analysis.distribution;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Protocol;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.RoundWalk;
import org.sparkldp.protocols.audit.Audit;
import org.sparkldp.protocols.audit.Law;
import org.sparkldp.protocols.distribution.ManyQuantiles;
import org.sparkldp.protocols.distribution.ManyQuantilesRound;
import org.sparkldp.protocols.random.SimulationSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Rounds of many quantiles: what is asked, what is carried from one to the next, and refused. */
class ManyQuantilesRoundTest {
  private static final String SPEC =
      "quantiles(epsilon=1.0,lower=0,upper=8,parts=4,cells=4,rounds=2)";

  private static ManyQuantilesRound first(String spec) {
    return (ManyQuantilesRound) Protocols.of(spec);
  }

  /** Reports of a round, as many as the laws of inputs say that people give. */
  private static Accumulator<Integer> expected(ManyQuantilesRound round, long... people) {
    Accumulator<Integer> reports = round.newAccumulator("plan");
    for (int input = 0; input < people.length; input++) {
      long own = people[input];
      law(round, input).forEach((report, p) -> reports.add(report, Math.round(p * own)));
    }
    return reports;
  }

  private static Law<Integer> law(ManyQuantilesRound round, int input) {
    return Law.within(1 << 14, source -> round.report(input, 0, source)).orElseThrow();
  }

  /** Half of the people below 2, half above 6. */
  private static ManyQuantilesRound second(ManyQuantilesRound first) {
    return RoundWalk.next(first, expected(first, 1L << 36, 0, 0, 1L << 36));
  }

  private static double[] edges(ManyQuantilesRound later) {
    double[] numbers = RoundState.decode(later.attachment()).numbers();
    return Arrays.copyOfRange(numbers, 2, numbers.length);
  }

  /**
   * By enumeration of all coins: the second round asks about other cells with the same strategy, so
   * its whole law is the first's, at the same epsilon.
   */
  @Test
  void theSecondRoundsWholeLawIsTheFirsts() {
    ManyQuantilesRound first = first(SPEC);
    ManyQuantilesRound second = second(first);
    List<Law<Integer>> laws = IntStream.range(0, 4).mapToObj(i -> law(second, i)).toList();

    assertEquals(4, second.inputs(0));
    for (int input = 0; input < 4; input++) {
      double[] first4 = new double[first.newAccumulator().width()];
      double[] second4 = new double[first4.length];
      law(first, input).forEach((report, p) -> first4[report] = p);
      laws.get(input).forEach((report, p) -> second4[report] = p);
      assertArrayEquals(first4, second4);
      assertTrue(laws.get(input).sumsToOne());
    }
    double exact = second.guarantee().exactEpsilon();
    assertEquals(exact, Law.epsilon(laws), 4 * Math.ulp(exact));
    assertTrue(exact <= 1);
    assertEquals(exact, Audit.run(second, 0, 1).exact().getAsDouble(), 4 * Math.ulp(exact));
  }

  /** Cells are narrow where people are, a value is in the cell that its edges say. */
  @Test
  void cellsMoveToWherePeopleAre() {
    ManyQuantilesRound second = second(first(SPEC));
    double[] edges = edges(second);

    // The mixture of 7/8 of the people and 1/8 of an even part is 15/32 at 2 and 17/32 at 6.
    assertArrayEquals(new double[] {16.0 / 15, 4, 8 - 16.0 / 15}, edges, 1e-4);
    for (int i = 0; i < edges.length; i++) {
      assertEquals(i + 1, second.input(edges[i], 0));
      assertEquals(i, second.input(Math.nextDown(edges[i]), 0));
    }
  }

  /** Reports as they are expected give the people's own quantiles: the edges, at a quarter each. */
  @Test
  void expectedReportsOfTheSecondRoundGiveTheTruth() {
    ManyQuantilesRound second = second(first(SPEC));
    Accumulator<Integer> reports = expected(second, 1 << 28, 1 << 28, 1 << 28, 1 << 28);
    Estimate estimate = second.estimate(reports);

    assertArrayEquals(edges(second), estimate.estimates(), 1e-3);
    assertEquals(1 << 30, (double) estimate.n() - (1L << 37), 100);
  }

  @Test
  void anEighthOfThePeopleIsAskedBeforeEachLaterRound() {
    for (int rounds = 2; rounds <= 4; rounds++) {
      ManyQuantilesRound first = first(SPEC.replace("rounds=2", "rounds=" + rounds));
      SimulationSource source = new SimulationSource(3);
      int[] counts = new int[rounds + 1];
      for (int i = 0; i < 80_000; i++) {
        counts[first.roundOf(source.nextLong())]++;
      }
      for (int round = 1; round < rounds; round++) {
        assertEquals(10_000, counts[round], 6 * Math.sqrt(10_000 * 7 / 8.0));
      }
      assertEquals(1, first.roundOf(0));
      assertEquals(rounds, first.roundOf(-1));
    }
  }

  /** A machine that has neither the strategy nor the first round makes the second of its state. */
  @Test
  void aLaterRoundIsMadeAnewOfItsSpecAndItsState() {
    ManyQuantilesRound first = first(SPEC.replace("rounds=2", "rounds=3"));
    ManyQuantilesRound second = second(first);
    ManyQuantilesRound third =
        RoundWalk.next(second, expected(second, 1 << 18, 1 << 18, 0, 1 << 18));
    for (ManyQuantilesRound round : List.of(second, third)) {
      ManyQuantilesRound made = (ManyQuantilesRound) create(round.spec(), round.attachment());
      assertEquals(round.spec(), made.spec());
      assertArrayEquals(round.attachment(), made.attachment());
      assertEquals(round.round(), made.round());
      assertEquals(first.spec(), made.firstSpec());
      assertArrayEquals(edges(round), edges(made));
      assertEquals(round.roundOf(1L << 61), made.roundOf(1L << 61));
    }
    assertEquals(3, third.round());
    assertNotEquals(second.spec(), third.spec());
  }

  /** Past the protocols that this machine has made already. */
  private static Protocol<?, ?> create(ProtocolSpec spec, byte[] attachment) {
    return ManyQuantiles.DECLARATION.make(spec, attachment);
  }

  private static void refused(
      ManyQuantilesRound round, UnaryOperator<RoundState> change, String words) {
    RoundState state = change.apply(RoundState.decode(round.attachment()));
    ProtocolSpec named = round.firstSpec().with("state", state.fingerprint());
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> Protocols.of(named, state.encode()));
    assertTrue(refusal.getMessage().contains(words), refusal.getMessage());
  }

  private static UnaryOperator<RoundState> numbers(UnaryOperator<double[]> change) {
    return state ->
        new RoundState(state.accumulators(), change.apply(state.numbers()), state.attachment());
  }

  private static UnaryOperator<RoundState> number(int at, double number) {
    return numbers(
        all -> {
          all[at] = number;
          return all;
        });
  }

  @Test
  void anotherStateIsRefused() {
    ManyQuantilesRound second = second(first(SPEC));
    String none = "must hold numbers that its question can lead to";
    byte[] other = second(first(SPEC.replace("parts=4", "parts=5"))).attachment();
    byte[] wider = first(SPEC.replace("cells=4", "cells=8")).attachment();

    refused(second, number(0, 1), none); // the first round has no state
    refused(second, number(0, 3), none);
    refused(second, number(0, 2.5), none);
    refused(second, number(1, 7), none); // not as many people as the first round had
    refused(second, number(2, 0), none);
    refused(second, number(2, -0.0), none);
    refused(second, number(3, 9), none);
    refused(second, number(3, Double.NaN), none);
    refused(second, number(3, 1), none); // falls
    refused(second, numbers(all -> Arrays.copyOf(all, 2)), none);
    refused(second, numbers(all -> Arrays.copyOf(all, 7)), none);
    refused(second, state -> RoundState.decode(other), "must belong to the question");
    refused(
        second,
        state -> new RoundState(List.of(), state.numbers(), state.attachment()),
        "must hold one accumulator");
    refused(
        second,
        state -> new RoundState(state.accumulators(), state.numbers(), wider),
        "an attached strategy must be the one that the spec names");
    ProtocolSpec spec = second.spec();
    assertThrows(
        IllegalArgumentException.class,
        () -> create(ProtocolSpec.parse(spec.toString().replace("rounds=2,", "")), other));
  }

  @Test
  void aStateIsForRoundsOnly() {
    ManyQuantilesRound second = second(first(SPEC));
    ProtocolSpec one = ProtocolSpec.parse(second.spec().toString().replace("rounds=2,", ""));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> create(one, second.attachment()));

    assertTrue(
        refusal.getMessage().startsWith("state must be left out where there is one round"),
        refusal.getMessage());
    assertTrue(Protocols.of(SPEC.replace("rounds=2", "rounds=1")).facet(InRounds.class).isEmpty());
    assertEquals(
        Protocols.of(SPEC.replace("rounds=2", "rounds=1")),
        Protocols.of(SPEC.replace(",rounds=2", "")));
  }

  @Test
  void tooFewReportsDecideNothing() {
    ManyQuantilesRound first = first(SPEC);
    long needed = first.usersNeeded();
    IllegalArgumentException few =
        assertThrows(
            IllegalArgumentException.class, () -> first.next(expected(first, 40, 0, 0, 40)));
    ManyQuantilesRound second = second(first);
    IllegalArgumentException last =
        assertThrows(
            IllegalArgumentException.class, () -> second.next(expected(second, 1 << 20, 0, 0, 0)));

    assertTrue(few.getMessage().startsWith("reports of round 1 must be at least"), few::toString);
    assertTrue(last.getMessage().contains("This was the last"), last::toString);
    assertTrue(needed > 1000 && needed < 20_000, "needed " + needed);
    first.next(expected(first, needed / 16, 0, 0, needed / 16));
  }
}
