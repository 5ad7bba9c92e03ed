package org.sparkldp.protocols.accounting.amplification;

import org.sparkldp.protocols.check.Require;

/**
 * The law of a shuffled histogram about one person, reduced to three counts. The hockey-stick
 * divergence says how well an observer distinguishes two values of the person; {@link #most} and
 * {@link #least} bound it from above and below.
 *
 * <p><b>The sum.</b> Of n people one has value u or v; P and Q are the laws of that report. For the
 * others, n times in all, one of four things is drawn: kind 0 or kind 1 with probability a each,
 * kind 2 with probability {@code rest}, else nothing. They weigh, for a γ = e^epsilon,
 *
 * <pre>
 *   kind 0   p − γ     kind 1   1 − pγ     kind 2   s (1 − γ)     nothing   0
 * </pre>
 *
 * and the divergence is E max(0, sum of the n weights) / n.
 *
 * <p><b>Why it is an upper bound</b> ({@link #atMost}; rest = c/p, s = p, where a = β/(p − 1) and c
 * = 1 − (p + 1) a), for every randomizer whose reports' probabilities under two values have ratios
 * of at most p and a total variation distance of at most β.
 *
 * <ol>
 *   <li>Every report y is at least m(y) = max(P(y), Q(y))/p as likely for each other person. So a
 *       person's report may be drawn in two steps: with probability g = Σ m = (1 + β')/p, β' the
 *       distance of P and Q, from ω = m/g, else from a law of the person's own. Let the observer
 *       see who draws from own laws, and these reports: the divergence can only grow. What is left
 *       are N draws from ω, N ~ Bin(n − 1, g), and the person's report, in random order.
 *   <li>A set of N + 1 reports has under u the likelihood Σ P(y_i)/ω(y_i) / (N + 1), relative to N
 *       + 1 draws from ω; under v the same with Q. Hence the divergence is E max(0, Σ (P − γ
 *       Q)(y_i) / ω(y_i)) / (N + 1), over draws from ω. As P(N + 1 = m)/m is the probability of m
 *       in Bin(n, g), divided by n g, this is E max(0, W_1 + .. + W_n)/n, where each W is (P − γ
 *       Q)/m at a draw from ω with probability g, else 0.
 *   <li>The pair (P/m, Q/m) is p (1, t) or p (t, 1) with t in [1/p, 1]. Put its mass on the corners
 *       (1, 1), (1, 1/p), (1/p, 1) instead, the mean unchanged. The mean of a convex function of
 *       the sum can only grow (Jensen, one summand after the other). The means ΣP = ΣQ = 1 then
 *       leave one such law: the one above with a' = β'/(p − 1).
 *   <li>It grows with a'. More a' takes mass from the weights p (1 − γ) and 0, and gives as much,
 *       with the same mean, to 1 − pγ and p − γ, which lie outside of them. So a may stand for a'.
 * </ol>
 *
 * The largest a, 1/(p + 1), has c = 0 and serves every randomizer.
 *
 * <p><b>Why it is a lower bound</b> ({@link #atLeast}; rest = 1 − 2a, s = c/rest). Let the observer
 * see only how many reports are in a set of kind 0, in one of kind 1, and elsewhere. The person's
 * report is in them with probabilities (p a, a, c) under u and (a, p a, c) under v, another
 * person's with (a, a, 1 − 2a), where all others hold a value that is far from both. Seeing less,
 * the divergence can only fall. The likelihood of counts (A, B, n − A − B), relative to n draws by
 * the others' law, is (p A + B + c (n − A − B)/(1 − 2a))/n.
 *
 * <p>The reduction to three kinds and the two laws' parts are after: Balle, Bell, Gascón &amp;
 * Nissim, "The Privacy Blanket of the Shuffle Model", CRYPTO 2019; Feldman, McMillan &amp; Talwar,
 * "Hiding Among the Clones", FOCS 2021, and "Stronger Privacy Amplification by Shuffling", SODA
 * 2023; Wang et al., "Privacy Amplification via Shuffling: Unified, Simplified, and Tightened",
 * PVLDB 2024; Su, Cheng &amp; Wang, "A Unified Framework and Efficient Computation for Privacy
 * Amplification via Shuffling", 2025. A reduction to the counts of kind 0 and 1 alone is no upper
 * bound where c &gt; 0: of two people with 4-ary randomized response it falls short ({@code
 * ShuffleLawTest.twoCountsAloneAreNoUpperBound}).
 *
 * @param p largest ratio of a report's probabilities, above 1
 * @param rate a, a draw's probability of kind 0, and of kind 1
 * @param rest probability of kind 2
 * @param restWeight s
 */
record ShuffleLaw(double p, double rate, double rest, double restWeight) {
  /** Counts of kinds 0 and 1 together, and of kind 2, are taken in so many runs each. */
  private static final int RUNS = 96;

  private static final int RUNS_OF_REST = 48;

  /**
   * What rounding may cost, relative: the laws' probabilities are precise to 1e-9, every term is
   * positive, and parameters that are a few units in the last place off move the divergence by less
   * than a relative 1e-9.
   */
  private static final double ROUNDING = 1e-8;

  /** More than the windows of three laws leave out, and the largest weight may multiply. */
  private static final double LEFT_OUT = 10 * BinomialLaw.TAIL;

  ShuffleLaw {
    Require.that(p > 1 && rate > 0 && 2 * rate <= 1 && rest >= 0)
        .orRefuse("a law of three kinds needs probabilities. Provided: %s, %s.", rate, rest);
  }

  /**
   * The upper bound for ratios of at most p and a total variation distance of at most a (p − 1).
   */
  static ShuffleLaw atMost(double p, double a) {
    double rate = Math.min(a, 1 / (p + 1));
    return new ShuffleLaw(p, rate, Math.max(0, 1 - (p + 1) * rate) / p, p);
  }

  /** What an observer of three counts has, where a third value is far from both; a below 1/2. */
  static ShuffleLaw atLeast(double p, double a) {
    double rest = 1 - 2 * a;
    return new ShuffleLaw(p, a, rest, Math.max(0, 1 - (p + 1) * a) / rest);
  }

  /** The divergence with n people, or more. */
  double most(long n, double gamma) {
    return bound(n, gamma, true);
  }

  /** The divergence with n people, or less. */
  double least(long n, double gamma) {
    return bound(n, gamma, false);
  }

  /**
   * Of T counts of kind 0 and 1 those of kind 0 are Bin(T, 1/2), so with R = A − B the sum is
   *
   * <pre>  κ R − (γ − 1) ((p + 1) T/2 + s D),    κ = (p − 1) (1 + γ)/2 </pre>
   *
   * for D counts of kind 2, which given T are Bin(n − T, rest/(1 − 2a)), fewer the larger T is. R
   * is a sum of T signs, so the mean of a convex function of it grows with T. So over a run of T
   * and of D the bound from above takes R at the run's largest T, and the subtrahend at the
   * smallest T and D; the bound from below the other way round.
   */
  private double bound(long n, double gamma, boolean isUpper) {
    if (gamma >= p) {
      return 0;
    }
    double kappa = (p - 1) * (1 + gamma) / 2;
    double eta = gamma - 1;
    double share = 2 * rate >= 1 ? 0 : Math.min(1, rest / (1 - 2 * rate));
    double largest = p - 1; // of sum / n
    int runsOfRest = BinomialLaw.runs(RUNS_OF_REST, n);
    double sum = 0;
    for (BinomialLaw.Cell ofT :
        BinomialLaw.of(n, Math.min(1, 2 * rate)).cells(BinomialLaw.runs(RUNS, n))) {
      if (ofT.mass() < BinomialLaw.TAIL) {
        sum += isUpper ? ofT.mass() * largest : 0;
        continue;
      }
      long walk = isUpper ? ofT.to() : ofT.from();
      long least = isUpper ? ofT.from() : ofT.to();
      BinomialLaw.Tail tail = BinomialLaw.of(walk, 0.5).tail();
      double inner = 0;
      for (BinomialLaw.Cell ofD : BinomialLaw.of(n - walk, share).cells(runsOfRest)) {
        long d = isUpper ? ofD.from() : ofD.to();
        double v = eta * ((p + 1) * least / 2 + restWeight * d);
        inner += ofD.mass() * tail.excessOver(walk / 2.0 + v / (2 * kappa));
      }
      sum += ofT.mass() * inner * 2 * kappa / n;
    }
    return isUpper ? sum * (1 + ROUNDING) + LEFT_OUT * largest : sum * (1 - ROUNDING);
  }
}
