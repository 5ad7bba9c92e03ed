package org.sparkldp.protocols.gaussian;

import java.util.Collections;
import org.sparkldp.protocols.gaussian.likelihood.Information;
import org.sparkldp.protocols.gaussian.likelihood.Questions;

/**
 * The questions of the first of two rounds, and the share of people for it.
 *
 * <p>As many as make the variance after both rounds least, in expectation ({@link
 * SecondRound#plan}): more of them place the second round's threshold better, but each has less
 * information than there. For known sigma and small epsilon the loss over the limit is n1 (1 − i) +
 * n V/(n1 i), with i the share of the information that a first-round answer has, so n1 = √(n V/(i
 * (1 − i))). And at least as many as find the mean ({@link Vernier#need}), but never more than
 * {@value #MOST} of all, for the second round can decide between a few places too.
 *
 * @param questions put to every stratum
 * @param share of the people, in (0, 1)
 * @param fewest users below whom no mean is found
 */
record FirstRound(Questions questions, double share, double fewest) {
  private static final double MOST = 0.4;
  private static final double SHARE_STEP = 0.8;
  private static final int SHARES = 24;

  /** Shares are rounded to this, so that all machines agree on them. */
  private static final double GRAIN = 0x1p-20;

  /** Users that are planned for where the question does not say. */
  private static final int DEFAULT_USERS = 100_000;

  /** Widths that are asked about, by the best one. */
  private static final double NARROWEST = 1;

  private static final double WIDEST = 2;

  static FirstRound of(GaussianQuestion question) {
    Vernier vernier = new Vernier(question, NARROWEST, WIDEST);
    double users = plannedUsers(question);
    double wanted = Math.max(bestShare(question, vernier, users), vernier.need() / users);
    double share = Math.max(GRAIN, Math.rint(Math.min(MOST, wanted) / GRAIN) * GRAIN);
    return new FirstRound(vernier.questions(share * users), share, vernier.fewest());
  }

  /** What every stratum of the question is asked first. */
  RoundQuestions asked(GaussianQuestion question) {
    return new RoundQuestions(
        Collections.nCopies(question.strata(), questions.dithered(question.firstDither())));
  }

  static int plannedUsers(GaussianQuestion question) {
    return question.users().orElse(DEFAULT_USERS);
  }

  private static double bestShare(GaussianQuestion question, Vernier vernier, double users) {
    Information one = vernier.information();
    double best = MOST;
    double least = Double.POSITIVE_INFINITY;
    double share = MOST;
    for (int i = 0; i < SHARES; i++, share *= SHARE_STEP) {
      double n1 = share * users;
      Information first = new Information(n1 * one.mean(), 0, n1 * one.log());
      double variance =
          SecondRound.plan(question.epsilon(), users - n1, first, question.isSigmaKnown())
              .variance();
      if (variance < least) {
        least = variance;
        best = share;
      }
    }
    return best;
  }
}
