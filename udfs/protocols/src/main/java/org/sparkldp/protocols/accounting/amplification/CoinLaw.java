package org.sparkldp.protocols.accounting.amplification;

/**
 * The law of a shuffled histogram where all others hold one of the person's two values: the
 * divergence is computed as it is, of two counts. It is a lower bound on the worst case, and serves
 * where no third value is far from both.
 *
 * <p>A report is of kind 0 with probability p a under one value and a under the other, of kind 1
 * the other way round, else of a kind that both have alike. All others draw by the first law; let T
 * of n draws by it be of kind 0 or 1, T ~ Bin(n, (p + 1) a), and B of them of kind 1, Bin(T, 1/(p +
 * 1)). If the person has the first value, the counts have the law of n such draws. If the other,
 * their likelihood relative to it is 1 + (p − 1)(B − A/p)/n, A = T − B. So with M = B − T/(p + 1)
 * and s = p − 1/p the divergences of the two orders are
 *
 * <pre>  E max(0, s M/n − (γ − 1))    and    E max(0, 1 − γ − γ s M/n) </pre>
 *
 * Given T, M is a sum of T independent terms of mean 0, so both grow with T (Jensen), and a run of
 * T is bounded from below at its first.
 *
 * @param p the ratio of the probabilities
 * @param own a
 */
record CoinLaw(double p, double own) {
  private static final int RUNS = 96;

  /** The larger divergence of the two orders, or less. */
  double least(long n, double gamma) {
    double s = p - 1 / p;
    double q = 1 / (p + 1);
    double ones = 0;
    double others = 0;
    for (BinomialLaw.Cell run :
        BinomialLaw.of(n, Math.min(1, (p + 1) * own)).cells(BinomialLaw.runs(RUNS, n))) {
      long t = run.from();
      if (run.mass() < BinomialLaw.TAIL) {
        continue;
      }
      double over = n * (gamma - 1) / s;
      ones += run.mass() * s / n * BinomialLaw.of(t, q, 1 / p).tail().excessOver(t * q + over);
      // Of A = T − B, whose distance from its mean is −M.
      others +=
          run.mass()
              * gamma
              * s
              / n
              * BinomialLaw.of(t, 1 - q, p).tail().excessOver(t * (1 - q) + over / gamma);
    }
    return Math.max(ones, others) * (1 - 1e-8);
  }
}
