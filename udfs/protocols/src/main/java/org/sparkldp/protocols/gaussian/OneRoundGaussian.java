package org.sparkldp.protocols.gaussian;

import java.util.Collections;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.gaussian.likelihood.Likelihood;

/**
 * The mean of a Gaussian, and sigma where it is not known, from one round of reports: {@code
 * gaussian-1round}.
 *
 * <p>Everybody is asked in which of a few cells, repeated along the line, the value is; widths and
 * offsets differ from cohort to cohort ({@link Vernier}), and the likelihood of all answers decides
 * ({@link AnswerProtocol}, {@link MaximumLikelihood}). Variance for known sigma: 2.3, 2.1, 1.6
 * times V sigma²/n at epsilon 0.5, 1, 2, where V ({@link GaussianLimit}) is the limit that two
 * rounds come close to. Errors: {@link GaussianQuestion}'s; too few users to find a mean.
 *
 * <p>Source: the task is that of Joseph, Kulkarni, Mao &amp; Wu, "Locally Private Gaussian
 * Estimation", NeurIPS 2019 (their one-round protocols ask about cells of doubling widths); the
 * questions and the estimate are this project's.
 */
public final class OneRoundGaussian extends AnswerProtocol {
  /** Widths that are asked about, by the best one. */
  private static final double NARROWEST = 0.85;

  private static final double WIDEST = 1.5;

  private final Vernier vernier;

  private OneRoundGaussian(GaussianQuestion question, Vernier vernier) {
    super(
        question.spec("gaussian-1round"),
        question,
        Collections.nCopies(
            question.strata(),
            vernier.questions(FirstRound.plannedUsers(question)).dithered(question.firstDither())));
    this.vernier = vernier;
  }

  public static OneRoundGaussian of(GaussianQuestion question) {
    GaussianQuestion asked = question.withDither();
    return new OneRoundGaussian(asked, new Vernier(asked.noisy(), NARROWEST, WIDEST));
  }

  @Override
  Likelihood likelihood(int stratum, Accumulator<?> reports) {
    Likelihood likelihood = new Likelihood();
    addTo(likelihood, stratum, reports);
    return likelihood;
  }

  @Override
  double fewest() {
    return vernier.fewest();
  }

  @Override
  long earlier() {
    return 0;
  }

  /** {@code gaussian-1round(epsilon,sigma|sigma_min,sigma_max,range,...)}. */
  public static final Declaration<?> DECLARATION =
      Declaration.named(
              "gaussian-1round",
              14,
              "mean of a Gaussian in one round: cells of many widths, maximum likelihood")
          .takes(GaussianQuestion.parameters())
          .variants("sigma=1.0", "sigma_min=1.0,sigma_max=4.0", "sigma=1.0,step=1.0")
          .makes(given -> of(GaussianQuestion.of(given)));
}
