package org.sparkldp.protocols.quantile;

import java.util.Arrays;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;

/**
 * A round of the search but the last: asks at seven points that divide an interval evenly, and
 * keeps what lies between the last point that is surely below the quantile and the first that is
 * surely above it, with half a cell on either side, by which a later round can go back where an
 * earlier one was wrong. Four times shorter a round, until the interval is a few standard errors
 * wide.
 *
 * <p>The last of these rounds, the pilot, has more people: a straight line through the shares of
 * the points that are left tells the quantile roughly, and the two points beside it at which the
 * {@link InvertingRound} asks.
 *
 * <p><b>Division of people.</b> A point is surely on a side where its share is beyond p ± 3
 * standard errors. Rounds before the pilot get as many people as make these 3 errors half of min(p,
 * 1 − p), together {@value #LOCATING} of all at most; the pilot gets {@value #PILOT} of the rest.
 * With so few that half of these errors are more than min(p, 1 − p), hardly any point would ever be
 * sure: refused.
 */
final class LocatingRound extends QuantileRound {
  private static final int POINTS = 7;
  private static final int DEFAULT_ROUNDS = 8;
  private static final int FEWEST_ROUNDS = 3;
  private static final double LOCATING = 0.3;
  private static final double PILOT = 0.2;

  /** Half the distance of the last two points, in standard errors of the pilot. */
  private static final double REACH = 2;

  /** How much the line's slope may differ from that between the last two points, as a part. */
  private static final double BEND = 0.25;

  private final double from;
  private final double to;

  /** The interval at hand is in the first two numbers. */
  LocatingRound(Course course, RoundAllocation allocation) {
    super(course, allocation, points(course.numbers()[0], course.numbers()[1]));
    this.from = course.numbers()[0];
    this.to = course.numbers()[1];
  }

  private static double[] points(double from, double to) {
    double[] points = new double[POINTS];
    Arrays.setAll(points, i -> from + (i + 1) * (to - from) / (POINTS + 1));
    return points;
  }

  /** People of a round with whom so many standard errors of a point are min(p, 1 − p). */
  private static double people(QuantileQuestion question, double errors) {
    double error = question.rarer() / errors;
    return POINTS * question.variance() / (error * error);
  }

  /** People of a round below which it decides nothing. */
  static double leastPeople(QuantileQuestion question) {
    return people(question, SURE / 2);
  }

  /** As many rounds, up to the default, as have four times the people that they must have. */
  static int rounds(QuantileQuestion question, double least) {
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
      below = shares[i].isSurelyBelow(p()) ? i : below;
    }
    int above = POINTS;
    for (int i = POINTS - 1; i > below; i--) {
      above = shares[i].isSurelyAbove(p()) ? i : above;
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
  double[] decide(Accumulator<?> reports) {
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
   * For the last round: its two points, the interval left, and the difference of shares between the
   * points that the line tells, with its standard error.
   */
  private double[] lastPoints(Share[] shares, Left left) {
    double start = end(left.below);
    double end = end(left.above);
    LinearFit line = line(shares, left);
    double reach = (end - start) / 2;
    double center = (start + end) / 2;
    if (line.slope > 0) {
      reach = Math.min(reach, REACH * line.error / line.slope);
      center = line.middle + (p() - line.share) / line.slope;
    }
    center = Math.max(start + reach, Math.min(end - reach, center));
    double expected = 2 * reach * Math.max(0, line.slope);
    double error = StrictMath.hypot(2 * reach * line.slopeError, BEND * expected);
    return new double[] {center - reach, center + reach, start, end, expected, error};
  }

  /** A straight line: the share at the middle of some points, and its slope. */
  private record LinearFit(
      double middle, double share, double error, double slope, double slopeError) {}

  /** Least squares through the points that are left, or at least two. */
  private LinearFit line(Share[] shares, Left left) {
    int low = Math.max(0, Math.min(left.below, POINTS - 2));
    int high = Math.min(POINTS - 1, Math.max(left.above, low + 1));
    int n = high - low + 1;
    double middle = (place(low) + place(high)) / 2;
    double share = 0;
    double variance = 0;
    double product = 0;
    double square = 0;
    for (int i = low; i <= high; i++) {
      double distance = place(i) - middle;
      share += shares[i].share() / n;
      variance += shares[i].variance() / n;
      product += distance * shares[i].share();
      square += distance * distance;
    }
    return new LinearFit(
        middle,
        share,
        StrictMath.sqrt(variance / n),
        product / square,
        StrictMath.sqrt(variance / square));
  }

  @Override
  Estimate.Row row(Accumulator<?> reports, double confidence) {
    if (reports.n() < allocation().least()) {
      return between(0, 1, "this round had too few people to tell anything.");
    }
    Left left = left(shares(reports));
    return between(
        end(left.below), end(left.above), "this round only narrows the range; the last one tells.");
  }
}
