package org.sparkldp.protocols.quantile;

import java.util.Arrays;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Round;

/**
 * A round of the search but the last: asks at seven points that divide an interval evenly, and
 * keeps what lies between the last point that is surely below the quantile and the first that is
 * surely above it, with half a cell on either side, by which a later round can go back where an
 * earlier one was wrong. Four times shorter a round, until the interval is a few standard errors
 * wide. Where all values are multiples of a step, points are moved halfway between two of them.
 *
 * <p>The last of these rounds, the pilot, has more people: a {@link LogisticFit} through its shares
 * shows where the quantile is, roughly, and at which two points beside it the {@link
 * InvertingRound} asks.
 *
 * <p><b>Division of people.</b> A point is surely on a side where its share is beyond p ± 3
 * standard errors. Rounds before the pilot get as many people as make these 3 errors half of min(p,
 * 1 − p), together {@value #LOCATING} of all at most; the pilot gets {@value #PILOT} of the rest.
 * There are fewer rounds where people are so few that hardly any point would be sure.
 */
final class LocatingRound extends QuantileRound {
  private static final int POINTS = 7;
  private static final int DEFAULT_ROUNDS = 8;
  private static final int FEWEST_ROUNDS = 3;
  private static final double LOCATING = 0.3;
  private static final double PILOT = 0.25;

  private static final double FEWEST_AT_A_POINT = 8;

  /** The last points' shares are at least this part of the quantile's, and of the rest's. */
  private static final double FARTHEST = 5;

  /** The least distance of the last two points. */
  private static final double TINY = 0x1p-40;

  /** Half the distance of the last two points, in standard errors of the pilot. */
  private static final double REACH = 2;

  /** The same where the interval will be that between the points, which must both be sure. */
  private static final double SURE_REACH = 3;

  /** How much the line's slope may differ from that between the last two points, as a part. */
  private static final double BEND = 0.25;

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

  /** People of a round without whom some point would have next to none. */
  static double leastPeople() {
    return POINTS * FEWEST_AT_A_POINT;
  }

  /** As many rounds, up to the default, as have four times the people with whom points are sure. */
  static int rounds(QuantileQuestion question) {
    double least = people(question, SURE / 2);
    int rounds = DEFAULT_ROUNDS;
    while (rounds > FEWEST_ROUNDS
        && question.users().isPresent()
        && LOCATING * question.users().getAsInt() / (rounds - 2) < 4 * least) {
      rounds--;
    }
    return rounds;
  }

  /** Each round's share of the people. */
  static double[] shares(QuantileQuestion question, int rounds) {
    double enough = people(question, 2 * SURE);
    double share = LOCATING / (rounds - 2);
    if (question.users().isPresent()) {
      share = Math.min(share, enough / question.users().getAsInt());
    }
    double[] shares = new double[rounds];
    Arrays.fill(shares, share);
    double rest = 1 - share * (rounds - 2);
    shares[rounds - 2] = PILOT * rest;
    shares[rounds - 1] = (1 - PILOT) * rest;
    return shares;
  }

  private boolean isPilot() {
    return round() == rounds() - 1;
  }

  /** Points that are left, from the last below to the first above; −1 and 7 are the ends. */
  private record Left(int below, int above) {}

  private Left left(Share[] shares) {
    int below = -1;
    for (int i = 0; i < POINTS; i++) {
      below = shares[i].isBelow(p(), SURE) ? i : below;
    }
    int above = POINTS;
    for (int i = POINTS - 1; i > below; i--) {
      above = shares[i].isAbove(p(), SURE) ? i : above;
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

  /**
   * For the last round: its two points, the interval left, the difference of shares between the
   * points that the curve says, with its standard error, and the curve.
   */
  private double[] lastPoints(Share[] shares, Left left) {
    QuantileQuestion question = course().question();
    double start = end(left.below);
    double end = end(left.above);
    double[] places = new double[POINTS];
    Arrays.setAll(places, this::place);
    LogisticFit curve = LogisticFit.of(p(), start, end, places, shares);
    double errors = question.isStraight() ? REACH : SURE_REACH;
    double aside = errors * curve.error() * curve.density(curve.at());
    double below = curve.place(Math.max(p() - aside, p() / FARTHEST));
    double above = curve.place(Math.min(p() + aside, 1 - (1 - p()) / FARTHEST));
    double low = question.between(Math.max(start, Math.min(end - TINY, below)));
    double high = question.between(Math.min(end, Math.max(start + TINY, above)));
    high = Math.max(high, low + Math.max(TINY, question.stepPlace()));
    double expected = curve.share(high) - curve.share(low);
    double error = BEND * expected;
    return new double[] {
      low, high, start, end, expected, error, curve.at(), curve.scale(), curve.error()
    };
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
