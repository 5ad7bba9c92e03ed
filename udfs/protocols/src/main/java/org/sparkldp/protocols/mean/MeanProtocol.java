package org.sparkldp.protocols.mean;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Averaging;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Outside;
import org.sparkldp.protocols.RangeProtocol;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.Resilient;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Reports of numbers in a range, each an unbiased estimate of its person's number, and their mean.
 *
 * <p>Estimand: the mean of the people's own values; fixed people, chance only in the coins. One
 * row, "mean". Values are first rounded to a fixed grid, by at most 2^-21 of the range unless a
 * protocol says otherwise. Standard error: {@link SecondMoment}, unbiased or from above; its
 * interval is the normal one. One cohort, one stratum.
 *
 * @param <R> a report
 */
public final class MeanProtocol<R> extends RangeProtocol<R>
    implements Averaging<Double, R>, Compiled, Resilient {
  /** Numbers that stand for people whose values are evenly spread. */
  private static final int EVENLY = 101;

  public static final List<Parameter> PARAMETERS =
      List.of(Parameter.EPSILON, LOWER, UPPER, Outside.PARAMETER);

  private final Line line;
  private final Step<R> step;

  /**
   * @param line with the step's grid
   */
  public MeanProtocol(Parameters given, Guarantee guarantee, Line line, Step<R> step) {
    super(given.spec(), guarantee);
    this.line = line;
    this.step = step;
  }

  Line line() {
    return line;
  }

  @Override
  public ReportType reportType() {
    return step.reportType();
  }

  @Override
  public Layout<R> layout() {
    return step.layout();
  }

  @Override
  public R report(long input, int cohort, RandomSource source) {
    return step.report(input, source);
  }

  /** The first word is the cohort's, of which there is one. */
  @Override
  public Optional<Recipe> recipe() {
    return step.recipe().map(line::in);
  }

  @Override
  public double contrast(R report, long input, long other, int cohort) {
    return step.contrast(report, input, other);
  }

  @Override
  public double lower() {
    return line.lower();
  }

  @Override
  public double upper() {
    return line.upper();
  }

  @Override
  public long inputs(int cohort) {
    return line.steps() + 1L;
  }

  @Override
  public boolean accepts(double value) {
    return Double.isFinite(value) && line.accepts(value);
  }

  @Override
  public long input(double value, int cohort) {
    requireAccepted(value);
    return line.index(value);
  }

  @Override
  public double[] answers(double[] values) {
    double mean = 0;
    for (double value : values) {
      mean += value / values.length;
    }
    return new double[] {mean};
  }

  /** The exact variance, when these are the people's values. */
  public double variance(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += step.moment().variance(line.unit(input(value, 0)));
    }
    return sum / values.length / values.length * line.half() * line.half();
  }

  @Override
  public double[] variances(double[] values) {
    return new double[] {variance(values)};
  }

  /**
   * The largest variance of one report over the values that may be, in their unit squared; that of
   * the mean of n reports is the n-th part.
   */
  public double worstVariance() {
    return step.moment().worstVariance() * line.half() * line.half();
  }

  @Override
  public Optional<OfOne> ofOne() {
    double step = (upper() - lower()) / EVENLY;
    double[] values = new double[EVENLY];
    Arrays.setAll(values, i -> lower() + (i + 0.5) * step);
    double half = (upper() - lower()) / 2;
    // The variance is that of the mean of so many people.
    return Optional.of(new OfOne(Math.sqrt(variance(values) * EVENLY) / half, half));
  }

  /** From −1, what an honest report stands for on average, to the other end of the reports. */
  @Override
  public Optional<double[]> shiftPerPercent(long n) {
    return Optional.of(new double[] {Reach.shiftPerPercentOfMean(step.reach()) * line.half()});
  }

  @Override
  public Estimate estimate(Accumulator<R> reports, double confidence) {
    requireOwn(reports);
    double z = StandardNormal.ofInterval(reports.n(), confidence);
    return new Estimate(reports.n(), confidence, List.of(row(reports, z)));
  }

  /** The row of at least one report. */
  Estimate.Row row(Accumulator<?> reports, double z) {
    long n = reports.n();
    long[] counters = reports.counts();
    double mean = step.mean(counters, 0, n);
    double variance = step.moment().varianceOfMean(n, mean, step.meanSquare(counters, 0, n));
    return MeanRows.row("mean", line.value(mean), variance * line.half() * line.half(), z);
  }

  /** Declares {@code name(epsilon,lower,upper)}. */
  public static <R> Declaration<MeanProtocol<R>> declared(
      String name, int id, String description, Function<Parameters, MeanProtocol<R>> maker) {
    return Declaration.named(name, id, description).takes(PARAMETERS).makes(maker);
  }
}
