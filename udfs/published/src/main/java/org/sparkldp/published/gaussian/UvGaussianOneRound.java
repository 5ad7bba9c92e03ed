package org.sparkldp.published.gaussian;

import java.util.ArrayList;
import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * 1RoundUVGausstimate, {@code uv-gaussian-1round(epsilon,sigma_min,sigma_max,range,rho)}: the mean
 * of a Gaussian of unknown variance without interaction. Half of the people do what they would in
 * round one of {@link UvGaussian}. The others report, with noise, how far they are from the nearest
 * of their group's points, and the group is read whose points suit the mean and sigma that come
 * out.
 *
 * <p>Input: a finite number. Report: a word, 8 bytes, {@link NumberReports}. Guarantee:
 * epsilon-LDP.
 *
 * <p>The points: for each of the L levels rho groups; group (j, i), i = 1 … rho, has the points i
 * 2^j + b rho 2^j, b an integer, from the lower end of the range. A value is rho 2^j/2 at most from
 * the nearest one, to either side, and reports by how much with Laplace noise for that range. (The
 * noise in print is twice that, for twice the range.) Estimator: at the level of EstVar, the group
 * with a point nearest to EstMean's answer; that point and the mean of the group's reports.
 *
 * <p>Standard error: the group's reports' own standard deviation over √N. A group is one in 2 L rho
 * people, and its noise rho 2^j/eps: n · MSE/sigma² is some tens of thousands. It does not cover
 * values that are nearest to another point.
 *
 * <p>Source: Joseph, Kulkarni, Mao &amp; Wu, NeurIPS 2019, section 3, 1RoundUVGausstimate; rho here
 * by {@link PublishedQuestion#rho}.
 */
public final class UvGaussianOneRound extends GaussianProtocol<Long> implements Demanding {
  private static final String NAME = "uv-gaussian-1round";

  private final PublishedQuestion published;
  private final Levels levels;
  private final int rho;
  private final KaryResponse response;
  private final GridNoise grid;
  private final NumberReports reports;

  private UvGaussianOneRound(
      PublishedQuestion published, Levels levels, KaryResponse response, GridNoise grid) {
    super(
        published.spec(NAME),
        Guarantee.pure(published.epsilon(), Math.max(response.exactEpsilon(), grid.exactEpsilon())),
        published.gaussian());
    this.published = published;
    this.levels = levels;
    this.rho = published.rho();
    this.response = response;
    this.grid = grid;
    this.reports = NumberReports.of(strata(), levels.count(), levels.count() * rho, grid);
  }

  static UvGaussianOneRound of(PublishedQuestion published) {
    published.requireUnknownSigma("kv-gaussian-1round");
    return new UvGaussianOneRound(
        published,
        Levels.of(published.gaussian()),
        KaryResponse.of(published.epsilon(), Levels.ANSWERS),
        GridNoise.laplace(published.epsilon()));
  }

  @Override
  public List<String> quantities() {
    return List.of("mean");
  }

  @Override
  public int cohorts() {
    return reports.groups();
  }

  /** Half to the levels, half to the points. */
  @Override
  public int cohort(int stratum, long word) {
    int group =
        word < 0
            ? levels.count() + CellRound.share(word << 1, levels.count() * rho)
            : CellRound.share(word << 1, levels.count());
    return stratum * reports.ofStratum() + group;
  }

  @Override
  public long inputs(int cohort) {
    return reports.isAnswering(cohort) ? Levels.ANSWERS : grid.steps() + 1L;
  }

  @Override
  public long input(double value, int cohort) {
    requireFinite(value);
    int group = cohort % reports.ofStratum();
    if (reports.isAnswering(cohort)) {
      return levels.cells(group).answer(value);
    }
    double periods = (value - levels.lower() - point(group)) / period(group);
    return grid.input(periods + 0.5 - Math.floor(periods + 0.5));
  }

  @Override
  public Long report(long input, int cohort, RandomSource source) {
    long said =
        reports.isAnswering(cohort)
            ? response.randomize((int) input, source)
            : grid.report(input, source);
    return reports.pack(cohort, said);
  }

  @Override
  public double contrast(Long report, long input, long other, int cohort) {
    long said = reports.number(report);
    return reports.isAnswering(cohort)
        ? (said == input ? 1 : 0) - (said == other ? 1 : 0)
        : grid.contrast(said, input, other);
  }

  private int level(int group) {
    return (group - levels.count()) / rho;
  }

  /** A group's first point, from the lower end of the range. */
  private double point(int group) {
    return ((group - levels.count()) % rho + 1) * levels.width(level(group));
  }

  private double period(int group) {
    return rho * levels.width(level(group));
  }

  @Override
  public ReportType reportType() {
    return ReportType.word();
  }

  @Override
  public Layout<Long> layout() {
    return reports;
  }

  @Override
  public long usersNeeded() {
    return LevelHistograms.usersNeeded(published, levels);
  }

  @Override
  public Estimate estimate(Accumulator<Long> accumulated, double confidence) {
    requireOwn(accumulated);
    double z = StandardNormal.ofInterval(accumulated.n(), confidence);
    List<Estimate.Row> rows = new ArrayList<>();
    for (int stratum = 0; stratum < strata(); stratum++) {
      rows.add(row(accumulated, stratum, z));
    }
    return new Estimate(accumulated.n(), confidence, rows);
  }

  private Estimate.Row row(Accumulator<Long> accumulated, int stratum, double z) {
    LevelHistograms histograms =
        LevelHistograms.of(levels, published, response, reports.answers(accumulated, stratum));
    double near = histograms.mean() - levels.lower();
    int first = levels.count() + histograms.level() * rho;
    int group = first;
    for (int other = first + 1; other < first + rho; other++) {
      if (Math.abs(nearest(other, near) - near) < Math.abs(nearest(group, near) - near)) {
        group = other;
      }
    }
    NumberReports.SampleMean mean =
        reports.mean(accumulated, stratum * reports.ofStratum() + group);
    return NumberMean.row(
        item(stratum, "mean"),
        question(),
        levels.lower() + nearest(group, near),
        period(group) / 2,
        grid,
        mean,
        mean.standardError(),
        z,
        histograms.note());
  }

  /** The group's point that is nearest to a place, both from the lower end of the range. */
  private double nearest(int group, double place) {
    return point(group) + period(group) * Math.rint((place - point(group)) / period(group));
  }

  /** {@code uv-gaussian-1round(epsilon,sigma_min,sigma_max,range,center,users,strata,beta,rho)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              NAME,
              18,
              "mean of a Gaussian of unknown variance, as published by Joseph et al., in one round")
          .takes(
              GaussianQuestion.parametersWithBounds(PublishedQuestion.BETA, PublishedQuestion.RHO))
          .variants("users=10000")
          .makes(given -> of(PublishedQuestion.of(given)));
}
