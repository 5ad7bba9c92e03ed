package org.sparkldp.protocols.words;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.wire.AccumulatorBytes;

/**
 * How far the rounds have come: the beginnings that the next round lengthens, and how many people
 * have reported.
 *
 * <p>A state holds the first round's accumulator without its counters, which names question, plan
 * and number of reports; the counters, of up to 4 million cells, are of no use any more. Its
 * numbers are the round, the people so far, and the beginnings in rising order, each as parts of 48
 * bits, the highest first. Immutable.
 */
final class WordsCourse {
  private static final int OWN = 2;
  private static final int PART = 48;

  private final WordsQuestion question;
  private final byte[] first; // accumulator; empty before the first round is over
  private final double[] numbers;
  private final int depth; // bits of a beginning
  private final Map<BigInteger, Integer> places = new HashMap<>();
  private final BigInteger[] beginnings;

  private WordsCourse(WordsQuestion question, byte[] first, double[] numbers) {
    this.question = question;
    this.first = first;
    this.numbers = numbers;
    this.depth = depth(question, round());
    int parts = parts(depth);
    this.beginnings = new BigInteger[kept(question, round())];
    for (int i = 0; i < beginnings.length; i++) {
      beginnings[i] = BigInteger.ZERO;
      for (int part = 0; part < parts; part++) {
        long word = (long) numbers[OWN + i * parts + part];
        beginnings[i] = beginnings[i].shiftLeft(PART).add(BigInteger.valueOf(word));
      }
      places.put(beginnings[i], i);
    }
  }

  /** Before the first round, when all words have the same beginning of no bits. */
  static WordsCourse start(WordsQuestion question) {
    return new WordsCourse(question, new byte[0], new double[] {1, 0});
  }

  /** What a state of the question says. */
  static WordsCourse read(WordsQuestion question, RoundState state) {
    return new WordsCourse(
        question,
        state.firstReports(question.spec()),
        state.numbers(numbers -> fits(question, numbers)));
  }

  /** Another round is over, and these beginnings are left, in rising order. */
  WordsCourse and(Accumulator<?> reports, List<BigInteger> left) {
    int bits = depth(question, round() + 1);
    int parts = parts(bits);
    double[] all = new double[OWN + left.size() * parts];
    all[0] = round() + 1;
    all[1] = people() + reports.n();
    BigInteger mask = BigInteger.ONE.shiftLeft(PART).subtract(BigInteger.ONE);
    for (int i = 0; i < left.size(); i++) {
      BigInteger rest = left.get(i);
      for (int part = parts - 1; part >= 0; part--) {
        all[OWN + i * parts + part] = rest.and(mask).longValue();
        rest = rest.shiftRight(PART);
      }
    }
    return new WordsCourse(question, first.length == 0 ? withoutCounters(reports) : first, all);
  }

  private static byte[] withoutCounters(Accumulator<?> reports) {
    int id = Protocols.declaration(Words.NAME).id();
    return new AccumulatorBytes(
            id, reports.spec().toString(), reports.context(), reports.n(), new long[0])
        .encode();
  }

  private static boolean fits(WordsQuestion question, double[] numbers) {
    if (numbers.length < OWN
        || !isWhole(numbers[0], 2, question.design().rounds().size())
        || !isWhole(numbers[1], 1, 1L << 53)) {
      return false;
    }
    int round = (int) numbers[0];
    int bits = depth(question, round);
    int parts = parts(bits);
    if (numbers.length != OWN + parts * kept(question, round)) {
      return false;
    }
    int highest = bits - PART * (parts - 1); // bits of the highest part
    for (int i = OWN; i < numbers.length; i++) {
      boolean isHighest = (i - OWN) % parts == 0;
      if (!isWhole(numbers[i], 0, (1L << (isHighest ? highest : PART)) - 1)) {
        return false;
      }
    }
    for (int i = OWN + parts; i < numbers.length; i += parts) {
      if (Arrays.compare(numbers, i - parts, i, numbers, i, i + parts) >= 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWhole(double number, long least, long most) {
    return number == Math.rint(number)
        && number >= least
        && number <= most
        && Double.doubleToRawLongBits(number) != Double.doubleToRawLongBits(-0.0);
  }

  /** Bits of the beginnings that a round lengthens. */
  private static int depth(WordsQuestion question, int round) {
    return question.design().rounds().stream()
        .limit(round - 1)
        .mapToInt(WordsDesign.Round::bits)
        .sum();
  }

  /** Beginnings that a round lengthens. */
  private static int kept(WordsQuestion question, int round) {
    return round == 1
        ? 1
        : Math.min(
            question.design().kept(), question.design().rounds().get(round - 2).candidates());
  }

  private static int parts(int bits) {
    return (bits + PART - 1) / PART;
  }

  WordsQuestion question() {
    return question;
  }

  /** The round at hand, from 1. */
  int round() {
    return (int) numbers[0];
  }

  /** Reports of all earlier rounds. */
  long people() {
    return (long) numbers[1];
  }

  WordsDesign.Round design() {
    return question.design().rounds().get(round() - 1);
  }

  /** Bits of this round's candidates. */
  int bits() {
    return depth + design().bits();
  }

  /** The candidate that a word begins with; −1 if there is none. */
  int candidate(BigInteger word) {
    BigInteger beginning = word.shiftRight(question.code().bits() - bits());
    int width = design().bits();
    BigInteger head = beginning.shiftRight(width);
    Integer place = depth == 0 ? Integer.valueOf(0) : places.get(head);
    return place == null
        ? -1
        : (place << width) + beginning.subtract(head.shiftLeft(width)).intValue();
  }

  /** The bits of a candidate, as a number. */
  BigInteger beginning(int candidate) {
    int width = design().bits();
    return beginnings[candidate >> width]
        .shiftLeft(width)
        .add(BigInteger.valueOf(candidate & ((1 << width) - 1)));
  }

  /** The state that a later round's spec names; none in the first. */
  byte[] attachment() {
    return first.length == 0 ? new byte[0] : state().encode();
  }

  /** What specs call it. */
  String fingerprint() {
    return state().fingerprint();
  }

  private RoundState state() {
    return new RoundState(List.of(first), numbers);
  }
}
