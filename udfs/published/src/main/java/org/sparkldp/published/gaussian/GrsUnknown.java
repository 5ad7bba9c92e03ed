package org.sparkldp.published.gaussian;

import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Demanding;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.InRounds;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.gaussian.GaussianQuestion;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.published.gaussian.PublishedRounds.Decided;
import org.sparkldp.published.gaussian.PublishedRounds.PublishedRound;

/**
 * UnkVar, {@code grs-unknown(epsilon,sigma_min,sigma_max,range,delta)}: the mean of a Gaussian of
 * unknown variance. Binary searches find the median and the quantile one sigma above it, and then
 * everybody left reports the value, clipped to an interval that these allow, with Gaussian noise.
 *
 * <p>Input: a finite number. Guarantee: (epsilon, delta)-LDP; rounds of search even with delta 0.
 *
 * <ul>
 *   <li>Search (BinQuant): fresh people each round report by randomized response on which side of
 *       t, the middle of the interval at hand, they are; a cell, 4 bytes. Let Z be the debiased
 *       share below t. Where Z is beyond p ± lambda/2 the search goes on in the half that it points
 *       to, else t is the p-quantile; so it is after the last round.
 *   <li>With r the range: p = 1/2 over center ± r, lambda = 0.098, at most T = ⌈log2(8
 *       r/sigma_min)⌉ rounds; then p = Φ(1) from center − r to center + r + sigma_max, lambda =
 *       0.052, at most T = ⌈log2((8 r + 4 sigma_max)/sigma_min)⌉ rounds. Each round takes ln(16
 *       T/beta)/(gamma lambda)² people, gamma = (e^eps − 1)/(e^eps + 1). A search that ends early
 *       leaves people unasked; the round that follows keeps its number.
 *   <li>Last round: sigma1 is the difference of the two quantiles, between 0.55 and 1.5 sigma.
 *       Delta = sigma1 (1/2 + 2 √(2 ln(8 n/beta))); then as in {@link GrsKnown}, about the median.
 * </ul>
 *
 * <p>Standard error: √((4 sigma1² + s²)/N), for sigma is at most 2 sigma1; s is a hundred times
 * that. Interval as in {@link GrsKnown}. The rounds of search share what they take of {@code
 * users}, where given, and half of them at most; otherwise half. One stratum.
 *
 * <p>Source: Gaboardi, Rogers &amp; Sheffet, AISTATS 2019, Algorithms 2 and 3 (BinQuant, UnkVar). A
 * published program forgets to debias Z, and takes the cdf for the quantile in the interval;
 * neither is in print.
 */
public final class GrsUnknown {
  private static final String NAME = "grs-unknown";
  private static final double MEDIAN_LAMBDA = 0.098;
  private static final double UPPER_LAMBDA = 0.052;
  private static final double UPPER_SHARE = StandardNormal.cdf(1);

  /**
   * Numbers that a round of search decides: see {@link SearchRound} and {@link UnknownNumberRound}.
   */
  private static final int NUMBERS = 4;

  private GrsUnknown() {}

  /** Its first round. */
  static PublishedRound<?> of(PublishedQuestion published) {
    published.requireUnknownSigma("grs-known");
    GrsKnown.requireOneStratum(published.gaussian());
    SearchSchedule plan = SearchSchedule.of(published);
    return PublishedRounds.of(published.spec(NAME), NUMBERS, plan.rounds(), plan::roundOf)
        .startsWith(new Decided(List.of()), decided -> (int) decided.last()[0])
        .asks(
            at ->
                at.number() == plan.rounds()
                    ? new UnknownNumberRound(plan, at)
                    : new SearchRound(plan, at))
        .first();
  }

  /**
   * The schedule of the rounds.
   *
   * @param medianRounds rounds of the first search, at most
   * @param upperRounds rounds of the second, at most
   * @param medianNeeded people that a round of the first search takes
   * @param upperNeeded people that a round of the second takes
   * @param scale share of all people that one needed person stands for
   */
  private record SearchSchedule(
      PublishedQuestion published,
      int medianRounds,
      int upperRounds,
      double medianNeeded,
      double upperNeeded,
      double scale) {

    static SearchSchedule of(PublishedQuestion published) {
      GaussianQuestion question = published.gaussian();
      double r = question.range();
      int medianRounds = Math.max(1, Levels.ceilLog2(8 * r / question.sigmaMin()));
      int upperRounds = Levels.ceilLog2((8 * r + 4 * question.sigmaMax()) / question.sigmaMin());
      double medianNeeded = needed(published, MEDIAN_LAMBDA, medianRounds);
      double upperNeeded = needed(published, UPPER_LAMBDA, upperRounds);
      double search = medianRounds * medianNeeded + upperRounds * upperNeeded;
      double users = question.users().orElse(0);
      return new SearchSchedule(
          published,
          medianRounds,
          upperRounds,
          medianNeeded,
          upperNeeded,
          1 / Math.max(users, 2 * search));
    }

    private static double needed(PublishedQuestion published, double lambda, int rounds) {
      double gamma = StrictMath.tanh(published.epsilon() / 2);
      return StrictMath.log(16 * rounds / published.beta()) / (gamma * gamma * lambda * lambda);
    }

    /** How people of a search report on which side they are. */
    KaryResponse[] sign() {
      return new KaryResponse[] {KaryResponse.of(published.epsilon(), 2)};
    }

    /** Rounds at most, the last one with them. */
    int rounds() {
      return medianRounds + upperRounds + 1;
    }

    boolean isMedian(int round) {
      return round <= medianRounds;
    }

    double needed(int round) {
      return isMedian(round) ? medianNeeded : upperNeeded;
    }

    /** People that the searches take, and as many for the last round. */
    long usersNeeded() {
      return (long) Math.ceil(2 * (medianRounds * medianNeeded + upperRounds * upperNeeded));
    }

    /** People behind the mean, as given, or as a round's people are a share of them. */
    double users(int round, long people) {
      return published.gaussian().users().isPresent()
          ? published.gaussian().users().getAsInt()
          : people / (scale * needed(round));
    }

    /** What a reader must know of a round. */
    String note(int round, long people) {
      return EstimateNotes.tooFew("round " + round, people, needed(round));
    }

    /** What a reader must know of the rounds before. */
    String note(Round<Decided, PublishedRound<?>> at) {
      if (at.number() == 1) {
        return "";
      }
      Round<Decided, PublishedRound<?>> before = at.earlier();
      String earlier = note(before);
      return earlier.isEmpty() ? note(before.number(), at.people() - before.people()) : earlier;
    }

    int roundOf(long word) {
      double place = (word >>> 11) * 0x1p-53 / scale;
      double median = medianRounds * medianNeeded;
      if (place < median) {
        return 1 + Math.min(medianRounds - 1, (int) (place / medianNeeded));
      }
      double round = medianRounds + 1 + Math.floor((place - median) / upperNeeded);
      return (int) Math.min(rounds(), round);
    }
  }

  /** A round of search; decided by the rounds before: its number, interval, and the median. */
  private static final class SearchRound extends CellRound
      implements PublishedRound<Integer>, Demanding {
    private final SearchSchedule plan;
    private final Round<Decided, PublishedRound<?>> at;
    private final int round;
    private final double lower;
    private final double upper;
    private final double median;
    private final Cuts point;

    SearchRound(SearchSchedule plan, Round<Decided, PublishedRound<?>> at) {
      super(at.spec(), plan.published, plan.published.delta(), plan.sign());
      this.plan = plan;
      this.at = at;
      this.round = at.number();
      double[] start = {1, question().lower(), question().upper(), 0};
      double[] decided = round == 1 ? start : at.state().last();
      this.lower = decided[1];
      this.upper = decided[2];
      this.median = decided[3];
      this.point = new Cuts((lower + upper) / 2);
    }

    @Override
    public Round<Decided, PublishedRound<?>> at() {
      return at;
    }

    @Override
    public List<String> quantities() {
      return List.of("mean");
    }

    @Override
    public long usersNeeded() {
      return plan.usersNeeded();
    }

    @Override
    Cuts channel(int stratum, int group) {
      return point;
    }

    /** One step of BinQuant: the interval that is left, of length 0 where the search is over. */
    private double[] step(Accumulator<?> reports) {
      KaryResponse response = response(0);
      double below = (double) reports.count(0) / reports.n();
      double share = (below - response.q()) / (response.p() - response.q());
      double p = plan.isMedian(round) ? 0.5 : UPPER_SHARE;
      double lambda = plan.isMedian(round) ? MEDIAN_LAMBDA : UPPER_LAMBDA;
      double t = point.cut(0);
      boolean last = round == plan.medianRounds || round == plan.rounds() - 1;
      if (last || Math.abs(share - p) <= lambda / 2) {
        return new double[] {t, t};
      }
      return share > p ? new double[] {lower, t} : new double[] {t, upper};
    }

    /** The next round, its interval, and the median or, before the last round, sigma. */
    @Override
    public double[] decide(Accumulator<?> reports) {
      double[] left = step(reports);
      double t = left[0];
      if (left[0] < left[1]) {
        return new double[] {round + 1, left[0], left[1], median};
      }
      if (plan.isMedian(round)) {
        double end = question().upper() + question().sigmaMax();
        return new double[] {plan.medianRounds + 1, question().lower(), end, t};
      }
      double sigma = t - median;
      Require.that(sigma > 0)
          .orRefuse(
              "the quantile of one sigma above must lie above the median. Found: %s and %s; the"
                  + " searches had too few people, ask %s.",
              t, median, plan.usersNeeded());
      double n = plan.users(round, reports.n());
      double reach = 0.5 + 2 * StrictMath.sqrt(2 * StrictMath.log(8 * n / plan.published.beta()));
      return new double[] {plan.rounds(), median, sigma * reach, sigma};
    }

    @Override
    public Estimate estimate(Accumulator<Integer> reports, double confidence) {
      requireOwn(reports);
      Estimate.requireBasis(reports.n(), confidence);
      double[] left = plan.isMedian(round) ? step(reports) : new double[] {median, median};
      // A median found is within 0.25 sigma of the mean: Φ(0.25) > 1/2 + 0.098.
      double distance = left[0] < left[1] ? 0 : question().sigmaMax() / 4;
      return new Estimate(
          Math.addExact(at.people(), reports.n()),
          confidence,
          List.of(
              Estimate.Row.unknown(
                  item(0, "mean"),
                  left[0] - distance,
                  left[1] + distance,
                  EstimateNotes.join(EstimateNotes.INTERVAL_ONLY, plan.note(round, reports.n())))));
    }
  }

  private static final class UnknownNumberRound extends NumberRound {
    private final SearchSchedule plan;
    private final double sigma;

    UnknownNumberRound(SearchSchedule plan, Round<Decided, PublishedRound<?>> at) {
      super(
          at,
          plan.published,
          plan.published.delta(),
          GridNoise.gaussian(plan.published.epsilon(), plan.published.delta()),
          new double[] {at.state().last()[1]},
          new double[] {at.state().last()[2]});
      this.plan = plan;
      this.sigma = at.state().last()[3];
    }

    @Override
    double error(int stratum, NumberReports.SampleMean mean) {
      return GrsKnown.error(2 * sigma, half(stratum), grid(), mean.n());
    }

    @Override
    double reach(long n, double confidence) {
      return GrsKnown.reach(n, confidence);
    }

    @Override
    String note(int stratum) {
      return plan.note(at());
    }
  }

  /**
   * {@code grs-unknown(epsilon,sigma_min,sigma_max,range,center,users,strata,delta,beta,state)}.
   */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              NAME,
              20,
              "mean of a Gaussian of unknown variance, as published by Gaboardi et al., by searches")
          .takes(
              GaussianQuestion.parametersWithBounds(
                  PublishedQuestion.DELTA, PublishedQuestion.BETA, InRounds.STATE))
          .makes(given -> of(PublishedQuestion.of(given)));
}
