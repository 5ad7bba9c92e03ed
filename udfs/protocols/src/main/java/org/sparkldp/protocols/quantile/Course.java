package org.sparkldp.protocols.quantile;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * How far the rounds have come: of all earlier reports what the next round and the last estimate
 * need of them, a few numbers whatever the number of rounds. The first round's reports are kept as
 * they are, for they name the question and the plan; later ones are not.
 *
 * <p>Immutable. Errors: a state of another question.
 */
public final class Course {
  /** Numbers of a method between rounds; the rest are 0. */
  static final int NUMBERS = 6;

  /** Numbers of a method before the last round of a search, which needs the pilot's curve. */
  static final int LAST_NUMBERS = 9;

  private static final int OWN = 2;

  private final QuantileQuestion question;
  private final byte[] first; // accumulator; empty before the first round is over
  private final double[] all; // round, people so far, and the method's numbers

  private Course(QuantileQuestion question, byte[] first, double[] all) {
    this.question = question;
    this.first = first;
    this.all = all;
  }

  /** Before the first round. */
  static Course start(QuantileQuestion question, double... numbers) {
    return new Course(question, new byte[0], all(1, 0, numbers));
  }

  /**
   * What a state of the question says. Its round must be to come, or people would be asked again.
   *
   * @param rounds of the question
   */
  static Course read(QuantileQuestion question, int rounds, RoundState state) {
    return new Course(
        question, state.firstReports(question.spec()), state.numbers(all -> fits(all, rounds)));
  }

  private static boolean fits(double[] all, int rounds) {
    return (all.length == OWN + NUMBERS || all.length == OWN + LAST_NUMBERS)
        && isWhole(all[0], 2, rounds)
        && isWhole(all[1], 1, 0x1p53);
  }

  private static boolean isWhole(double number, double least, double most) {
    return number >= least && number <= most && number == Math.rint(number);
  }

  /** One more round is over. */
  Course and(Accumulator<?> reports, double... numbers) {
    return new Course(
        question,
        first.length == 0 ? reports.toBytes() : first,
        all(round() + 1, people() + reports.n(), numbers));
  }

  private static double[] all(double round, double people, double[] numbers) {
    double[] all = new double[OWN + Math.max(NUMBERS, numbers.length)];
    all[0] = round;
    all[1] = people;
    System.arraycopy(numbers, 0, all, OWN, numbers.length);
    return all;
  }

  /** What is asked. */
  public QuantileQuestion question() {
    return question;
  }

  /** The round at hand, from 1. */
  public int round() {
    return (int) all[0];
  }

  /** Reports of all earlier rounds. */
  long people() {
    return (long) all[1];
  }

  /** The method's numbers. */
  public double[] numbers() {
    return Arrays.copyOfRange(all, OWN, all.length);
  }

  /** The spec of the round at hand. */
  ProtocolSpec spec() {
    return first.length == 0
        ? question.spec()
        : question.spec().with(RoundProtocol.STATE.name(), state().fingerprint());
  }

  /** Its attachment. */
  byte[] attachment() {
    return first.length == 0 ? new byte[0] : state().encode();
  }

  private RoundState state() {
    return new RoundState(List.of(first), all);
  }
}
