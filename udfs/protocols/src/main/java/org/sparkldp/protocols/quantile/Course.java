package org.sparkldp.protocols.quantile;

import org.sparkldp.protocols.wire.Fields;

/**
 * The state of the rounds: of all earlier reports what the next round and the last estimate need of
 * them, a few numbers whatever the number of rounds. Immutable.
 *
 * @param question what is asked
 * @param round the round at hand, from 1
 * @param people reports of all earlier rounds
 * @param numbers the method's
 */
public record Course(QuantileQuestion question, int round, long people, double[] numbers) {
  /** Numbers of a method between rounds; the rest are 0. */
  static final int NUMBERS = 6;

  /**
   * Numbers of a method before the first round of a search after the pilot, which needs the pilot's
   * curve.
   */
  static final int LAST_NUMBERS = 9;

  /** Numbers of two points, which each of these rounds adds. */
  static final int POINT_NUMBERS = 6;

  /** Rounds after the pilot, at most. */
  static final int MOST_MOVING = 4;

  public Course {
    double[] all = new double[Math.max(NUMBERS, numbers.length)];
    System.arraycopy(numbers, 0, all, 0, numbers.length);
    numbers = all;
  }

  @Override
  public double[] numbers() {
    return numbers.clone();
  }

  /** A state of the question, whose round is to come, or people would be asked again. */
  static Course state(QuantileQuestion question, int rounds, Fields<Course> f) {
    int round = (int) f.whole(2, rounds, Course::round);
    long people = f.whole(1, 1L << 53, Course::people);
    int length = f.left(Double.BYTES, course -> course.numbers.length);
    int points = length - LAST_NUMBERS;
    boolean isLast = points >= 0 && points % POINT_NUMBERS == 0;
    f.require(
        length == NUMBERS || (isLast && points < MOST_MOVING * POINT_NUMBERS),
        "they are more or fewer");
    double[] numbers = f.float64s(length, course -> course.numbers);
    return f.makes(() -> new Course(question, round, people, numbers));
  }
}
