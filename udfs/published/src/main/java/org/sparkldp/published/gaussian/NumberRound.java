package org.sparkldp.published.gaussian;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.published.gaussian.PublishedRounds.Decided;
import org.sparkldp.published.gaussian.PublishedRounds.PublishedRound;

/**
 * A last round in which everybody reports a number: the value, clipped to an interval about where
 * the rounds before put the stratum's mean, with noise ({@link GridNoise}, {@link NumberReports}).
 */
abstract class NumberRound extends GaussianProtocol<Long> implements PublishedRound<Long> {
  private final Round<Decided, PublishedRound<?>> at;
  private final GridNoise grid;
  private final NumberReports numbers;
  private final double[] middles;
  private final double[] halves;

  /**
   * @param middles by stratum, the middle of the interval
   * @param halves by stratum, half its length
   */
  NumberRound(
      Round<Decided, PublishedRound<?>> at,
      PublishedQuestion published,
      double delta,
      GridNoise grid,
      double[] middles,
      double[] halves) {
    super(
        at.spec(),
        new Guarantee(published.epsilon(), delta, grid.exactEpsilon()),
        published.gaussian());
    this.at = at;
    this.grid = grid;
    this.numbers = NumberReports.of(strata(), 0, 1, grid);
    this.middles = middles.clone();
    this.halves = halves.clone();
  }

  /** The standard error of the mean of a stratum's numbers, in steps of the grid. */
  abstract double error(int stratum, NumberReports.SampleMean mean);

  /** How many standard errors an interval reaches to either side. */
  abstract double reach(long n, double confidence);

  /** What a reader must know of the rounds before. */
  abstract String note(int stratum);

  @Override
  public final Round<Decided, PublishedRound<?>> at() {
    return at;
  }

  final GridNoise grid() {
    return grid;
  }

  /** Half the length of a stratum's interval. */
  final double half(int stratum) {
    return halves[stratum];
  }

  @Override
  public final List<String> quantities() {
    return List.of("mean");
  }

  @Override
  public final int cohorts() {
    return strata();
  }

  @Override
  public final int cohort(int stratum, long word) {
    return stratum;
  }

  @Override
  public final long inputs(int cohort) {
    return grid.steps() + 1L;
  }

  @Override
  public final long input(double value, int cohort) {
    requireFinite(value);
    return grid.input(0.5 + (value - middles[cohort]) / (2 * halves[cohort]));
  }

  @Override
  public final Long report(long input, int cohort, RandomSource source) {
    return numbers.pack(cohort, grid.report(input, source));
  }

  @Override
  public final double contrast(Long report, long input, long other, int cohort) {
    return grid.contrast(numbers.number(report), input, other);
  }

  @Override
  public final ReportType reportType() {
    return ReportType.word();
  }

  @Override
  public final Layout<Long> layout() {
    return numbers;
  }

  @Override
  public final Estimate estimate(Accumulator<Long> reports, double confidence) {
    requireOwn(reports);
    Estimate.requireBasis(reports.n(), confidence);
    List<Estimate.Row> rows = new ArrayList<>();
    for (int stratum = 0; stratum < strata(); stratum++) {
      NumberReports.SampleMean mean = numbers.mean(reports, stratum);
      rows.add(
          NumberMean.row(
              item(stratum, "mean"),
              question(),
              middles[stratum],
              halves[stratum],
              grid,
              mean,
              error(stratum, mean),
              reach(reports.n(), confidence),
              note(stratum)));
    }
    return new Estimate(Math.addExact(at.people(), reports.n()), confidence, rows);
  }
}
