package org.sparkldp.protocols.quantile;

import java.util.Arrays;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.statistics.Bisection;

/**
 * A round of the search but the last: asks at seven points that divide an interval evenly, and
 * keeps what lies between the last point that is surely below the quantile and the first that is
 * surely above it, with half a cell on either side, by which a later round can go back where an
 * earlier one was wrong. Four times shorter a round, until the interval is a few standard errors
 * wide. Where all values are multiples of a step, points are moved halfway between two of them.
 *
 * <p>The last of these rounds, the pilot, has more people: a {@link LogisticFit} through its shares
 * shows where the quantile is, roughly, and at which two points beside it the first {@link
 * InvertingRound} asks. Of 3 or 4 rounds one comes after the pilot, of 5 to 8 two, of 9 three, of
 * more four; with law=smooth always one.
 *
 * <p><b>Division of people.</b> A point is surely on a side where its share is beyond p ± {@value
 * #SURER} standard errors. Rounds before the pilot get as many people as make 3 errors half of
 * min(p, 1 − p), together {@value #LOCATING} of all at most, or {@value #LOCATING_ANY} where users
 * are not given. Where that is less than {@value #NARROWING} of all, they get {@value #NARROWING},
 * and each has the same number of times the people of the one before. (Otherwise the range would
 * not narrow as people grow, and no curve fits a wide range to a millionth.) The pilot gets the
 * rest over 3 more than the number of rounds that follow, and these share what is left as 2 : 3 : 4
 * : 5. There are fewer rounds where people are so few that hardly any point would be sure.
 */
final class LocatingRound extends QuantileRound {
  private static final int POINTS = 7;
  private static final int DEFAULT_ROUNDS = 8;
  private static final int FEWEST_ROUNDS = 3;

  /** The largest part of all people for the rounds before the pilot. */
  private static final double LOCATING = 0.2;

  /** Their part where nobody said how many people there are, so that few serve too. */
  private static final double LOCATING_ANY = 0.25;

  /** Their least part where somebody did. */
  private static final double NARROWING = 0.12;

  /** The pilot's people are the rest over the number of rounds after it and this. */
  private static final int PILOT = 3;

  private static final double FEWEST_AT_A_POINT = 8;

  /** Standard errors by which a point is left: few of all rounds' points together ever err. */
  private static final double SURER = 3.5;

  /** Half the distance of the last two points, in standard errors of the pilot. */
  private static final double REACH = 2;

  /** The same where the interval will be that between the points, which must both be sure. */
  private static final double SURE_REACH = 2.6;

  private final double from;
  private final double to;

  /** The interval at hand is in the first two numbers. */
  LocatingRound(Round<Course, QuantileRound> at, RoundAllocation allocation) {
    super(at, allocation, points(at.state()));
    this.from = at.state().numbers()[0];
    this.to = at.state().numbers()[1];
  }

  private static double[] points(Course course) {
    double from = course.numbers()[0];
    double to = course.numbers()[1];
    double[] points = new double[POINTS];
    Arrays.setAll(
        points, i -> course.question().between(from + (i + 1) * (to - from) / (POINTS + 1)));
    return points;
  }

  /** People of a round with whom so many standard errors of a point are min(p, 1 − p). */
  private static double people(QuantileQuestion question, double errors) {
    double error = question.rarer() / errors;
    return POINTS * question.variance() / (error * error);
  }

  /**
   * As many rounds, up to the default, as have four times the people with whom points are sure; and
   * no more than have people for each.
   */
  static int rounds(QuantileQuestion question) {
    double least = people(question, SURE / 2);
    int rounds = DEFAULT_ROUNDS;
    while (rounds > FEWEST_ROUNDS
        && question.users().isPresent()
        && (LOCATING * question.users().getAsInt() / (pilot(question, rounds) - 1) < 4 * least
            || !allocation(question, rounds).isEnough(question))) {
      rounds--;
    }
    return rounds;
  }

  /** How people are divided among so many rounds, whether these are enough or not. */
  private static RoundAllocation allocation(QuantileQuestion question, int rounds) {
    return new RoundAllocation(shares(question, rounds), POINTS * FEWEST_AT_A_POINT);
  }

  /** How people are divided among the rounds that are asked for, or as many as serve. */
  static RoundAllocation allocation(QuantileQuestion question) {
    int rounds = question.askedRounds().orElseGet(() -> rounds(question));
    int fewer = rounds - 1;
    while (fewer >= FEWEST_ROUNDS && !allocation(question, fewer).isEnough(question)) {
      fewer--;
    }
    return allocation(question, rounds)
        .required(question, fewer < FEWEST_ROUNDS ? "" : "take " + fewer + " rounds, ");
  }

  /** The pilot's number; after it come {@link InvertingRound}s, more of them the more there are. */
  static int pilot(QuantileQuestion question, int rounds) {
    int last = rounds < 5 ? 1 : rounds < 9 ? 2 : rounds < 10 ? 3 : Course.MOST_MOVING;
    return rounds - (question.isStraight() ? 1 : last);
  }

  /** Each round's share of the people. */
  private static double[] shares(QuantileQuestion question, int rounds) {
    int pilot = pilot(question, rounds);
    int before = pilot - 1;
    double first = LOCATING_ANY / before;
    double growth = 1;
    if (question.users().isPresent()) {
      first = Math.min(LOCATING / before, people(question, 2 * SURE) / question.users().getAsInt());
      if (before == 1) {
        first = Math.max(first, NARROWING);
      } else if (before * first < NARROWING) {
        growth = growth(first, before);
      }
    }
    double[] shares = new double[rounds];
    for (int i = 0; i < before; i++) {
      shares[i] = first * StrictMath.pow(growth, i);
    }
    double rest = 1 - first * series(growth, before);
    int last = rounds - pilot;
    shares[pilot - 1] = rest / (last + PILOT);
    for (int i = 0; i < last; i++) { // as 2 : 3 : 4 : 5
      shares[pilot + i] = (rest - shares[pilot - 1]) * 2 * (i + 2) / (last * (last + 3));
    }
    return shares;
  }

  /** How many times more people each of so many rounds has, that together they narrow. */
  private static double growth(double first, int before) {
    return Bisection.halveFactor(
            1, 1e6, 60, larger -> !(first * series(larger, before) < NARROWING))
        .low();
  }

  /** 1 + x + … of so many terms. */
  private static double series(double x, int terms) {
    double sum = 0;
    for (int i = 0; i < terms; i++) {
      sum = sum * x + 1;
    }
    return sum;
  }

  private boolean isPilot() {
    return round() == pilot(course().question(), rounds());
  }

  /** Points that are left, from the last below to the first above; −1 and 7 are the ends. */
  private record Left(int below, int above) {}

  private Left left(Share[] shares) {
    int below = -1;
    for (int i = 0; i < POINTS; i++) {
      below = shares[i].isBelow(p(), SURER) ? i : below;
    }
    int above = POINTS;
    for (int i = POINTS - 1; i > below; i--) {
      above = shares[i].isAbove(p(), SURER) ? i : above;
    }
    return new Left(below, above);
  }

  private double end(int point) {
    return point < 0 ? from : point == POINTS ? to : place(point);
  }

  private Share[] shares(Accumulator<?> reports) {
    Share[] shares = new Share[POINTS];
    Arrays.setAll(shares, i -> share(reports, i));
    return shares;
  }

  @Override
  protected double[] decide(Accumulator<?> reports) {
    Share[] shares = shares(reports);
    Left left = left(shares);
    if (isPilot()) {
      return lastPoints(shares, left);
    }
    double margin = (to - from) / (POINTS + 1) / 2;
    return new double[] {
      Math.max(0, end(left.below) - margin), Math.min(1, end(left.above) + margin)
    };
  }

  /** For the last rounds: two points beside the quantile of a curve through the shares. */
  private double[] lastPoints(Share[] shares, Left left) {
    QuantileQuestion question = course().question();
    double start = end(left.below);
    double end = end(left.above);
    double[] places = new double[POINTS];
    Arrays.setAll(places, this::place);
    LogisticFit curve = LogisticFit.of(p(), start, end, places, shares);
    double errors = question.isStraight() ? REACH : SURE_REACH;
    double aside = errors * curve.error() * curve.density(curve.at());
    return InvertingRound.asking(
        question,
        curve,
        InvertingRound.beside(curve, -aside),
        InvertingRound.beside(curve, aside),
        start,
        end);
  }

  @Override
  protected Estimate.Row row(Accumulator<?> reports, double confidence) {
    if (reports.n() < allocation().least()) {
      return between(0, 1, "this round had too few people for an estimate.");
    }
    Left left = left(shares(reports));
    return between(
        end(left.below),
        end(left.above),
        "this round only narrows the range; the last round gives the estimate.");
  }
}
