package org.sparkldp.protocols.quantile;

import static java.util.Comparator.comparingDouble;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * One of the last rounds of the search: people say at one of two points beside the quantile, u and
 * v, whether they are above it. The interval holds for every distribution, the estimate is best
 * where the distribution is smooth.
 *
 * <p><b>Points.</b> The first of these rounds asks where the pilot's curve says that both points
 * are surely beside the quantile. Each later one asks nearer to it on a side that is sure by now,
 * and farther away on one that is not, so far that all of the side's answers together will make it
 * sure. Where the distribution function is not straight, it divides what is left into thirds.
 *
 * <p><b>Interval, law=any.</b> A share at a point is unbiased for every distribution, so steps,
 * ties and gaps are allowed. An end is the nearest point u that is surely on its side. If F(u) were
 * p or more, it would be so at all nearer points of that side: the answers at u and at these are
 * tested together, farthest u first, until one is not sure. Each side has all the chance of error:
 * as long as all lower points are below all upper ones, a quantile beyond a point of one side is
 * not beyond one of the other, so that only one side can err. All other claims, as that an upper
 * point is below the quantile, share the chance of error evenly. Where all values are multiples of
 * a step, the points lie between them, and the interval holds multiples only.
 *
 * <p><b>Estimate.</b> Between the points the distribution function F is taken to be straight in the
 * shares H of a {@link LogisticFit}: the pilot's, and after each of these rounds the one that goes
 * through its estimate with the slope that it shows. With F(u), F(v) as people say, M their mean, D
 * the difference of F(v) − F(u) and of what H says, by their variances, λ = (p − M)/D: the quantile
 * is where H = (H(u) + H(v))/2 + λ (H(v) − H(u)). What was known before, H = p, is averaged in; the
 * pilot's with its error enlarged by {@value #DOUBT}. Standard error: of that average, divided by
 * the density of H; where F is not straight, half of the interval.
 *
 * <p><b>Interval, law=smooth.</b> There is one such round. All λ with (p − M − λ D)² ≤ z² (Var M +
 * λ² Var D) (Fieller 1954): it holds however badly D is known. Var M has the square of D²/(8 min(p,
 * 1 − p)) added: that is how far from straight a distribution function is halfway if its density
 * falls as fast as an exponential's in its tail. It is of order 1/n, the rest of the error of order
 * 1/√n. Where F is seen not to be straight, the interval is that of law=any, with a note.
 *
 * <p>Where the quantile may lie at or beyond an end of the range, a note says so.
 */
final class InvertingRound extends QuantileRound {
  /** How far beyond the middle of the two points the quantile may be, in their distance. */
  private static final double FARTHEST = 2;

  /** By how much the pilot's error is enlarged, because no distribution is quite logistic. */
  private static final double DOUBT = 3;

  /** The last points' shares are at least this part of the quantile's, and of the rest's. */
  private static final double FARTHEST_SHARE = 5;

  /** The least distance of the two points. */
  private static final double TINY = 0x1p-40;

  /** How much the line's slope may differ from that between the two points, as a part. */
  private static final double BEND = 0.25;

  /** A side's answers are together so sure, in standard errors, that it is asked nearer. */
  private static final double LIKELY = 1;

  /** From the quantile to a point that is asked nearer, in standard errors of its answers. */
  private static final double NEARER = 1.8;

  /** To a point that makes a side sure: what all its answers have to show, and a margin. */
  private static final double NEEDED = 1.7;

  private static final double MARGIN = 1.2;

  /** Both are so many times as large at first, when no point of a side may be sure yet. */
  private static final double CAUTION = 1.2;

  /** The part of the chance of error that each side has for its own points. */
  private static final double OWN = 0.9;

  /** A claim that hardly ever helps has one over this of that chance. */
  private static final double OTHER = 200;

  /** The confidence with which points are taken to be sure on the way. */
  private static final double DECIDED = 0.95;

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
  private final List<AskedPoint> earlier; // two of each of these rounds before, the lower one first

  /** A point, and of the people who were asked about it those who reported "not above". */
  private record AskedPoint(double place, double below, double people) {}

  /** The numbers are {@link #asking}'s. */
  InvertingRound(Round<Course, QuantileRound> at, RoundAllocation allocation) {
    super(at, allocation, at.state().numbers()[0], at.state().numbers()[1]);
    double[] numbers = at.state().numbers();
    int moved = at.number() - LocatingRound.pilot(course().question(), allocation.rounds()) - 1;
    Require.that(numbers.length == Course.LAST_NUMBERS + moved * Course.POINT_NUMBERS)
        .orRefuse(
            "the last rounds must come after a pilot round of this version. Provided: %s; collect"
                + " the pilot round again.",
            at.spec());
    this.start = numbers[2];
    this.end = numbers[3];
    this.expected = numbers[4];
    this.expectedVariance = numbers[5] * numbers[5];
    this.curve = new LogisticFit(p(), numbers[6], numbers[7], numbers[8]);
    this.earlier =
        IntStream.range(0, 2 * moved)
            .map(i -> Course.LAST_NUMBERS + 3 * i)
            .mapToObj(i -> new AskedPoint(numbers[i], numbers[i + 1], numbers[i + 2]))
            .collect(Collectors.toList());
  }

  /**
   * For a round of two points: these, the interval left, the difference of shares between them that
   * a curve says, with its standard error, and the curve.
   */
  static double[] asking(
      QuantileQuestion question,
      LogisticFit curve,
      double below,
      double above,
      double start,
      double end) {
    double low = question.between(Math.max(start, Math.min(end - TINY, below)));
    double high = question.between(Math.min(end, Math.max(start + TINY, above)));
    high = Math.max(high, low + Math.max(TINY, question.stepPlace()));
    double expected = curve.share(high) - curve.share(low);
    double error = BEND * expected;
    return new double[] {
      low, high, start, end, expected, error, curve.at(), curve.scale(), curve.error()
    };
  }

  /** The place so many shares from a curve's quantile, not near 0 or all of them. */
  static double beside(LogisticFit curve, double shares) {
    double p = curve.p();
    double least = p / FARTHEST_SHARE;
    double most = 1 - (1 - p) / FARTHEST_SHARE;
    return curve.place(Math.max(least, Math.min(most, p + shares)));
  }

  /** The points of these rounds so far. */
  private List<AskedPoint> points(Accumulator<?> reports) {
    List<AskedPoint> points = new ArrayList<>(earlier);
    for (int i = 0; i < 2; i++) {
      long below = reports.count(2 * i);
      points.add(new AskedPoint(place(i), below, below + reports.count(2 * i + 1)));
    }
    return points;
  }

  private static List<AskedPoint> side(List<AskedPoint> points, int side) {
    return IntStream.range(0, points.size() / 2)
        .mapToObj(i -> points.get(2 * i + side))
        .collect(Collectors.toList());
  }

  /** What the answers at some points say together. */
  private Share share(List<AskedPoint> points) {
    return share(
        points.stream().mapToDouble(AskedPoint::below).sum(),
        points.stream().mapToDouble(AskedPoint::people).sum());
  }

  @Override
  protected double[] decide(Accumulator<?> reports) {
    List<AskedPoint> points = points(reports);
    Share low = share(reports, 0);
    Share high = share(reports, 1);
    Optional<Straight> straight = straight(low, high, SURE);
    LogisticFit next = straight.map(line -> line.curve).orElse(curve);
    Span left = bySinglePoints(points, DECIDED);
    double third = (left.to - left.from) / 3;
    double people = reports.n() * allocation().growth(round()) / 2;
    double[] asked =
        asking(
            course().question(),
            next,
            straight.isEmpty() ? left.from + third : beside(next, -aside(points, 0, people)),
            straight.isEmpty() ? left.to - third : beside(next, aside(points, 1, people)),
            start,
            end);
    double[] all = Arrays.copyOf(asked, asked.length + 3 * points.size());
    for (int i = 0; i < points.size(); i++) {
      AskedPoint point = points.get(i);
      double[] numbers = {point.place, point.below, point.people};
      System.arraycopy(numbers, 0, all, asked.length + 3 * i, 3);
    }
    return all;
  }

  /** The shares from the quantile to the next point of a side, which so many people answer. */
  private double aside(List<AskedPoint> points, int side, double people) {
    List<AskedPoint> own = side(points, side);
    Share all = share(own);
    double asked = own.stream().mapToDouble(AskedPoint::people).sum();
    double deviation = StrictMath.sqrt(course().question().variance());
    double caution = earlier.isEmpty() ? CAUTION : 1;
    double near = caution * NEARER * deviation / StrictMath.sqrt(people);
    double seen = asked == 0 ? 0 : side == 0 ? p() - all.share() : all.share() - p();
    if (asked > 0 && seen > LIKELY * all.error()) {
      return near;
    }
    double together =
        NEEDED * StrictMath.sqrt(asked + people) + caution * MARGIN * StrictMath.sqrt(people);
    return Math.max(near, (together * deviation - seen * asked) / people);
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
    Span certain = bySinglePoints(points(reports), confidence);
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

  /** The answer if the distribution function is straight between the points. */
  private record Straight(double place, double error, Span span, LogisticFit curve) {}

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
    double doubt = earlier.isEmpty() ? DOUBT : 1;
    double before = doubt * curve.error() * curve.density(curve.at());
    double weight = before * before / (own * own + before * before);
    double middle = (curve.share(place(0)) + curve.share(place(1))) / 2;
    double place = curve.place(p() + weight * (middle + lambda * shares - p()));
    if (!(place > 0 && place < 1)) {
      return Optional.empty();
    }
    double error =
        StrictMath.hypot(weight * own, (1 - weight) * before / doubt) / curve.density(place);
    LogisticFit shown = new LogisticFit(p(), place, curve.scale() * shares / difference, error);
    return Optional.of(new Straight(place, error, span, shown));
  }

  /**
   * From the nearest point that is surely below the quantile to the nearest that is surely above
   * it, whatever the distribution. Where points contradict each other, there is one more distance
   * of the last two beyond either.
   */
  private Span bySinglePoints(List<AskedPoint> points, double confidence) {
    double z = StandardNormal.upperQuantile(OWN * (1 - confidence));
    double other = StandardNormal.upperQuantile((1 - confidence) / OTHER);
    List<AskedPoint> rising =
        points.stream().sorted(comparingDouble(AskedPoint::place)).collect(Collectors.toList());
    List<AskedPoint> falling =
        points.stream()
            .sorted(comparingDouble(AskedPoint::place).reversed())
            .collect(Collectors.toList());
    double from = end(rising, side(points, 0), z, other, Share::isBelow).orElse(start);
    double to = end(falling, side(points, 1), z, other, Share::isAbove).orElse(end);
    double margin = from < to ? 0 : place(1) - place(0);
    return new Span(
        Math.max(0, Math.min(from, to) - margin), Math.min(1, Math.max(from, to) + margin));
  }

  /** A test that a share is so many errors on one side of p. */
  private interface Sure {
    boolean is(Share share, double p, double errors);
  }

  /**
   * The last point that is surely on a side of the quantile.
   *
   * @param all points, the farthest on that side first
   * @param own those that were asked for that side
   */
  private OptionalDouble end(
      List<AskedPoint> all, List<AskedPoint> own, double z, double other, Sure sure) {
    boolean isApart = own.containsAll(all.subList(0, own.size()));
    OptionalDouble end = OptionalDouble.empty();
    for (int i = 0; i < all.size(); i++) {
      boolean isOwn = isApart && i < own.size();
      Share share = share(all.subList(i, isOwn ? own.size() : i + 1));
      if (sure.is(share, p(), isOwn ? z : other)) {
        end = OptionalDouble.of(all.get(i).place);
      } else if (isApart) {
        break;
      }
    }
    return end;
  }

  /** The place so far beyond the middle of the points, on the scale of the curve's shares. */
  private double at(double lambda) {
    double low = curve.share(place(0));
    double high = curve.share(place(1));
    double place = curve.place((low + high) / 2 + lambda * (high - low));
    return Math.max(0, Math.min(1, place));
  }
}
