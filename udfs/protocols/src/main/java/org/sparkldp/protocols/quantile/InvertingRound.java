package org.sparkldp.protocols.quantile;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * The last round of the search: most people tell at one of two points close to the quantile, u and
 * v. Between them the distribution function is taken to be straight.
 *
 * <p><b>Estimate.</b> With F, G the shares at u and v, M = (F + G)/2, and D the difference: of G −
 * F and what the pilot's line says of it, by their variances. The quantile is λ (v − u) beyond the
 * middle of u and v, λ = (p − M)/D. M and D are independent. Standard error: (v − u)/D · √(Var M +
 * λ² Var D).
 *
 * <p><b>Interval.</b> All λ with (p − M − λ D)² ≤ z² (Var M + λ² Var D) (Fieller 1954): it holds
 * however badly D is known. Var M has the square of D²/(8 min(p, 1 − p)) added: that is how far
 * from straight a distribution function is halfway if its density falls as fast as an exponential's
 * in its tail. It is of order 1/n, the rest of the error of order 1/√n.
 *
 * <p><b>Where the function is not straight</b> (a jump between the points, at a value that many
 * people share; or none of it there), the row gives the interval that single points tell, its
 * middle, and half its length for a standard error, with a note. Where the quantile is not told to
 * lie inside the range, the row has no estimate. Where values are few and far between, such as
 * whole numbers, and people many, the estimate is right to within a step only, and so is the
 * interval.
 */
final class InvertingRound extends QuantileRound {
  /** How far beyond the middle of the two points the quantile may be, in their distance. */
  private static final double FARTHEST = 2;

  private static final String NOT_STRAIGHT =
      "the distribution function is not smooth about here, as where many people share one value, or"
          + " an end of the range is near; the interval is what single points tell, the estimate"
          + " its middle.";

  private final double start;
  private final double end;
  private final double expected;
  private final double expectedVariance;

  /** The numbers are what {@link LocatingRound} decides. */
  InvertingRound(Course course, RoundAllocation allocation) {
    super(course, allocation, course.numbers()[0], course.numbers()[1]);
    double[] numbers = course.numbers();
    this.start = numbers[2];
    this.end = numbers[3];
    this.expected = numbers[4];
    this.expectedVariance = numbers[5] * numbers[5];
  }

  @Override
  double[] decide(Accumulator<?> reports) {
    throw new IllegalStateException("the last round decides nothing");
  }

  @Override
  Estimate.Row row(Accumulator<?> reports, double confidence) {
    if (reports.count(0) + reports.count(1) < 1 || reports.count(2) + reports.count(3) < 1) {
      return between(
          start, end, "the last round had too few people; this is what earlier ones tell.");
    }
    Share low = share(reports, 0);
    Share high = share(reports, 1);
    double noise = low.variance() + high.variance(); // of G − F; M has a quarter of it
    double all = noise + expectedVariance;
    double seen = high.share() - low.share();
    if (Math.abs(seen - expected) > SURE * StrictMath.sqrt(all)) {
      return bySinglePoints(low, high);
    }
    double difference = (expectedVariance * seen + noise * expected) / all;
    double variance = noise * expectedVariance / all;
    double beyond = p() - (low.share() + high.share()) / 2;
    double lambda = beyond / difference;
    double z = StandardNormal.ofInterval(reports.n(), confidence);
    double bend = difference * difference / (8 * course().question().rarer());
    double meanVariance = noise / 4 + bend * bend;
    double square = difference * difference - z * z * variance;
    if (!(difference > 0 && square > 0 && Math.abs(lambda) < FARTHEST)) {
      return bySinglePoints(low, high);
    }
    // The interval: λ² square − 2 λ half + rest ≤ 0.
    double half = beyond * difference;
    double rest = beyond * beyond - z * z * meanVariance;
    double root = StrictMath.sqrt(half * half - square * rest);
    double from = at((half - root) / square);
    double to = at((half + root) / square);
    if (from <= 0 || to >= 1) {
      return bySinglePoints(low, high);
    }
    double error = StrictMath.sqrt(meanVariance + lambda * lambda * variance) / difference;
    return row(at(lambda), error * (place(1) - place(0)), from, to, "");
  }

  /** Where ends contradict each other, there is one more distance of the points beyond either. */
  private Estimate.Row bySinglePoints(Share low, Share high) {
    double from = high.isSurelyBelow(p()) ? place(1) : low.isSurelyBelow(p()) ? place(0) : start;
    double to = low.isSurelyAbove(p()) ? place(0) : high.isSurelyAbove(p()) ? place(1) : end;
    if (from <= 0) {
      return between(0, to, "the quantile may lie at or below the lower end of the range.");
    }
    if (to >= 1) {
      return between(from, 1, "the quantile may lie at or above the upper end of the range.");
    }
    double margin = from < to ? 0 : place(1) - place(0);
    double first = Math.max(0, Math.min(from, to) - margin);
    double last = Math.min(1, Math.max(from, to) + margin);
    return row((first + last) / 2, (last - first) / 2, first, last, NOT_STRAIGHT);
  }

  private double at(double lambda) {
    return (place(0) + place(1)) / 2 + lambda * (place(1) - place(0));
  }
}
