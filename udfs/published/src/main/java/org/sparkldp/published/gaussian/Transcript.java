package org.sparkldp.published.gaussian;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * The rounds of a protocol that are over: their reports, and the numbers that each of them decided,
 * equally many a round. From these follow the next round's spec and attachment, and those of every
 * round before, by which a reader checks that the reports are of one protocol.
 *
 * <p>Immutable. Errors: a state whose reports belong to another question.
 */
final class Transcript {
  private final ProtocolSpec question;
  private final List<Accumulator<?>> reports; // copies that nobody adds to
  private final double[] numbers;

  private Transcript(ProtocolSpec question, List<Accumulator<?>> reports, double[] numbers) {
    this.question = question;
    this.reports = reports;
    this.numbers = numbers;
  }

  /** Before the first round. */
  static Transcript none(ProtocolSpec question) {
    return new Transcript(question, List.of(), new double[0]);
  }

  /**
   * What a state of the question says.
   *
   * @param each numbers that every round decides
   */
  static Transcript read(ProtocolSpec question, RoundState state, int each) {
    int rounds = state.accumulators().size();
    double[] numbers = state.numbers(all -> rounds >= 1 && all.length == rounds * each);
    Transcript past = none(question);
    for (int round = 0; round < rounds; round++) {
      Accumulator<?> reports = Protocols.readForMerging(state.accumulators().get(round));
      Require.that(reports.spec().equals(past.spec()))
          .orRefuse(
              "the reports of earlier rounds must belong to the question. Round %s is: %s ; its"
                  + " reports': %s.",
              round + 1, past.spec(), reports.spec());
      double[] decided = Arrays.copyOfRange(numbers, round * each, (round + 1) * each);
      past = past.and(reports, decided);
    }
    return past;
  }

  /** One more round. */
  Transcript and(Accumulator<?> more, double... decided) {
    List<Accumulator<?>> longer = new ArrayList<>(reports);
    longer.add(Protocols.readForMerging(more.toBytes()));
    double[] all = Arrays.copyOf(numbers, numbers.length + decided.length);
    System.arraycopy(decided, 0, all, numbers.length, decided.length);
    return new Transcript(question, List.copyOf(longer), all);
  }

  /** The spec of the round that follows. */
  ProtocolSpec spec() {
    return reports.isEmpty()
        ? question
        : question.with(RoundProtocol.STATE.name(), state().fingerprint());
  }

  /** The attachment of the round that follows. */
  byte[] attachment() {
    return reports.isEmpty() ? new byte[0] : state().encode();
  }

  private RoundState state() {
    return new RoundState(reports.stream().map(Accumulator::toBytes).toList(), numbers);
  }

  /** Refuses to decide anything on no reports. */
  static void requireReports(Accumulator<?> reports) {
    Require.that(reports.n() >= 1)
        .orRefuse(
            "a round must have reports before the next can begin. Provided: none; accumulate"
                + " reports first.");
  }

  /** The first round's spec. */
  ProtocolSpec firstSpec() {
    return question;
  }

  /** Reports of a round, from 0. */
  Accumulator<?> reports(int round) {
    return reports.get(round);
  }

  /** Rounds that are over. */
  int rounds() {
    return reports.size();
  }

  /** A number that a round decided, both counted from 0. */
  double number(int round, int place) {
    return numbers[numbers.length / reports.size() * round + place];
  }

  /** The numbers that the last of these rounds decided. */
  double[] last() {
    int each = numbers.length / reports.size();
    return Arrays.copyOfRange(numbers, numbers.length - each, numbers.length);
  }

  /** Reports of all rounds together. */
  long n() {
    return reports.stream().mapToLong(Accumulator::n).sum();
  }
}
