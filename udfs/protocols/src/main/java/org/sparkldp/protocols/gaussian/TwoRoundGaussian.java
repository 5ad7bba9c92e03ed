package org.sparkldp.protocols.gaussian;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.RoundProtocol;
import org.sparkldp.protocols.RoundState;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.gaussian.likelihood.Likelihood;
import org.sparkldp.protocols.gaussian.likelihood.Questions;
import org.sparkldp.protocols.spec.ProtocolSpec;

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
    implements RoundProtocol<Double, Integer> {
  private static final String NAME = "gaussian";

  private final FirstRound plan;
  private final long firstShare;
  private final RoundState state; // null in the first round
  private final TwoRoundGaussian first; // null in the first round
  private final Accumulator<?> firstReports; // null in the first round

  private TwoRoundGaussian(GaussianQuestion question, FirstRound plan) {
    super(
        question.spec(NAME),
        question,
        Collections.nCopies(question.strata(), plan.questions().dithered(question.firstDither())));
    this.plan = plan;
    this.firstShare = Thresholds.of(plan.share());
    this.state = null;
    this.first = null;
    this.firstReports = null;
  }

  private TwoRoundGaussian(TwoRoundGaussian first, RoundState state) {
    super(
        first.spec().with(STATE.name(), state.fingerprint()),
        first.question(),
        RoundQuestions.read(state.numbers(), 0, first.question()));
    this.plan = first.plan;
    this.firstShare = first.firstShare;
    this.state = state;
    this.first = first;
    this.firstReports = Protocols.readAccumulator(state.firstReports(first.spec()), first);
  }

  /** The first round. */
  public static TwoRoundGaussian of(GaussianQuestion question) {
    GaussianQuestion asked = question.withDither();
    return new TwoRoundGaussian(asked, FirstRound.of(asked.noisy()));
  }

  @Override
  public ProtocolSpec firstSpec() {
    return first == null ? spec() : first.spec();
  }

  @Override
  public int round() {
    return first == null ? 1 : 2;
  }

  @Override
  public int rounds() {
    return 2;
  }

  @Override
  public int roundOf(long word) {
    return Long.compareUnsigned(word, firstShare) < 0 ? 1 : 2;
  }

  @Override
  public byte[] attachment() {
    return state == null ? super.attachment() : state.encode();
  }

  @Override
  public TwoRoundGaussian next(Accumulator<?> reports) {
    if (round() == rounds()) {
      throw RoundProtocol.wasLast();
    }
    List<Questions> questions = new ArrayList<>();
    for (Likelihood likelihood : likelihoods(reports)) {
      double n2 = likelihood.n() * (1 - plan.share()) / plan.share();
      questions.add(SecondRound.questions(question(), likelihood, n2));
    }
    return new TwoRoundGaussian(
        this, new RoundState(List.of(reports.toBytes()), RoundQuestions.numbers(questions)));
  }

  @Override
  Likelihood likelihood(int stratum, Accumulator<?> reports) {
    Likelihood likelihood = new Likelihood();
    if (first != null) {
      first.addTo(likelihood, stratum, firstReports);
    }
    addTo(likelihood, stratum, reports);
    return likelihood;
  }

  @Override
  double fewest() {
    return plan.fewest();
  }

  @Override
  long earlier() {
    return first == null ? 0 : firstReports.n();
  }

  /** {@code gaussian(epsilon,sigma|sigma_min,sigma_max,range,...,state)}. */
  public static final Declaration DECLARATION =
      Declaration.named(
              NAME,
              13,
              "mean of a Gaussian in two rounds: cells of many widths find it, then thresholds at it")
          .takes(GaussianQuestion.parameters(STATE))
          .variants("sigma=1.0", "sigma_min=1.0,sigma_max=4.0")
          .makes(given -> of(GaussianQuestion.of(given)), TwoRoundGaussian::new);
}
