package org.sparkldp.protocols.longitudinal;

import java.math.BigInteger;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.frequency.LinearLocalHashing;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.wire.Wire;

/**
 * LOLOHA, longitudinal local hashing: each person keeps one public hash function to g buckets, and
 * one randomized response to each bucket that they ever have; each report randomizes that again.
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 2,097,152. Report: seed g + bucket, 4 bytes; at most 2^24
 * cells, as {@link LinearLocalHashing}, whose hash functions these are: two items meet in one
 * bucket with probability 1/g exactly.
 *
 * <p>Guarantee: that of {@link MemoizedOracle}. A permanent response is g-ary randomized response
 * of epsilon/g, so m ≤ g of them, each to another bucket, cost m epsilon/g: all reports together
 * cost epsilon, and epsilon/g while a person stays in one bucket. One report costs {@link
 * #reportEpsilon}, alpha epsilon/g.
 *
 * <pre>
 *   permanent       p1/q1 = e^(epsilon/g)                            p1 + (g−1) q1 = 1
 *   instantaneous   p2/q2 = (E (A+g−2) − (g−1)) / (A − E)            p2 + (g−1) q2 = 1
 *                   A = e^(epsilon/g),  E = e^(alpha epsilon/g)
 *   one report      p  = p1 p2 + (g−1) q1 q2,   support of another item  q = 1/g
 * </pre>
 *
 * (The second line solves p/p' = E, where p' = p1 q2 + q1 p2 + (g−2) q1 q2 is the probability of
 * another given bucket. At g = 2 it is the paper's.) At a given lifetime epsilon two buckets, the
 * default, have the least error up to an epsilon of 10 (computed, alpha = 0.5).
 *
 * <p>Estimator and standard error: {@link PureEstimator}. Cost: three hashes and three words to
 * make; 8 g^{d+1} bytes to accumulate. Errors: epsilon, k, g or alpha out of range; an item outside
 * [0, k) is refused without being named.
 *
 * <p>Source: Arcolezi, Pinzón, Palamidessi &amp; Gambs, "Frequency Estimation of Evolving Data
 * Under Local Differential Privacy", EDBT 2023, section 3. Different here: hash functions with
 * exact collisions, integers, and epsilon is that of the lifetime. The paper bounds the lifetime by
 * composition; {@link MemoizedOracle} says for which histories.
 */
public final class Loloha extends MemoizedOracle {
  /** Buckets by default. */
  private static final int DEFAULT_G = 2;

  /** What one report costs of what all reports of one bucket do, by default. */
  private static final double DEFAULT_ALPHA = 0.5;

  /** Items of the domain. */
  static final Parameter K = Parameter.K.to(1 << 21, "Map items to fewer groups first.");

  private static final Parameter ALPHA =
      Parameter.real("alpha", "epsilon of one report over epsilon / g")
          .called("alpha (epsilon of one report over that of all reports of one cell)")
          .above(0)
          .below(1)
          .orElse(DEFAULT_ALPHA);
  private static final Parameter G =
      Parameter.integer("g", "buckets, a prime power between 2 and 256").orElse(DEFAULT_G);

  private final LinearLocalHashing hashing;
  private final KaryResponse permanent;
  private final KaryResponse instantaneous;
  private final PureEstimator estimator;

  private Loloha(
      Parameters given,
      LinearLocalHashing hashing,
      KaryResponse permanent,
      KaryResponse instantaneous) {
    super(
        given.spec(),
        Guarantee.pure(given.epsilon(), lifetime(permanent)),
        hashing.k(),
        new Shape(hashing.seeds(), hashing.buckets(), hashing.buckets(), hashing.buckets()));
    this.hashing = hashing;
    this.permanent = permanent;
    this.instantaneous = instantaneous;
    double p = new Chain(permanent, instantaneous).own().doubleValue() * 0x1p-128;
    this.estimator = new PureEstimator(p, 1.0 / hashing.buckets());
  }

  private static Loloha of(Parameters given) {
    double epsilon = given.epsilon();
    int k = given.integer("k");
    int g = given.integer("g");
    Require.that(LinearLocalHashing.fits(k, g))
        .orRefuse(
            "g (buckets) must be a prime power between 2 and 256 whose reports fit in 2^24 cells."
                + " Provided value: %s. Leave it out for 2.",
            g);
    double permanentEpsilon = epsilon / g;
    long start = Thresholds.of(1 / (StrictMath.exp(permanentEpsilon) + g - 1));
    KaryResponse permanent =
        new KaryResponse(
            g, Thresholds.raiseUntil(epsilon, start, w -> lifetime(new KaryResponse(g, w))));
    return new Loloha(
        given.with("g", g).with("alpha", given.real("alpha")),
        LinearLocalHashing.DECLARATION.of(1, k, g),
        permanent,
        instantaneous(permanent, permanentEpsilon, given.real("alpha") * permanentEpsilon));
  }

  /** The response to a permanent one after which a single report costs so much. */
  private static KaryResponse instantaneous(KaryResponse permanent, double all, double one) {
    int g = permanent.k();
    double grown = StrictMath.expm1(all);
    double grownOne = StrictMath.expm1(one);
    // (E (A+g−2) − (g−1)) / (A − E) with A and E less 1, so that a small epsilon loses no digits.
    double ratio = (grown + grownOne * (grown + g - 1)) / (grown - grownOne);
    long start = Thresholds.of(1 / (ratio + g - 1));
    return new KaryResponse(
        g,
        Thresholds.raiseUntil(
            one, start, w -> new Chain(permanent, new KaryResponse(g, w)).epsilon()));
  }

  /** Of g permanent responses, each to another bucket, all changed for each other; rounded up. */
  private static double lifetime(KaryResponse response) {
    int g = response.k();
    return Epsilon.ofRatio(own(response).pow(g), other(response).pow(g));
  }

  private static BigInteger own(KaryResponse response) {
    return Epsilon.WORDS.subtract(other(response).multiply(BigInteger.valueOf(response.k() - 1L)));
  }

  private static BigInteger other(KaryResponse response) {
    return Epsilon.unsigned(response.otherWeight());
  }

  /** Two responses one after the other; probabilities over 2^128. */
  private record Chain(KaryResponse first, KaryResponse second) {
    BigInteger own() {
      BigInteger others = BigInteger.valueOf(first.k() - 1L);
      return Loloha.own(first)
          .multiply(Loloha.own(second))
          .add(others.multiply(Loloha.other(first)).multiply(Loloha.other(second)));
    }

    BigInteger other() {
      BigInteger rest = BigInteger.valueOf(first.k() - 2L);
      return Loloha.own(first)
          .multiply(Loloha.other(second))
          .add(Loloha.other(first).multiply(Loloha.own(second)))
          .add(rest.multiply(Loloha.other(first)).multiply(Loloha.other(second)));
    }

    double epsilon() {
      // Where rounding turns the two around, one report costs next to nothing.
      return Epsilon.ofRatio(own().max(other()), own().min(other()));
    }
  }

  /** Buckets. */
  public int buckets() {
    return hashing.buckets();
  }

  @Override
  public double reportEpsilon() {
    return new Chain(permanent, instantaneous).epsilon();
  }

  /** Of all reports that a person gives while the bucket stays the same, rounded up. */
  public double bucketEpsilon() {
    return permanent.exactEpsilon();
  }

  @Override
  public double patternEpsilon() {
    return instantaneous.exactEpsilon();
  }

  @Override
  protected int cell(int part, int item) {
    return hashing.hash(part, item);
  }

  @Override
  protected int permanent(int cell, RandomSource coins) {
    return permanent.randomize(cell, coins);
  }

  @Override
  protected int instantaneous(int response, RandomSource coins) {
    return instantaneous.randomize(response, coins);
  }

  @Override
  protected boolean supports(int cell, int answer) {
    return cell == answer;
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    return estimator.estimate(reports.n(), hashing.supports(reports.counts()), confidence);
  }

  @Override
  public double contrast(Integer report, int item, int other) {
    return hashing.contrast(report, item, other);
  }

  @Override
  public double contribution(Integer report, int item) {
    return estimator.contribution(hashing.supports(report, item));
  }

  @Override
  protected Optional<Reach[]> reach() {
    return Optional.of(estimator.reach().repeated(k()));
  }

  @Override
  public double[] variances(long[] counts) {
    return estimator.variances(counts);
  }

  /** {@code loloha(epsilon,k,g,alpha)}. */
  public static final Declaration<Loloha> LOLOHA =
      Declaration.named(
              "loloha",
              70,
              "LOLOHA, longitudinal local hashing: a hash function for life, a permanent response to"
                  + " each bucket, an instantaneous one in each report")
          .takes(EPSILON, K, G, ALPHA)
          .sends(
              new Wire(
                  "INT, seed g + bucket, seed in [0, g^d), bucket in [0, g)",
                  "from the person's memory: under 0, Uniform(seeds); under 1 + H_seed(item),"
                      + " KeepOrOther(H_seed(item), g, permanent weight). From the report's random bits:"
                      + " KeepOrOther(permanent response, g, instantaneous weight)",
                  "reports by cell"))
          .variants("", "g=3,alpha=0.3")
          .makes(Loloha::of);
}
