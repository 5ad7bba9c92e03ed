package org.sparkldp.protocols.words;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.wire.Fields;

/**
 * The state of the rounds: the beginnings that the next round lengthens, and how many people have
 * reported.
 *
 * <p>As numbers: the round, the people so far, and the beginnings in rising order, each as parts of
 * 48 bits, the highest first. Immutable.
 */
final class WordsCourse {
  private static final int PART = 48;

  private final WordsQuestion question;
  private final int round;
  private final long people;
  private final List<BigInteger> beginnings;
  private final int depth; // bits of a beginning
  private final Map<BigInteger, Integer> places = new HashMap<>();

  private WordsCourse(WordsQuestion question, int round, long people, List<BigInteger> beginnings) {
    this.question = question;
    this.round = round;
    this.people = people;
    this.beginnings = List.copyOf(beginnings);
    this.depth = depth(question, round);
    for (BigInteger beginning : beginnings) {
      places.put(beginning, places.size());
    }
  }

  /** Before the first round, when all words have the same beginning of no bits. */
  static WordsCourse start(WordsQuestion question) {
    return new WordsCourse(question, 1, 0, List.of(BigInteger.ZERO));
  }

  /** Another round is over, and these beginnings are left, in rising order. */
  WordsCourse and(Accumulator<?> reports, List<BigInteger> left) {
    return new WordsCourse(question, round + 1, people + reports.n(), left);
  }

  static WordsCourse state(WordsQuestion question, Fields<WordsCourse> f) {
    int round = (int) f.whole(2, question.design().rounds().size(), course -> course.round);
    long people = f.whole(1, 1L << 53, course -> course.people);
    int bits = depth(question, round);
    f.remain((long) kept(question, round) * parts(bits), Double.BYTES);
    List<BigInteger> beginnings =
        f.list(
            kept(question, round),
            course -> course.beginnings,
            beginning -> beginning(beginning, bits));
    return f.makes(
        () -> {
          for (int i = 1; i < beginnings.size(); i++) {
            f.require(
                beginnings.get(i).compareTo(beginnings.get(i - 1)) > 0, "beginnings do not rise");
          }
          return new WordsCourse(question, round, people, beginnings);
        });
  }

  private static BigInteger beginning(Fields<BigInteger> f, int bits) {
    BigInteger number = BigInteger.ZERO;
    for (int part = parts(bits) - 1; part >= 0; part--) {
      int place = PART * part;
      long most = (1L << Math.min(PART, bits - place)) - 1;
      long word = f.whole(0, most, of -> of.shiftRight(place).longValue() & ((1L << PART) - 1));
      number = number.shiftLeft(PART).add(BigInteger.valueOf(word));
    }
    BigInteger read = number;
    return f.makes(() -> read);
  }

  /** Bits of the beginnings that a round lengthens. */
  private static int depth(WordsQuestion question, int round) {
    return question.design().rounds().stream()
        .limit(round - 1)
        .mapToInt(WordsDesign.WordsRoundDesign::bits)
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
    return round;
  }

  /** Reports of all earlier rounds. */
  long people() {
    return people;
  }

  WordsDesign.WordsRoundDesign design() {
    return question.design().rounds().get(round - 1);
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

  /**
   * What finds {@link #candidate}: the bits of a number, those asked, and those of {@code width}.
   */
  Map<String, Object> keys() {
    return Map.of(
        "bits", question.code().bits(),
        "asked", bits(),
        "width", design().bits(),
        "beginnings", beginnings);
  }

  /** The bits of a candidate, as a number. */
  BigInteger beginning(int candidate) {
    int width = design().bits();
    return beginnings
        .get(candidate >> width)
        .shiftLeft(width)
        .add(BigInteger.valueOf(candidate & ((1 << width) - 1)));
  }
}
