package org.sparkldp.protocols.quantile;

import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The last round of the search: most people say at one of two points beside the quantile, u and v,
 * whether they are above it. The interval holds for every distribution, the estimate is best where
 * the distribution is smooth.
 *
 * <p><b>Interval, law=any.</b> From the last point whose share is below p with (1 − confidence)/2
 * chance of error, or, if neither is, from where earlier rounds began, to the first point above p.
 * The share at a point is unbiased for every distribution, so steps, ties and gaps are allowed. The
 * interval is 3 to 4 times as long as the one for smooth distributions. Where all values are
 * multiples of a step, the points lie between them, and the interval holds multiples only.
 *
 * <p><b>Estimate.</b> Between the points the distribution function F is taken to be straight in the
 * shares H of the pilot's {@link LogisticFit}. With F(u), F(v) as people say, M their mean, D the
 * difference of F(v) − F(u) and of what H says, by their variances, λ = (p − M)/D: the quantile is
 * where H = (H(u) + H(v))/2 + λ (H(v) − H(u)). The pilot's own answer, H = p, is averaged in with
 * its error enlarged by {@value #DOUBT}. Standard error: of that average, divided by the density of
 * H; where F is not straight, half of the interval.
 *
 * <p><b>Interval, law=smooth.</b> All λ with (p − M − λ D)² ≤ z² (Var M + λ² Var D) (Fieller 1954):
 * it holds however badly D is known. Var M has the square of D²/(8 min(p, 1 − p)) added: that is
 * how far from straight a distribution function is halfway if its density falls as fast as an
 * exponential's in its tail. It is of order 1/n, the rest of the error of order 1/√n. Where F is
 * seen not to be straight, the interval is that of law=any, with a note.
 *
 * <p>Where the quantile may lie at or beyond an end of the range, a note says so.
 */
final class InvertingRound extends QuantileRound {
  /** How far beyond the middle of the two points the quantile may be, in their distance. */
  private static final double FARTHEST = 2;

  /** By how much the pilot's error is enlarged, because no distribution is quite logistic. */
  private static final double DOUBT = 3;

  private static final String NOT_STRAIGHT =
      "the distribution function is not smooth about here, as where many people share one value, or"
          + " an end of the range is near; the interval is what single points say, the estimate"
          + " its middle.";

  private static final String FLAT =
      "few people have values about here, as in a gap, or people are too few: every value of the"
          + " interval may be the quantile, the estimate is one of them.";

  private static final String AT_LOWER_END =
      "the quantile may lie at or below the lower end of the range.";

  private static final String AT_UPPER_END =
      "the quantile may lie at or above the upper end of the range.";

  private final double start;
  private final double end;
  private final double expected;
  private final double expectedVariance;
  private final LogisticFit curve;

  /** The numbers are what {@link LocatingRound} decides. */
  InvertingRound(Round<Course, QuantileRound> at, RoundAllocation allocation) {
    super(at, allocation, at.state().numbers()[0], at.state().numbers()[1]);
    double[] numbers = at.state().numbers();
    Require.that(numbers.length == Course.LAST_NUMBERS)
        .orRefuse(
            "the last round must come after a pilot round of this version. Provided: %s; collect"
                + " the pilot round again.",
            at.spec());
    this.start = numbers[2];
    this.end = numbers[3];
    this.expected = numbers[4];
    this.expectedVariance = numbers[5] * numbers[5];
    this.curve = new LogisticFit(p(), numbers[6], numbers[7], numbers[8]);
  }

  @Override
  protected double[] decide(Accumulator<?> reports) {
    throw new IllegalStateException("the last round decides nothing");
  }

  @Override
  protected Estimate.Row row(Accumulator<?> reports, double confidence) {
    if (reports.count(0) + reports.count(1) < 1 || reports.count(2) + reports.count(3) < 1) {
      return between(
          start, end, "the last round had too few people; this is what earlier ones say.");
    }
    Share low = share(reports, 0);
    Share high = share(reports, 1);
    double z = StandardNormal.ofInterval(reports.n(), confidence);
    Span certain = bySinglePoints(low, high, z);
    Optional<Straight> straight = straight(low, high, z);
    boolean isSmooth = course().question().isStraight();
    if (isSmooth && straight.isPresent()) {
      Straight line = straight.get();
      return row(line.place, line.error, line.span.from, line.span.to, line.span.note());
    }
    String note = certain.note();
    if (straight.isPresent()) {
      Straight line = straight.get();
      return row(
          line.place,
          line.error,
          Math.min(certain.from, line.place),
          Math.max(certain.to, line.place),
          note);
    }
    double half = (certain.to - certain.from) / 2;
    // As many as should be below the quantile are at the end itself, as far as points show.
    boolean isLowerEnd = certain.from <= 0 && low.share() > p();
    boolean isUpperEnd = certain.to >= 1 && (place(1) < 1 ? high : low).share() < p();
    if (isLowerEnd != isUpperEnd) {
      return row(isLowerEnd ? 0 : 1, half, certain.from, certain.to, note);
    }
    boolean isFlat = low.isNear(p(), z) && high.isNear(p(), z);
    if (isFlat && !isOneValue(certain.from, certain.to)) {
      return row((place(0) + place(1)) / 2, half, certain.from, certain.to, FLAT);
    }
    if (!note.isEmpty() && !isOneValue(certain.from, certain.to)) {
      return between(certain.from, certain.to, note);
    }
    return row(
        (certain.from + certain.to) / 2,
        half,
        certain.from,
        certain.to,
        isSmooth ? NOT_STRAIGHT : "");
  }

  /** From one place to another. */
  private record Span(double from, double to) {
    /** Empty where the span is inside the range. */
    String note() {
      return from <= 0 ? AT_LOWER_END : to >= 1 ? AT_UPPER_END : "";
    }
  }

  /** What holds if the distribution function is straight between the points. */
  private record Straight(double place, double error, Span span) {}

  private Optional<Straight> straight(Share low, Share high, double z) {
    double noise = low.variance() + high.variance(); // of G − F; M has a quarter of it
    double all = noise + expectedVariance;
    double seen = high.share() - low.share();
    double difference = (expectedVariance * seen + noise * expected) / all;
    double variance = noise * expectedVariance / all;
    double square = difference * difference - z * z * variance;
    double beyond = p() - (low.share() + high.share()) / 2;
    double lambda = beyond / difference;
    if (!(Math.abs(seen - expected) <= SURE * StrictMath.sqrt(all)
        && difference > 0
        && square > 0
        && Math.abs(lambda) < FARTHEST)) {
      return Optional.empty();
    }
    double bend = difference * difference / (8 * course().question().rarer());
    // The interval: λ² square − 2 λ half + rest ≤ 0.
    double half = beyond * difference;
    double rest = beyond * beyond - z * z * (noise / 4 + bend * bend);
    double root = StrictMath.sqrt(half * half - square * rest);
    Span span = new Span(at((half - root) / square), at((half + root) / square));
    double shares = curve.share(place(1)) - curve.share(place(0));
    double own = StrictMath.sqrt(noise / 4 + lambda * lambda * variance) / difference * shares;
    double pilot = DOUBT * curve.error() * curve.density(curve.at());
    double weight = pilot * pilot / (own * own + pilot * pilot);
    double middle = (curve.share(place(0)) + curve.share(place(1))) / 2;
    double place = curve.place(p() + weight * (middle + lambda * shares - p()));
    if (!(place > 0 && place < 1)) {
      return Optional.empty();
    }
    double error = StrictMath.hypot(weight * own, (1 - weight) * pilot / DOUBT);
    return Optional.of(new Straight(place, error / curve.density(place), span));
  }

  /**
   * From the last point that is below the quantile to the first that is not, whatever the
   * distribution: each is wrong with half the chance that the interval may be. Where the points
   * contradict each other, there is one more distance of them beyond either.
   */
  private Span bySinglePoints(Share low, Share high, double z) {
    double from = high.isBelow(p(), z) ? place(1) : low.isBelow(p(), z) ? place(0) : start;
    double to = low.isAbove(p(), z) ? place(0) : high.isAbove(p(), z) ? place(1) : end;
    double margin = from < to ? 0 : place(1) - place(0);
    return new Span(
        Math.max(0, Math.min(from, to) - margin), Math.min(1, Math.max(from, to) + margin));
  }

  /** The place so far beyond the middle of the points, on the scale of the curve's shares. */
  private double at(double lambda) {
    double low = curve.share(place(0));
    double high = curve.share(place(1));
    double place = curve.place((low + high) / 2 + lambda * (high - low));
    return Math.max(0, Math.min(1, place));
  }
}
