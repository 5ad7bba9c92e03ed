package org.sparkldp.published.rappor;

import java.math.BigInteger;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;

/**
 * The probabilities of RAPPOR's stages, as thresholds over 2^64, and the exact epsilons that follow
 * from them.
 *
 * @param flip a Bloom bit is flipped for good
 * @param drop a permanent 1 is reported as 0
 * @param add a permanent 0 is reported as 1
 */
record RapporCoins(long flip, long drop, long add) {

  static RapporCoins of(double epsilon, int hashes, double irrP, double irrQ) {
    long flip =
        Thresholds.raiseUntil(
            epsilon, Thresholds.of(halfF(epsilon, hashes)), t -> exactEpsilon(hashes, t));
    return new RapporCoins(
        flip, irrQ == 1 ? 0 : -Thresholds.of(irrQ), irrP == 0 ? 0 : Thresholds.of(irrP));
  }

  /** q* over 2^128. */
  BigInteger oneWords() {
    return words(Epsilon.WORDS.subtract(Epsilon.unsigned(flip)));
  }

  /** p* over 2^128. */
  BigInteger zeroWords() {
    return words(Epsilon.unsigned(flip));
  }

  /** Of 2^128, those that report a 1 if the permanent bit is 1 on {@code ones} of 2^64. */
  private BigInteger words(BigInteger ones) {
    return ones.multiply(Epsilon.WORDS.subtract(Epsilon.unsigned(drop)))
        .add(Epsilon.WORDS.subtract(ones).multiply(Epsilon.unsigned(add)));
  }

  /** p*, the probability that a bit is reported 1 if the Bloom bit is 0. */
  double zeroRate() {
    return zeroWords().doubleValue() * 0x1p-128;
  }

  /** q* − p*. */
  double contrast() {
    return oneWords().subtract(zeroWords()).doubleValue() * 0x1p-128;
  }

  /** Variance of a debiased bit whose Bloom bit is 0. */
  double zeroVariance() {
    double zero = zeroRate();
    return zero * (1 - zero) / (contrast() * contrast());
  }

  /** The increase of it if the Bloom bit is 1. */
  double extraVariance() {
    return (1 - 2 * zeroRate() - contrast()) / contrast();
  }

  /** Epsilon of a single report, rounded up; h bits differ. */
  double reportEpsilon(int hashes) {
    BigInteger one = oneWords();
    BigInteger zero = zeroWords();
    BigInteger all = Epsilon.WORDS.pow(2);
    return Epsilon.ofRatio(
        one.multiply(all.subtract(zero)).pow(hashes), zero.multiply(all.subtract(one)).pow(hashes));
  }

  /** f/2, the probability that the permanent stage flips a bit. */
  private static double halfF(double epsilon, int hashes) {
    return 1 / (StrictMath.exp(epsilon / (2 * hashes)) + 1);
  }

  /** The h of least variance. */
  static int bestHashes(double epsilon, int bits, double irrP, double irrQ) {
    int best = 1;
    double least = Double.POSITIVE_INFINITY;
    for (int h = 1; h <= Math.min(Rappor.MAX_HASHES, bits / 2); h++) {
      double flip = halfF(epsilon, h);
      double zero = irrP + flip * (irrQ - irrP);
      double contrast = (1 - 2 * flip) * (irrQ - irrP);
      double variance = zero * (1 - zero) / (h * contrast * contrast);
      if (variance < least) {
        best = h;
        least = variance;
      }
    }
    return best;
  }

  /** 2 h ln((1 − t)/t), t the flip probability, rounded up. */
  static double exactEpsilon(int hashes, long flip) {
    BigInteger flipped = Epsilon.unsigned(flip);
    BigInteger kept = Epsilon.WORDS.subtract(flipped);
    return Epsilon.ofRatio(kept.max(flipped).pow(2 * hashes), kept.min(flipped).pow(2 * hashes));
  }
}
