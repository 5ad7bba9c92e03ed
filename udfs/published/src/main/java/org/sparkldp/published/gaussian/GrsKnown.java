package org.sparkldp.published.gaussian;

import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.BitCounts;
import org.sparkldp.protocols.frequency.UnaryEncoding;
import org.sparkldp.protocols.gaussian.GaussianProtocol;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.published.gaussian.PublishedRounds.Decided;
import org.sparkldp.published.gaussian.PublishedRounds.PublishedRound;

/**
 * KnownVar, {@code grs-known(epsilon,sigma,range,delta)}: the mean of a Gaussian of known variance
 * in two rounds. Round one finds the sigma-wide bin with most values, round two averages values
 * with Gaussian noise that are clipped to an interval about it.
 *
 * <p>Input: a finite number. Guarantee: (epsilon, delta)-LDP, round one even with delta 0.
 *
 * <ul>
 *   <li>Round one: with r the range, d = 2⌈r/sigma⌉ + 1 bins, the middle one about the center; the
 *       outermost are open. Report: a bit for each bin, ⌈d/8⌉ bytes, symmetric {@link
 *       UnaryEncoding} (each bit is kept with probability e^(eps/2)/(e^(eps/2) + 1)). The bin with
 *       most ones wins; debiasing all bins alike does not change which. It takes n1 = 800
 *       ((e^(eps/2) + 1)/(e^(eps/2) − 1))² ln(8 d/beta) people.
 *   <li>Round two: report a word, 8 bytes; with Delta = 2 sigma + sigma √(2 ln(8 n/beta)), the
 *       value clipped to ± Delta about the bin's middle, with noise of variance s² = 8 Delta²
 *       ln(2/delta)/ eps² ({@link GridNoise#gaussian}). n is {@code users} if given, else what
 *       round one's people were the share of.
 * </ul>
 *
 * <p>Estimate: the mean of round two's N reports; standard error √((sigma² + s²)/N); interval as
 * printed, ± that times Φ⁻¹(1 − beta/8) with beta = 1 − confidence, which is conservative. n ·
 * MSE/sigma² is about 10,000 at epsilon 1 and delta 1e-5.
 *
 * <p>Round one is asked of n1 people where {@code users} is given, of half of them at most, else of
 * half. One stratum. Errors: ranges of more than 32,767 sigma, for a report has a bit for every
 * bin.
 *
 * <p>Source: Gaboardi, Rogers &amp; Sheffet, AISTATS 2019, Algorithm 1 (KnownVar).
 */
public final class GrsKnown {
  private static final String NAME = "grs-known";
  private static final double MOST_SIGMAS = UnaryEncoding.MAX_K / 2 - 1;

  private GrsKnown() {}

  /** Its first round. */
  static PublishedRound<?> of(PublishedQuestion published) {
    GaussianQuestion question = published.gaussian();
    published.requireKnownSigma("grs-unknown");
    requireOneStratum(question);
    if (question.range() > MOST_SIGMAS * question.sigmaMin()) {
      throw Require.refusal(
          "range must be at most %s sigma, for a report has a bit for every sigma of it. Provided"
              + " values: range = %s, sigma = %s; use kv-gaussian.",
          (int) MOST_SIGMAS, question.range(), question.sigmaMin());
    }
    int side = (int) Math.ceil(question.range() / question.sigmaMin());
    UnaryEncoding encoding = UnaryEncoding.SUE.of(published.epsilon(), 2 * side + 1);
    // (e^(eps/2) + 1)/(e^(eps/2) − 1) = 1/tanh(eps/4)
    double spread = 1 / StrictMath.tanh(published.epsilon() / 4);
    double needed = 800 * spread * spread * StrictMath.log(8 * encoding.k() / published.beta());
    double share =
        question.users().isPresent() ? Math.min(0.5, needed / question.users().getAsInt()) : 0.5;
    return PublishedRounds.of(
            published.spec(NAME), 2, 2, word -> (word >>> 11) * 0x1p-53 < share ? 1 : 2)
        .asks(
            at ->
                at.number() == 1
                    ? new Bins(at, published, encoding, needed, share)
                    : new KnownNumberRound(at, published, needed))
        .first();
  }

  /** Refuses strata, which these protocols' reports do not show. */
  static void requireOneStratum(GaussianQuestion question) {
    Require.that(question.strata() == 1)
        .orRefuse("strata must be 1. Provided value: %s; ask the strata apart.", question.strata());
  }

  private static final class Bins extends GaussianProtocol<byte[]>
      implements PublishedRound<byte[]>, Demanding {
    private final Round<Decided, PublishedRound<?>> at;
    private final PublishedQuestion published;
    private final UnaryEncoding encoding;
    private final double needed;
    private final double share;

    Bins(
        Round<Decided, PublishedRound<?>> at,
        PublishedQuestion published,
        UnaryEncoding encoding,
        double needed,
        double share) {
      super(
          at.spec(),
          new Guarantee(
              published.epsilon(), published.delta(), encoding.guarantee().exactEpsilon()),
          published.gaussian());
      this.at = at;
      this.published = published;
      this.encoding = encoding;
      this.needed = needed;
      this.share = share;
    }

    @Override
    public Round<Decided, PublishedRound<?>> at() {
      return at;
    }

    @Override
    public long inputs(int cohort) {
      return encoding.k();
    }

    @Override
    public long input(double value, int cohort) {
      requireFinite(value);
      int side = encoding.k() / 2;
      double bin = Math.floor((value - question().center()) / question().sigmaMin() + 0.5);
      return side + (long) Math.max(-side, Math.min(side, bin));
    }

    @Override
    public byte[] report(long input, int cohort, RandomSource source) {
      return encoding.report((int) input, source);
    }

    @Override
    public double contrast(byte[] report, long input, long other, int cohort) {
      return encoding.contrast(report, (int) input, (int) other);
    }

    @Override
    public ReportType reportType() {
      return encoding.reportType();
    }

    @Override
    public Layout<byte[]> layout() {
      return BitCounts.of(encoding.k());
    }

    /** As many for round two as round one takes. */
    @Override
    public long usersNeeded() {
      return (long) Math.ceil(2 * needed);
    }

    /** The middle of the fullest bin. */
    private double fullest(Accumulator<?> reports) {
      long[] ones = reports.counts();
      int fullest = 0;
      for (int bin = 1; bin < ones.length; bin++) {
        fullest = ones[bin] > ones[fullest] ? bin : fullest;
      }
      return question().center() + (fullest - encoding.k() / 2) * question().sigmaMin();
    }

    /** The middle of the interval and half its length. */
    @Override
    public double[] decide(Accumulator<?> reports) {
      double n =
          question().users().isPresent() ? question().users().getAsInt() : reports.n() / share;
      double half =
          question().sigmaMin()
              * (2 + StrictMath.sqrt(2 * StrictMath.log(8 * n / published.beta())));
      return new double[] {fullest(reports), half};
    }

    @Override
    public Estimate estimate(Accumulator<byte[]> reports, double confidence) {
      requireOwn(reports);
      Estimate.requireBasis(reports.n(), confidence);
      double middle = fullest(reports);
      double distance = 2 * question().sigmaMin();
      return new Estimate(
          reports.n(),
          confidence,
          List.of(
              Estimate.Row.unknown(
                  item(0, "mean"),
                  middle - distance,
                  middle + distance,
                  EstimateNotes.join(EstimateNotes.INTERVAL_ONLY, note(reports.n(), needed)))));
    }
  }

  private static String note(long n, double needed) {
    return EstimateNotes.tooFew("round one", n, needed);
  }

  /** √((sigma² + s²)/N) in steps of the grid. */
  static double error(double sigma, double half, GridNoise grid, long n) {
    double steps = sigma * grid.steps() / (2 * half);
    return Math.sqrt((steps * steps + grid.noise().variance()) / n);
  }

  /** Φ⁻¹(1 − beta/8) for beta = 1 − confidence, as printed. */
  static double reach(long n, double confidence) {
    return StandardNormal.ofInterval(n, 1 - (1 - confidence) / 4);
  }

  private static final class KnownNumberRound extends NumberRound {
    private final double needed;

    KnownNumberRound(
        Round<Decided, PublishedRound<?>> at, PublishedQuestion published, double needed) {
      super(
          at,
          published,
          published.delta(),
          GridNoise.gaussian(published.epsilon(), published.delta()),
          new double[] {at.state().last()[0]},
          new double[] {at.state().last()[1]});
      this.needed = needed;
    }

    @Override
    double error(int stratum, NumberReports.SampleMean mean) {
      return GrsKnown.error(question().sigmaMin(), half(stratum), grid(), mean.n());
    }

    @Override
    double reach(long n, double confidence) {
      return GrsKnown.reach(n, confidence);
    }

    @Override
    String note(int stratum) {
      return GrsKnown.note(at().people(), needed);
    }
  }

  /** {@code grs-known(epsilon,sigma,range,center,users,strata,delta,beta,state)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              NAME,
              19,
              "mean of a Gaussian of known variance, as published by Gaboardi et al., in two rounds")
          .takes(
              GaussianQuestion.parametersWithSigma(
                  PublishedQuestion.DELTA, PublishedQuestion.BETA, InRounds.STATE))
          .makes(given -> of(PublishedQuestion.of(given)));
}
