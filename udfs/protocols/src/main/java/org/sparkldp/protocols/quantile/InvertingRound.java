package org.sparkldp.protocols.quantile;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.frequency.PureEstimator;

/**
 * The last round of the search: most people tell at one of two points close to the quantile, u and
 * v. Between them the distribution function is taken to be straight.
 *
 * <p><b>Estimate.</b> With F, G the shares at u and v, D = G − F, the quantile is at u + λ (v − u),
 * λ = (p − F)/D. Standard error: (v − u)/D · √((1 − λ)² Var F + λ² Var G).
 *
 * <p><b>Interval.</b> All λ with (F + λ D − p)² ≤ z² ((1 − λ)² Var F + λ² Var G) (Fieller 1954):
 * exact whatever the slope is, but for the normal approximation. How far F bends between u and v is
 * not in it: that is of order 1/n where the error is of order 1/√n.
 *
 * <p><b>Where the function is not straight</b> (a jump between the points, at a value that many
 * people share; or none of it there), the row gives the interval that single points tell, its
 * middle, and half its length for a standard error, with a note. Where the quantile is not told to
 * lie inside the range, the row has no estimate.
 */
final class InvertingRound extends QuantileRound {
  private static final String NOT_STRAIGHT =
      "the distribution function is not smooth about here, as where many people share one value;"
          + " the interval is what single points tell, the estimate its middle.";

  private final double start;
  private final double end;
  private final double expected;

  /** The numbers are what {@link LocatingRound} decides. */
  InvertingRound(Course course, Schedule schedule) {
    super(course, schedule, course.numbers()[0], course.numbers()[1]);
    this.start = course.numbers()[2];
    this.end = course.numbers()[3];
    this.expected = course.numbers()[4];
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
    double from = high.isSurelyBelow(p()) ? place(1) : low.isSurelyBelow(p()) ? place(0) : start;
    double to = low.isSurelyAbove(p()) ? place(0) : high.isSurelyAbove(p()) ? place(1) : end;
    if (from <= 0) {
      return between(0, to, "the quantile may lie at or below the lower end of the range.");
    }
    if (to >= 1) {
      return between(from, 1, "the quantile may lie at or above the upper end of the range.");
    }
    double z = PureEstimator.quantile(reports.n(), confidence);
    double difference = high.share() - low.share();
    double noise = StrictMath.sqrt(low.variance() + high.variance());
    double square = difference * difference - z * z * noise * noise;
    double lambda = (p() - low.share()) / difference;
    boolean isStraight =
        difference > 0
            && square > 0
            && difference < 2 * expected + SURE * noise
            && lambda > -1
            && lambda < 2;
    if (!isStraight || from > to) {
      double first = Math.min(from, to);
      double last = Math.max(from, to);
      return row((first + last) / 2, (last - first) / 2, first, last, NOT_STRAIGHT);
    }
    // λ² square − 2 λ half + rest ≤ 0
    double below = p() - low.share();
    double half = below * difference - z * z * low.variance();
    double rest = below * below - z * z * low.variance();
    double root = StrictMath.sqrt(Math.max(0, half * half - square * rest));
    double error =
        StrictMath.sqrt(
                (1 - lambda) * (1 - lambda) * low.variance() + lambda * lambda * high.variance())
            / difference;
    double estimate = inside(at(lambda));
    return row(
        estimate,
        error * (place(1) - place(0)),
        Math.min(estimate, inside(at((half - root) / square))),
        Math.max(estimate, inside(at((half + root) / square))),
        "");
  }

  private double at(double lambda) {
    return place(0) + lambda * (place(1) - place(0));
  }

  private double inside(double place) {
    return Math.max(start, Math.min(end, place));
  }
}
