package org.sparkldp.protocols.accounting.amplification;

import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.statistics.Bisection;

/**
 * Warner's randomized response of n people: what the number of ones shows of one of them, in the
 * worst of all datasets. Both bounds are of the divergence itself, whatever the others hold.
 *
 * <p>Of the others n0 hold 0 and n1 hold 1; a report is a lie with probability q = 1/(p + 1). So
 * their ones G are Bin(n0, q) + Bin(n1, 1 − q), and with g its probabilities the divergence between
 * a person's 1 and 0 is Σ_a max(0, (p − γ) g(a − 1) − (pγ − 1) g(a)) q. As g is log-concave, g(a −
 * 1)/g(a) grows, so the positive terms are those from some t on, and the sum is the largest over t
 * of
 *
 * <pre>  q [ (p − γ) g(t − 1) − (p + 1)(γ − 1) P(G ≥ t) ] </pre>
 *
 * The other order, of 0 and 1, is that of the mirrored dataset.
 *
 * <p><b>All datasets.</b> Take n1 from m to m + w − 1. Show the observer the reports of those who
 * hold 1 beyond m of them, and of those who hold 0 beyond n − m − w of them: the divergence can
 * only grow, and the rest is one dataset of n − w others. So {@value #RUNS} of them bound all (of
 * very many people, {@value #LEAST_RUNS}).
 *
 * @param p the ratio of the probabilities of the truth and of a lie
 */
record WarnerLaw(double p) {
  /** Datasets are taken in so many runs, each of which costs an n-th part of the people. */
  private static final int RUNS = 50;

  /** Of more people, whose laws take longer. */
  private static final int LEAST_RUNS = 10;

  /** The two parts of the divergence nearly cancel, up to a hundredth. */
  private static final double ROUNDING = 1e-6;

  WarnerLaw {
    Require.that(p > 1).orRefuse("p must be above 1. Provided value: %s.", p);
  }

  /** The divergence of the worst dataset, or more; the answer stops where it is above the limit. */
  double most(long n, double gamma, double limit) {
    int runs = Math.max(LEAST_RUNS, BinomialLaw.runs(RUNS, n));
    long width = (n + runs - 1) / runs;
    double worst = 0;
    for (long m = 0; m < n && worst <= limit; m += width) {
      long w = Math.min(width, n - m);
      worst = Math.max(worst, divergence(n - m - w, m, gamma));
    }
    return worst * (1 + ROUNDING) + 10 * BinomialLaw.TAIL;
  }

  /** The divergence of the worst of three datasets, or less. */
  double least(long n, double gamma) {
    double one = divergence(n - 1, 0, gamma);
    double half = divergence((n - 1) / 2, n - 1 - (n - 1) / 2, gamma);
    return Math.max(one, Math.max(half, divergence(0, n - 1, gamma))) * (1 - ROUNDING);
  }

  /** The divergence between a 1 and a 0 of one person, where so many others hold 0 and 1. */
  double divergence(long zeros, long ones, double gamma) {
    if (gamma >= p) {
      return 0;
    }
    double q = 1 / (p + 1);
    BinomialLaw lies = BinomialLaw.of(zeros, q, 1 / p);
    BinomialLaw truths = BinomialLaw.of(ones, 1 - q, p);
    long below = lies.from() + truths.from() - 1; // no term is positive there
    long above = lies.to() + truths.to() + 1; // all are
    long first =
        Bisection.first(
            below,
            above,
            a -> (p - gamma) * lies.sum(truths, a - 1) > (p * gamma - 1) * lies.sum(truths, a));
    double gained = (p - gamma) * lies.sum(truths, first - 1);
    double lost = (p + 1) * (gamma - 1) * lies.sumAtLeast(truths, first);
    return Math.max(0, gained - lost) * q;
  }
}
