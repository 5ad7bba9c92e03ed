package org.sparkldp.protocols.gaussian.likelihood;

import java.util.Arrays;

/**
 * Pearson's X² of answers against a law that was fitted to them: whether the law explains them. Its
 * mean and variance are those of independent multinomial counts.
 *
 * @param likelihood of the answers
 * @param fitted mean and sigma
 */
public record FitTest(Likelihood likelihood, Likelihood.Point fitted) {
  private static final double FAILED = 5;

  /** How many standard deviations X² is above its mean. */
  public double misfit() {
    double excess = 0;
    double variance = 0;
    for (Likelihood.Term term : likelihood.terms()) {
      double[] q = probabilities(term);
      excess += excess(term, q);
      variance += excessVariance(term, q);
    }
    return excess / Math.sqrt(variance);
  }

  /** Whether the law explains most of what answers to repeated cells have beyond a flat law. */
  public boolean explainsRepeatedCells() {
    double all = 0;
    double unexplained = 0;
    double variance = 0;
    for (Likelihood.Term term : likelihood.terms()) {
      if (term.channel() instanceof PeriodicCells) {
        double[] flat = new double[term.counts().length];
        Arrays.fill(flat, 1.0 / flat.length);
        double[] q = probabilities(term);
        all += excess(term, flat);
        unexplained += excess(term, q);
        variance += excessVariance(term, q);
      }
    }
    return unexplained < all / 2 || unexplained < FAILED * Math.sqrt(variance);
  }

  /** X² less its mean, m − 1. */
  private static double excess(Likelihood.Term term, double[] q) {
    double excess = 1 - q.length;
    for (int a = 0; a < q.length; a++) {
      double off = term.counts()[a] - term.n() * q[a];
      excess += off * off / (term.n() * q[a]);
    }
    return excess;
  }

  private static double excessVariance(Likelihood.Term term, double[] q) {
    int m = q.length;
    double inverses = 0;
    for (double probability : q) {
      inverses += 1 / probability;
    }
    return 2 * (m - 1) + (inverses - m * m - 2 * m + 2) / term.n();
  }

  private double[] probabilities(Likelihood.Term term) {
    int m = term.channel().answers();
    double[] law = new double[3 * m];
    term.law(fitted.mean(), fitted.sigma(), law);
    double[] q = new double[m];
    Arrays.setAll(q, a -> term.base() + term.gain() * law[a]);
    return q;
  }
}
