package org.sparkldp.protocols.quantile;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.Rounds;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A round in which each person says of one of a few points whether the value is above it.
 *
 * <p>A cohort is a point; people are dealt out to points evenly. Report: the cell 2 · point + 1
 * where the person reports "above", 2 · point else; 4 bytes. Guarantee: epsilon-LDP, one binary
 * {@link KaryResponse}; the point is public.
 *
 * <p>Places are on the scale where the range is [0, 1].
 */
public abstract class QuantileRound extends QuantileProtocol<Integer>
    implements Rounds.Leading<Course>, Demanding {
  /** What to do where people are too few for the rounds. */
  public static final String FEWER_ROUNDS = "take fewer rounds, ";

  /** Standard errors at which a share is taken to be surely on one side of p. */
  static final double SURE = 3;

  private final Round<Course, QuantileRound> at;
  private final RoundAllocation allocation;
  private final KaryResponse response;
  private final double[] places;

  protected QuantileRound(
      Round<Course, QuantileRound> at, RoundAllocation allocation, double... places) {
    this(at, at.state().question(), allocation, places);
  }

  private QuantileRound(
      Round<Course, QuantileRound> at,
      QuantileQuestion question,
      RoundAllocation allocation,
      double[] places) {
    this(at, question, allocation, KaryResponse.of(question.epsilon(), 2), places);
  }

  private QuantileRound(
      Round<Course, QuantileRound> at,
      QuantileQuestion question,
      RoundAllocation allocation,
      KaryResponse response,
      double[] places) {
    super(
        at.spec(),
        Guarantee.pure(question.epsilon(), response.exactEpsilon()),
        question.lower(),
        question.upper(),
        question.outside());
    this.at = at;
    this.allocation = allocation;
    this.response = response;
    this.places = places;
  }

  @Override
  public final Round<?, ?> at() {
    return at;
  }

  protected final Course course() {
    return at.state();
  }

  protected final RoundAllocation allocation() {
    return allocation;
  }

  public final double place(int point) {
    return places[point];
  }

  final int points() {
    return places.length;
  }

  /** The method's numbers that these reports decide. */
  protected abstract double[] decide(Accumulator<?> reports);

  @Override
  public final Course after(Accumulator<?> reports) {
    QuantileQuestion question = course().question();
    if (reports.n() < allocation.least()) {
      throw question.tooFew(
          "reports of round " + round(), reports.n(), allocation.least(), FEWER_ROUNDS);
    }
    return new Course(question, round() + 1, course().people() + reports.n(), decide(reports));
  }

  /** What these reports and the earlier ones say; there is at least one. */
  protected abstract Estimate.Row row(Accumulator<?> reports, double confidence);

  /** The answer of people about a point: the share at or below it, unbiased, and its variance. */
  public record Share(double share, double variance) {
    double error() {
      return StrictMath.sqrt(variance);
    }

    boolean isBelow(double p, double errors) {
      return share + errors * error() < p;
    }

    boolean isNear(double p, double errors) {
      return !isBelow(p, errors) && !isAbove(p, errors);
    }

    boolean isAbove(double p, double errors) {
      return share - errors * error() > p;
    }
  }

  /**
   * The share of a point. Of n reports a part m says "not above"; m has mean q + (p − q) share, and
   * variance m (1 − m)/n, into which m enters with two more reports of either kind, so that it is
   * never 0. Without reports the share is anything, with an infinite variance.
   */
  protected final Share share(Accumulator<?> reports, int point) {
    long below = reports.count(2 * point);
    return share(below, below + reports.count(2 * point + 1));
  }

  /** The same of so many people who reported "not above", out of n. */
  final Share share(double below, double n) {
    double gap = response.p() - response.q();
    double m = (below + 2) / (n + 4);
    return new Share(
        ((n == 0 ? 0.5 : below / n) - response.q()) / gap, m * (1 - m) / (gap * gap * n));
  }

  @Override
  public final double p() {
    return course().question().p();
  }

  @Override
  public final boolean needsSmoothness() {
    return course().question().isStraight();
  }

  @Override
  public final String quantity() {
    return course().question().quantity();
  }

  @Override
  public final long usersNeeded() {
    return allocation.needed();
  }

  @Override
  public final Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    Estimate.requireBasis(reports.n(), confidence);
    return new Estimate(
        Math.addExact(course().people(), reports.n()),
        confidence,
        List.of(row(reports, confidence)));
  }

  /** A row of places; where all values are multiples of a step, of those between the ends. */
  protected final Estimate.Row row(
      double place, double error, double from, double to, String note) {
    double unit = upper() - lower();
    double first = first(from);
    double last = Math.max(first, last(to));
    double at = Math.max(first, Math.min(last, nearest(place)));
    return new Estimate.Row(quantity(), at, error * unit, first, last, note);
  }

  /** A row that says no more than that the quantile lies between two places. */
  protected final Estimate.Row between(double from, double to, String note) {
    double first = first(from);
    return Estimate.Row.unknown(quantity(), first, Math.max(first, last(to)), note);
  }

  /** Whether there is only one multiple of the step between two places. */
  final boolean isOneValue(double from, double to) {
    return course().question().step().isPresent() && first(from) == last(to);
  }

  private double nearest(double place) {
    return possible(place, Math::rint);
  }

  /** The least possible value at or above a place. */
  private double first(double place) {
    return possible(place, Math::ceil);
  }

  /** The largest possible value at or below a place. */
  private double last(double place) {
    return possible(place, Math::floor);
  }

  /** The value at a place; where values have a step, the multiple to which that is rounded. */
  private double possible(double place, DoubleUnaryOperator rounding) {
    return course().question().possible(value(place), rounding);
  }

  @Override
  public final int cohorts() {
    return places.length;
  }

  @Override
  public final long inputs(int cohort) {
    return 2;
  }

  @Override
  public final long input(double value, int cohort) {
    requireAccepted(value);
    return value > value(places[cohort]) ? 1 : 0;
  }

  @Override
  public final Integer report(long input, int cohort, RandomSource source) {
    return 2 * cohort + response.randomize((int) input, source);
  }

  @Override
  public final double contrast(Integer report, long input, long other, int cohort) {
    int answer = report - 2 * cohort;
    return (answer == input ? 1 : 0) - (answer == other ? 1 : 0);
  }

  @Override
  public final ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public final Layout<Integer> layout() {
    return new Layout.CellCounts(2 * places.length);
  }
}
