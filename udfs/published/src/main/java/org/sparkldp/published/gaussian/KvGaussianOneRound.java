package org.sparkldp.published.gaussian;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.PeriodicCells;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * 1RoundKVGausstimate, {@code kv-gaussian-1round(epsilon,sigma,range,rho)}: the mean of a Gaussian
 * of known variance without interaction. Half of the people do what they would in round one of
 * {@link KvGaussian}. The others, who do not know what comes of that, report the side of the
 * nearest of their group's points, and the group is read that has a point nearest to where the mean
 * is.
 *
 * <p>Input: a finite number. Report: a cell, 4 bytes. Guarantee: epsilon-LDP; one randomized
 * response a person.
 *
 * <p>The points: 5 rho groups, j = 0.2 sigma, 0.4 sigma, …, rho sigma; the points of group j are
 * S(j) = {j + b rho sigma: b an integer}, from the lower end of the range. A value is above the
 * nearest one exactly if ⌊(x − j)/(rho sigma/2)⌋ is even. Together the groups have a point at every
 * multiple of 0.2 sigma, one of them within 0.1 sigma of EstMean's answer.
 *
 * <p>Estimator and standard error: {@link SignMean} at that point. Only one in 10 rho people is
 * read, so n · MSE/sigma² is about 2 · 5 rho (pi/2) e^(d²)/gamma²: with n = 200,000 and rho = 13
 * about 200 times the best possible.
 *
 * <p>Source: Joseph, Kulkarni, Mao &amp; Wu, NeurIPS 2019, section 2, 1RoundKVGausstimate; rho here
 * by {@link PublishedQuestion#rho}.
 */
public final class KvGaussianOneRound extends CellRound implements Demanding {
  private static final String NAME = "kv-gaussian-1round";

  /** Groups per sigma of a period. */
  private static final int PER_SIGMA = 5;

  private final PublishedQuestion published;
  private final Levels levels;
  private final double period;

  private KvGaussianOneRound(PublishedQuestion published, Levels levels) {
    super(published.spec(NAME), published, 0, responses(levels, published));
    this.published = published;
    this.levels = levels;
    this.period = published.rho() * published.gaussian().sigmaMin();
  }

  static KvGaussianOneRound of(PublishedQuestion published) {
    published.requireKnownSigma("uv-gaussian-1round");
    return new KvGaussianOneRound(published, Levels.of(published.gaussian()));
  }

  private static KaryResponse[] responses(Levels levels, PublishedQuestion published) {
    double epsilon = published.epsilon();
    KaryResponse[] responses = new KaryResponse[levels.count() + PER_SIGMA * published.rho()];
    Arrays.fill(responses, KaryResponse.of(epsilon, 2));
    Arrays.fill(responses, 0, levels.count(), KaryResponse.of(epsilon, Levels.ANSWERS));
    return responses;
  }

  /** Half to the levels, half to the points. */
  @Override
  public int cohort(int stratum, long word) {
    int group =
        word < 0
            ? levels.count() + share(word << 1, groups() - levels.count())
            : share(word << 1, levels.count());
    return stratum * groups() + group;
  }

  @Override
  Channel channel(int stratum, int group) {
    return group < levels.count()
        ? levels.cells(group)
        : new PeriodicCells(2, period / 2, levels.lower() + point(group));
  }

  /** A group's first point, j, from the lower end of the range. */
  private double point(int group) {
    return (group - levels.count() + 1) * published.gaussian().sigmaMin() / PER_SIGMA;
  }

  @Override
  public long usersNeeded() {
    return LevelHistograms.usersNeeded(published, levels);
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    double z = StandardNormal.ofInterval(reports.n(), confidence);
    List<Estimate.Row> rows = new ArrayList<>();
    for (int stratum = 0; stratum < strata(); stratum++) {
      rows.add(row(reports, stratum, z));
    }
    return new Estimate(reports.n(), confidence, rows);
  }

  private Estimate.Row row(Accumulator<Integer> reports, int stratum, double z) {
    LevelHistograms histograms =
        LevelHistograms.of(
            levels, published, response(0), counts(reports, stratum, 0, levels.count()));
    double near = histograms.mean() - levels.lower();
    int nearest = levels.count();
    for (int group = nearest; group < groups(); group++) {
      if (Math.abs(nearest(group, near) - near) < Math.abs(nearest(nearest, near) - near)) {
        nearest = group;
      }
    }
    long[] counts = counts(reports, stratum, nearest, nearest + 1);
    return SignMean.row(
        item(stratum, "mean"),
        question(),
        response(nearest),
        levels.lower() + nearest(nearest, near),
        counts[1], // odd half periods are below their nearest point
        counts[0],
        z,
        histograms.note());
  }

  /** The group's point that is nearest to a place, both from the lower end of the range. */
  private double nearest(int group, double place) {
    return point(group) + period * Math.rint((place - point(group)) / period);
  }

  /** {@code kv-gaussian-1round(epsilon,sigma,range,center,users,strata,beta,rho)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              NAME,
              16,
              "mean of a Gaussian of known variance, as published by Joseph et al., in one round")
          .takes(
              GaussianQuestion.parametersWithSigma(PublishedQuestion.BETA, PublishedQuestion.RHO))
          .variants("users=10000")
          .makes(given -> of(PublishedQuestion.of(given)));
}
