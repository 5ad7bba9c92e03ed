package org.sparkldp.protocols.gaussian;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.Rounds;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.gaussian.likelihood.Channel;
import org.sparkldp.protocols.gaussian.likelihood.Cuts;
import org.sparkldp.protocols.gaussian.likelihood.Dither;
import org.sparkldp.protocols.gaussian.likelihood.Information;
import org.sparkldp.protocols.gaussian.likelihood.Likelihood;
import org.sparkldp.protocols.gaussian.likelihood.Questions;
import org.sparkldp.protocols.gaussian.likelihood.ShapeTest;
import org.sparkldp.protocols.wire.Fields;

/**
 * The centre of a symmetric law, its mean and its median, from three rounds of reports: {@code
 * gaussian-robust}.
 *
 * <p>The first round finds the centre in the range as that of {@link TwoRoundGaussian} does, and
 * then counts no more; the second asks on which side of it people are, which places it ten times
 * better; the third asks about that place. What the sides say of the centre depends on the law's
 * density there, times how far it was missed; both are small or measured: a share of the people of
 * both rounds report whether they are within {@value #LOCAL} sigma of the place. So the law's
 * shape, and sigma, matter to first order nowhere; sigma need be right within a factor of two. The
 * estimate maximises the likelihood of both rounds' answers for a normal law with the centre's
 * density, whatever its sigma ({@link MaximumLikelihood}).
 *
 * <p>Variance for a normal law: 10 % above the limit ({@link GaussianLimit}) at epsilon 1 and
 * 100,000 users. Of a law that is not symmetric it estimates the median, and a note says so where a
 * share asked {@value #FAR} sigma to the left and right shows it ({@link ShapeTest}).
 *
 * <p>Errors: {@link GaussianQuestion}'s; too few users to find a mean; a later round whose
 * attachment is missing, damaged or another question's. The second round's attachment holds the
 * first's accumulator and the second's {@link RoundQuestions}; the third's, both accumulators, the
 * number of those numbers, and the questions of both rounds.
 */
public final class RobustGaussian extends AnswerProtocol
    implements Rounds.Leading<RobustGaussian.RoundPair> {
  private static final String NAME = "gaussian-robust";

  /** Half of the middle piece, in sigmas, and how far from the centre answers count. */
  private static final double LOCAL = 0.4;

  private static final double NEAR = 1;

  private static final double[] SIDE = {0};
  private static final double[] PIECE = {-LOCAL, LOCAL};

  /** Share of the third round that is asked far to the left or right, and how far, in sigmas. */
  private static final double SPARE = 0.03;

  private static final double FAR = 1.2;

  /** How wrong sigma may be, as a factor, where the law is looked for, and its density. */
  private static final double WRONG = 2;

  private static final double WRONG_DENSITY = 4;

  private static final int ROUNDS = 3;

  private final FirstRound plan;
  private final Shares parts;
  private final Round<RoundPair, RobustGaussian> at;
  private final Optional<RobustGaussian> earlier; // of later rounds

  private RobustGaussian(
      GaussianQuestion question,
      FirstRound plan,
      Shares parts,
      Round<RoundPair, RobustGaussian> at) {
    super(at.spec(), question, at.state().now.strata());
    this.plan = plan;
    this.parts = parts;
    this.at = at;
    this.earlier =
        at.number() == 1
            ? Optional.empty()
            : Optional.of(new RobustGaussian(question, plan, parts, at.earlier()));
    earlier.ifPresent(before -> at.requireCounters(before.cells()));
  }

  /**
   * The questions of this round, and of the second.
   *
   * @param second of the third round; empty before
   */
  record RoundPair(Optional<RoundQuestions> second, RoundQuestions now) {
    static RoundPair state(GaussianQuestion question, Fields<RoundPair> f, int earlier) {
      f.require(earlier < ROUNDS, "it has reports of other rounds");
      Optional<RoundQuestions> second = Optional.empty();
      if (earlier == 2) {
        long count = f.whole(1, Integer.MAX_VALUE, asked -> asked.second.orElseThrow().numbers());
        RoundQuestions questions = part(question, f, asked -> asked.second.orElseThrow());
        f.require(count == questions.numbers(), Fields.RESPELLED);
        second = Optional.of(questions);
      }
      RoundPair asked = new RoundPair(second, part(question, f, RoundPair::now));
      return f.makes(() -> asked);
    }

    private static RoundQuestions part(
        GaussianQuestion question, Fields<RoundPair> f, Function<RoundPair, RoundQuestions> of) {
      return f.list(
              1, asked -> List.of(of.apply(asked)), each -> RoundQuestions.state(question, each))
          .get(0);
    }
  }

  /** The first round. */
  public static RobustGaussian of(GaussianQuestion given) {
    GaussianQuestion question = given.withDither();
    FirstRound plan = FirstRound.of(guess(question.noisy()));
    Shares parts = Shares.of(question, plan);
    long first = Thresholds.of(plan.share());
    long second = Thresholds.of(plan.share() + parts.second);
    RoundPair start = new RoundPair(Optional.empty(), plan.asked(question));
    return Rounds.<RoundPair, RobustGaussian>of(
            question.spec(NAME),
            ROUNDS,
            word ->
                Long.compareUnsigned(word, first) < 0
                    ? 1
                    : Long.compareUnsigned(word, second) < 0 ? 2 : ROUNDS)
        .startsWith(start, asked -> asked.second.isPresent() ? ROUNDS : 2)
        .remembers((numbers, kept) -> RoundPair.state(question, numbers, kept.rounds()))
        .asks(at -> new RobustGaussian(question, plan, parts, at))
        .keepsAll(
            asked -> asked.second.map(was -> new RoundPair(Optional.empty(), was)).orElse(start))
        .first();
  }

  @Override
  public RoundPair after(Accumulator<?> reports) {
    List<Questions> questions = new ArrayList<>();
    for (Likelihood likelihood : likelihoods(reports)) {
      questions.add(about(likelihood));
    }
    return new RoundPair(
        round() == 1 ? Optional.empty() : Optional.of(at.state().now),
        new RoundQuestions(questions));
  }

  @Override
  public Round<?, ?> at() {
    return at;
  }

  /** The question with one sigma in the middle of its bounds. */
  private static GaussianQuestion guess(GaussianQuestion question) {
    double sigma = Math.sqrt(question.sigmaMin() * question.sigmaMax());
    return withSigma(question, sigma, sigma, question.center(), question.range());
  }

  private static GaussianQuestion withSigma(
      GaussianQuestion question, double min, double max, double center, double range) {
    return new GaussianQuestion(
        question.epsilon(), min, max, center, range, question.users(), question.strata());
  }

  @Override
  public List<String> quantities() {
    return List.of(CENTRE);
  }

  @Override
  public String model() {
    return "symmetric about a centre, most of them near it, with a standard deviation from "
        + question().sigmaMin() / WRONG
        + " to "
        + question().sigmaMax() * WRONG
        + ", "
        + question().steps();
  }

  /** The questions to a stratum. */
  private Questions about(Likelihood likelihood) {
    MaximumLikelihood all = new MaximumLikelihood(wide(), likelihood);
    double[] places = SecondRound.places(all);
    Likelihood.Point best = round() == 1 ? all.best() : near(all, likelihood).best();
    Dither dither = question().dither(best.sigma());
    double likely = Math.max(question().sigmaMin(), Math.min(best.sigma(), question().sigmaMax()));
    double sigma = Math.hypot(likely, dither.deviation()); // of what is asked about
    double local = parts.local;
    double spare = round() == 1 ? 0 : SPARE;
    List<Channel> channels = new ArrayList<>();
    List<Double> parts = new ArrayList<>();
    if (places.length > 1) {
      for (double place : places) {
        channels.add(SecondRound.about(place, sigma, SIDE));
        parts.add(1.0 / places.length);
      }
      return new Questions(channels, toArray(parts), dither);
    }
    channels.add(SecondRound.about(best.mean(), sigma, SIDE));
    parts.add(1 - local - spare);
    channels.add(SecondRound.about(best.mean(), sigma, PIECE));
    parts.add(local);
    for (int side = -1; side <= 1 && spare > 0; side += 2) {
      channels.add(SecondRound.about(best.mean() + side * FAR * sigma, sigma, SIDE));
      parts.add(spare / 2);
    }
    return new Questions(channels, toArray(parts), dither);
  }

  private static double[] toArray(List<Double> numbers) {
    return numbers.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * The shares that make the variance least.
   *
   * <p>With i and j the information of a side and of the middle piece about the centre, l the
   * piece's about ln sigma, d the first round's error and n the people: the piece costs local · (1
   * − j/i). The centre by a side's answers errs by the distance of their cut times the error of ln
   * sigma, whose variance is 1/(n local l): relatively to 1/(n i) that is i/(local l) times second²
   * d² for the second round's answers, whose cut is d off, and times 1/(n second i) for the
   * third's.
   *
   * @param second of all people in the second round
   * @param local of the people of a round who are asked of the middle piece, at most half of them:
   *     beyond epsilon 2 it has more information than the side, but it relies on the law's shape
   */
  private record Shares(double second, double local) {
    private static final int STEPS = 24;
    private static final double MOST = 0.5;
    private static final double RATIO = 0.87;

    /** The information of an answer of the first round, over that of a side. */
    private static final double FIRST = 0.4;

    /** Shares are rounded to this, so that all machines agree on them. */
    private static final double GRAIN = 0x1p-20;

    static Shares of(GaussianQuestion question, FirstRound plan) {
      double epsilon = question.epsilon();
      double n = FirstRound.plannedUsers(question);
      Information side = Information.of(new Cuts(SIDE), epsilon, 0);
      Information piece = Information.of(new Cuts(PIECE), epsilon, 0);
      double miss = 1 / (plan.share() * n * FIRST * side.mean());
      Shares best = null;
      double least = Double.POSITIVE_INFINITY;
      double second = MOST;
      for (int i = 0; i < STEPS; i++, second *= RATIO) {
        double local = MOST;
        for (int j = 0; j < STEPS; j++, local *= RATIO) {
          double bend = second * second * miss + 1 / (n * second * side.mean());
          double excess =
              local * (1 - piece.mean() / side.mean()) + side.mean() * bend / (local * piece.log());
          if (excess < least) {
            least = excess;
            best = new Shares(grain(second * (1 - plan.share())), grain(local));
          }
        }
      }
      return best;
    }

    private static double grain(double share) {
      return Math.rint(share / GRAIN) * GRAIN;
    }
  }

  private GaussianQuestion wide() {
    GaussianQuestion asked = question().dithered();
    return withSigma(
        asked, asked.sigmaMin() / WRONG, asked.sigmaMax() * WRONG, asked.center(), asked.range());
  }

  /** The law's place and density by the answers to cuts alone. */
  private MaximumLikelihood near(MaximumLikelihood all, Likelihood likelihood) {
    GaussianQuestion asked = question().dithered();
    return new MaximumLikelihood(
        withSigma(
            asked,
            asked.sigmaMin() / WRONG_DENSITY,
            asked.sigmaMax() * WRONG_DENSITY,
            all.best().mean(),
            WRONG * asked.sigmaMax()),
        likelihood.near(all.best().mean(), NEAR * asked.sigmaMax()));
  }

  @Override
  Likelihood likelihood(int stratum, Accumulator<?> reports) {
    Likelihood likelihood =
        earlier
            .map(before -> before.likelihood(stratum, at.reports(before)))
            .orElseGet(Likelihood::new);
    addTo(likelihood, stratum, reports);
    return likelihood;
  }

  @Override
  List<Estimate.Row> rows(int stratum, Likelihood likelihood, double confidence) {
    String item = item(stratum, CENTRE);
    MaximumLikelihood all = new MaximumLikelihood(wide(), likelihood);
    if (round() == 1 || !all.isDetermined()) {
      return List.of(all.mean(item, confidence));
    }
    double sigma = question().dithered().sigmaMax();
    MaximumLikelihood near = near(all, likelihood);
    if (!(Math.abs(near.best().mean() - all.best().mean()) < sigma)) {
      return List.of(
          Estimate.Row.unknown(
              item,
              question().lower(),
              question().upper(),
              "the answers near the centre are not those of one; the range or sigma is wrong"));
    }
    ShapeTest shape =
        new ShapeTest(
            likelihood.near(near.best().mean(), Double.POSITIVE_INFINITY), near.best(), false);
    return List.of(near.centre(item, confidence, question(), shape));
  }

  @Override
  double fewest() {
    return plan.fewest();
  }

  @Override
  long earlier() {
    return at.people();
  }

  /** {@code gaussian-robust(epsilon,sigma|sigma_min,sigma_max,range,...,state)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              NAME,
              47,
              "centre of a symmetric law in three rounds: cells find it, then thresholds at it, twice")
          .takes(GaussianQuestion.parameters(STATE))
          .variants("sigma=1.0", "sigma_min=1.0,sigma_max=4.0")
          .makes(given -> of(GaussianQuestion.of(given)));
}
