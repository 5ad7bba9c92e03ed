package org.sparkldp.analysis.amplification;

/**
 * Warner's randomized response of n people, all others of whom hold one value: the divergence of
 * the number of ones, which is all that the histogram has, is computed as it is. A lower bound on
 * what a shuffled histogram shows in the worst case.
 *
 * <p>With q = 1/(p + 1), the others' ones are Bin(n − 1, q). The likelihood of A ones in all,
 * relative to Bin(n, q), is (p A + (n − A)/p)/n if the person holds 1, and 1 if the person holds 0:
 * then ones come with probability q, too. So the divergences of the two orders are E max(0, p A +
 * (n − A)/p − γ n)/n and E max(0, n − γ (p A + (n − A)/p))/n.
 *
 * @param p the ratio of the probabilities of the truth and of a lie
 */
record CoinLaw(double p) {

  /** The larger divergence of the two orders, or less. */
  double least(long n, double gamma) {
    double q = 1 / (p + 1);
    double slope = p - 1 / p;
    // The first is slope (A − t) with t = n (γ − 1/p)/slope, at least the mean of A.
    double ones = BinomialLaw.of(n, q).tail().excessOver(n * (gamma - 1 / p) / slope) * slope / n;
    // The second is γ slope (Z − t) with Z = n − A zeros and t = n (γ p − 1)/(γ slope).
    double zeros =
        BinomialLaw.of(n, 1 - q).tail().excessOver(n * (gamma * p - 1) / (gamma * slope))
            * gamma
            * slope
            / n;
    return Math.max(ones, zeros) * (1 - 1e-8);
  }
}
