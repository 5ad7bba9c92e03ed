package org.sparkldp.protocols.gaussian;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Round;
import org.sparkldp.protocols.Rounds;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.gaussian.likelihood.Likelihood;
import org.sparkldp.protocols.gaussian.likelihood.Questions;

/**
 * The mean of a Gaussian, and sigma where it is not known, from two rounds of reports: {@code
 * gaussian}.
 *
 * <p>A few are asked about cells of many widths, which finds the mean in the whole range ({@link
 * FirstRound}); all others on which side of it they are ({@link SecondRound}); the likelihood of
 * all answers decides ({@link AnswerProtocol}, {@link MaximumLikelihood}). Variance for known
 * sigma: V sigma²/n ({@link GaussianLimit}) for large n, which no private protocol beats at epsilon
 * up to 1; 6 % above it at epsilon 1 and 10,000 users, 2 % at 100,000. For sigma known up to a
 * factor of 16, 20 % above it at epsilon 1 and 100,000 users. Errors: {@link GaussianQuestion}'s;
 * too few users to find a mean; a second round whose attachment is missing, damaged or another
 * question's.
 *
 * <p>The second round's attachment: the first round's accumulator, and for every stratum the number
 * of its questions, the standard deviation of its noise, and for each question its share, the
 * number of its cuts and the cuts.
 *
 * <p>Source: the task and the two rounds are those of Joseph, Kulkarni, Mao &amp; Wu, "Locally
 * Private Gaussian Estimation", NeurIPS 2019; that a threshold near the mean is best, Kalinin &amp;
 * Steinberger, AISTATS 2025; the first round's questions, the shares and the estimate are this
 * project's.
 */
public final class TwoRoundGaussian extends AnswerProtocol
    implements Rounds.Leading<RoundQuestions> {
  private static final String NAME = "gaussian";

  private final FirstRound plan;
  private final Round<RoundQuestions, TwoRoundGaussian> at;
  private final Optional<TwoRoundGaussian> first; // of the second round

  private TwoRoundGaussian(
      GaussianQuestion question, FirstRound plan, Round<RoundQuestions, TwoRoundGaussian> at) {
    super(at.spec(), question, at.state().strata());
    this.plan = plan;
    this.at = at;
    this.first =
        at.number() == 1
            ? Optional.empty()
            : Optional.of(new TwoRoundGaussian(question, plan, at.earlier()));
    first.ifPresent(earlier -> at.requireCounters(earlier.cells()));
  }

  /** The first round. */
  public static TwoRoundGaussian of(GaussianQuestion given) {
    GaussianQuestion question = given.withDither();
    FirstRound plan = FirstRound.of(question.noisy());
    long firstShare = Thresholds.of(plan.share());
    RoundQuestions start = plan.asked(question);
    return Rounds.<RoundQuestions, TwoRoundGaussian>of(
            question.spec(NAME), 2, word -> Long.compareUnsigned(word, firstShare) < 0 ? 1 : 2)
        .startsWith(start, second -> 2)
        .remembers(
            (numbers, kept) -> {
              numbers.require(kept.rounds() == 1, "it has reports of other rounds");
              return RoundQuestions.state(question, numbers);
            })
        .asks(at -> new TwoRoundGaussian(question, plan, at))
        .keepsAll(second -> start)
        .first();
  }

  @Override
  public RoundQuestions after(Accumulator<?> reports) {
    List<Questions> questions = new ArrayList<>();
    for (Likelihood likelihood : likelihoods(reports)) {
      double n2 = likelihood.n() * (1 - plan.share()) / plan.share();
      questions.add(SecondRound.questions(question(), likelihood, n2));
    }
    return new RoundQuestions(questions);
  }

  @Override
  public Round<?, ?> at() {
    return at;
  }

  @Override
  Likelihood likelihood(int stratum, Accumulator<?> reports) {
    Likelihood likelihood = new Likelihood();
    first.ifPresent(earlier -> earlier.addTo(likelihood, stratum, at.reports(earlier)));
    addTo(likelihood, stratum, reports);
    return likelihood;
  }

  @Override
  double fewest() {
    return plan.fewest();
  }

  @Override
  long earlier() {
    return at.people();
  }

  /** {@code gaussian(epsilon,sigma|sigma_min,sigma_max,range,...,state)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              NAME,
              13,
              "mean of a Gaussian in two rounds: cells of many widths find it, then thresholds at it")
          .takes(GaussianQuestion.parameters(STATE))
          .variants("sigma=1.0", "sigma_min=1.0,sigma_max=4.0")
          .makes(given -> of(GaussianQuestion.of(given)));
}
