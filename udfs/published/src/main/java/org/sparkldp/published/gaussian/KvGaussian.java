package org.sparkldp.published.gaussian;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.published.gaussian.PublishedRounds.Decided;
import org.sparkldp.published.gaussian.PublishedRounds.PublishedRound;

/**
 * KVGausstimate, {@code kv-gaussian(epsilon,sigma,range)}: the mean of a Gaussian of known variance
 * in two rounds. Round one finds it to within 2 sigma, round two by the signs of values about that
 * point.
 *
 * <p>Input: a finite number. Report: a cell, 4 bytes. Guarantee: epsilon-LDP; one randomized
 * response a person, in either round. Round one: {@link LevelRound}, {@link LevelHistograms}. Round
 * two, KVRR2 and KVAgg2: {@link SignMean}.
 *
 * <p>Error: with d = (mean − mu1)/sigma, gamma = (e^eps − 1)/(e^eps + 1) and q = 1/2 + gamma (Φ(d)
 * − 1/2),
 *
 * <pre>
 *   n · MSE/sigma² = 2 q (1 − q)/(gamma² φ(d)²),
 * </pre>
 *
 * about 2.4 times the best possible for means anywhere, because half of the people are spent on
 * round one and because d does not shrink with n. Below the people that {@link
 * LevelRound#usersNeeded} names, round one may be wrong altogether; the estimate then carries a
 * note, and mostly says nothing.
 *
 * <p>Source: Joseph, Kulkarni, Mao &amp; Wu, NeurIPS 2019, section 2, KVGausstimate, and its
 * theorem: with probability 1 − beta the error is O(sigma/eps √(ln(1/beta)/n)).
 */
public final class KvGaussian {
  private static final String NAME = "kv-gaussian";

  private KvGaussian() {}

  /** Its first round. */
  static PublishedRound<?> of(PublishedQuestion published) {
    published.requireKnownSigma("uv-gaussian");
    return PublishedRounds.ofTwo(published.spec(NAME), published.gaussian().strata())
        .asks(
            at ->
                at.number() == 1
                    ? new KvLevelRound(at, published)
                    : new Signs(at, new KvLevelRound(at.earlier(), published)))
        .first();
  }

  private static final class KvLevelRound extends LevelRound {
    KvLevelRound(Round<Decided, PublishedRound<?>> at, PublishedQuestion published) {
      super(at, published);
    }

    @Override
    double distance(LevelHistograms histograms) {
      return 2 * question().sigmaMin();
    }

    @Override
    double[] decide(LevelHistograms histograms) {
      return new double[] {histograms.mean()};
    }
  }

  /** Round two; of each stratum round one decided the point mu1. */
  private static final class Signs extends CellRound implements PublishedRound<Integer> {
    private final Round<Decided, PublishedRound<?>> at;
    private final LevelRound first;
    private final Accumulator<?> past;
    private final Cuts[] points;

    Signs(Round<Decided, PublishedRound<?>> at, LevelRound first) {
      super(at.spec(), first.published(), 0, sign(first.published()));
      this.at = at;
      this.first = first;
      this.past = at.reports(first);
      this.points = Arrays.stream(at.state().last()).mapToObj(Cuts::new).toArray(Cuts[]::new);
    }

    @Override
    public Round<Decided, PublishedRound<?>> at() {
      return at;
    }

    private static KaryResponse[] sign(PublishedQuestion published) {
      return new KaryResponse[] {KaryResponse.of(published.epsilon(), 2)};
    }

    @Override
    Channel channel(int stratum, int group) {
      return points[stratum];
    }

    @Override
    public Estimate estimate(Accumulator<Integer> reports, double confidence) {
      requireOwn(reports);
      double z = StandardNormal.ofInterval(reports.n(), confidence);
      List<Estimate.Row> rows = new ArrayList<>();
      for (int stratum = 0; stratum < strata(); stratum++) {
        long[] counts = counts(reports, stratum, 0, 1);
        rows.add(
            SignMean.row(
                item(stratum, "mean"),
                question(),
                response(0),
                points[stratum].cut(0),
                counts[0],
                counts[1],
                z,
                first.histograms(past, stratum).note()));
      }
      return new Estimate(Math.addExact(at.people(), reports.n()), confidence, rows);
    }
  }

  /** {@code kv-gaussian(epsilon,sigma,range,center,users,strata,beta,state)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              NAME,
              15,
              "mean of a Gaussian of known variance, as published by Joseph et al., in two rounds")
          .takes(GaussianQuestion.parametersWithSigma(PublishedQuestion.BETA, InRounds.STATE))
          .makes(given -> of(PublishedQuestion.of(given)));
}
