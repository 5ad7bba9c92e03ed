package org.sparkldp.published.gaussian;

import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.published.gaussian.PublishedRounds.Decided;
import org.sparkldp.published.gaussian.PublishedRounds.PublishedRound;

/**
 * UVGausstimate, {@code uv-gaussian(epsilon,sigma_min,sigma_max,range)}: the mean of a Gaussian of
 * unknown variance in two rounds. Round one finds the mean and sigma to within a factor, round two
 * averages values with Laplace noise that are clipped to an interval which that allows.
 *
 * <p>Input: a finite number. Report: a cell, 4 bytes, in round one ({@link LevelRound}); a word, 8
 * bytes, in round two. Guarantee: epsilon-LDP. Round one: as {@link KvGaussian}, and EstVar of
 * {@link LevelHistograms}. Round two, UVRR2 and UVAgg2: with n people in all, everybody of the
 * other half reports
 *
 * <pre>
 *   clip(x, mu1 ± h) + Lap(2 h/eps),  h = sigma1 (2 + √(ln 4n)),
 * </pre>
 *
 * and their mean is the estimate ({@link GridNoise}, {@link NumberMean}). n is {@code users} if
 * given, else twice the people of round one.
 *
 * <p>Standard error: the reports' own standard deviation over √N; n · MSE/sigma² is about 2 (1 + 8
 * h²/(eps sigma)²), 20 to 300 times what signs give. It does not cover what clipping hides, which
 * is nothing if sigma1 ≥ sigma. Below the people that {@link LevelRound#usersNeeded} names, round
 * one may be wrong altogether; the estimate then carries a note.
 *
 * <p>Source: Joseph, Kulkarni, Mao &amp; Wu, NeurIPS 2019, section 3, UVGausstimate.
 */
public final class UvGaussian {
  private static final String NAME = "uv-gaussian";

  private UvGaussian() {}

  /** Its first round. */
  static PublishedRound<?> of(PublishedQuestion published) {
    published.requireUnknownSigma("kv-gaussian");
    return PublishedRounds.ofTwo(
            published.spec(NAME), UvLevelRound.NUMBERS * published.gaussian().strata())
        .asks(
            at ->
                at.number() == 1
                    ? new UvLevelRound(at, published)
                    : new UvNumberRound(at, new UvLevelRound(at.earlier(), published)))
        .first();
  }

  private static final class UvLevelRound extends LevelRound {
    private static final int NUMBERS = 2;

    UvLevelRound(Round<Decided, PublishedRound<?>> at, PublishedQuestion published) {
      super(at, published);
    }

    @Override
    public List<String> quantities() {
      return List.of("mean");
    }

    @Override
    double distance(LevelHistograms histograms) {
      return 2 * histograms.sigma();
    }

    /** The middle and half the length of the interval. */
    @Override
    double[] decide(LevelHistograms histograms) {
      double n =
          question().users().isPresent() ? question().users().getAsInt() : 2 * histograms.people();
      double half = histograms.sigma() * (2 + PublishedQuestion.reach(Math.max(1, n)));
      return new double[] {histograms.mean(), half};
    }
  }

  private static final class UvNumberRound extends NumberRound {
    private final LevelRound first;
    private final Accumulator<?> past;

    UvNumberRound(Round<Decided, PublishedRound<?>> at, LevelRound first) {
      super(
          at,
          first.published(),
          0,
          GridNoise.laplace(first.published().epsilon()),
          numbers(at, 0),
          numbers(at, 1));
      this.first = first;
      this.past = at.reports(first);
    }

    /** By stratum, one of the numbers that round one decided. */
    private static double[] numbers(Round<Decided, ?> at, int place) {
      double[] all = at.state().last();
      double[] numbers = new double[all.length / UvLevelRound.NUMBERS];
      Arrays.setAll(numbers, stratum -> all[UvLevelRound.NUMBERS * stratum + place]);
      return numbers;
    }

    @Override
    double error(int stratum, NumberReports.SampleMean mean) {
      return mean.standardError();
    }

    @Override
    double reach(long n, double confidence) {
      return StandardNormal.ofInterval(n, confidence);
    }

    @Override
    String note(int stratum) {
      return first.histograms(past, stratum).note();
    }
  }

  /** {@code uv-gaussian(epsilon,sigma_min,sigma_max,range,center,users,strata,beta,state)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              NAME,
              17,
              "mean of a Gaussian of unknown variance, as published by Joseph et al., in two rounds")
          .takes(GaussianQuestion.parametersWithBounds(PublishedQuestion.BETA, InRounds.STATE))
          .makes(given -> of(PublishedQuestion.of(given)));
}
