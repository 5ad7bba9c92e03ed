package org.sparkldp.protocols.sets;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.OptionalInt;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.BitCounts;
import org.sparkldp.protocols.frequency.PackedBits;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.random.IntegerWeights;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * PrivSet: a report is a set of {@code size} items that more likely than not meets the person's.
 * The most accurate way to ask for few items of many.
 *
 * <p>Input: a set of items in [0, k), 2 ≤ k ≤ 65,536. Whoever holds fewer than m, m ≤ 64, is filled
 * up with some of m dummies, items k to k + m − 1; of more, m are kept, any as likely as others, by
 * the report's own coins, so that an item of somebody who holds h of them counts m/h. Report: k + m
 * packed bits with {@code size} ones. Guarantee: epsilon-LDP, a set that meets the person's is
 * e^epsilon times as likely as one that does not.
 *
 * <p><b>Estimator.</b> Pure: with N = k + m and H the share of sets that miss m given items,
 *
 * <pre>
 *   P[hit] = e^eps (1 − H)/(e^eps (1 − H) + H),     p = P[hit] (t/N)/(1 − H),
 *   q = P[hit] (t/N − H t/(N − m))/(1 − H) + (1 − P[hit]) t/(N − m),   t the size.
 * </pre>
 *
 * {@link PureEstimator} follows. At m = 1 this is subset selection. With t = 1 it is sampling one
 * of the m and randomizing it by grr with the epsilon that sampling allows, ln(m (e^eps − 1) + 1).
 *
 * <p><b>Integers in use.</b> A report misses the own items in o of 2^64 cases, and then is any that
 * does; otherwise the first own item that it holds is drawn by exact weights, and the rest is any
 * subset. So the exact epsilon is the logarithm of (2^64 − o) H over o (1 − H).
 *
 * <p><b>Size.</b> By default variances are least where people hold half of m, evenly spread. Cost:
 * a word for each item of a report; 8 (k + m) bytes to accumulate.
 *
 * <p>Source: Wang, Huang, Nie, Wang, Xu &amp; Yang, "PrivSet: Set-Valued Data Analyses with Local
 * Differential Privacy", INFOCOM 2018.
 */
public final class PrivSet extends SetProtocol {
  /** The largest m. */
  public static final int MOST = 64;

  /** The domain of sets. */
  static final Parameter K = Parameter.K.to(1 << 16, "A report has a bit per item; merge items.");

  private static final Parameter M =
      Parameter.integer("m", "most items of a person; of more, m are kept at random")
          .from(1)
          .to(MOST)
          .example("2");

  private static final Parameter SIZE =
      Parameter.integer("size", "items in a report, 1 to k").optional("that of the least errors");

  private final int m;
  private final int size;
  private final long leaveOut;
  private final IntegerWeights first;
  private final PureEstimator support;
  private final Layout<byte[]> layout;

  private PrivSet(Parameters given, int k, int m, int size, Hits hits, long leaveOut) {
    super(
        given.with(SIZE.name(), size).spec(),
        Guarantee.pure(given.epsilon(), hits.exactEpsilon(leaveOut)),
        k);
    this.m = m;
    this.size = size;
    this.leaveOut = leaveOut;
    this.first = hits.first;
    this.support = support(k, m, size, 1 - Thresholds.probability(leaveOut));
    this.layout = BitCounts.ofSets(k + m, size);
  }

  private static PrivSet of(Parameters given) {
    double epsilon = given.epsilon();
    int k = given.integer(K.name());
    int m = given.integer(M.name());
    Require.that(m <= k)
        .orRefuse("m (items of a person) must be at most k = %s. Provided value: %s.", k, m);
    OptionalInt asked = given.optionalInteger(SIZE.name());
    int size = asked.isPresent() ? asked.getAsInt() : bestSize(epsilon, k, m);
    Require.that(size >= 1 && size <= k)
        .orRefuse(
            "size (items in a report) must be between 1 and k = %s. Provided value: %s. Leave it"
                + " out for the best.",
            k, size);
    Hits hits = Hits.of(k, m, size);
    long start = Thresholds.of(1 - hit(k, m, size, StrictMath.exp(epsilon)));
    return new PrivSet(
        given, k, m, size, hits, Thresholds.raiseUntil(epsilon, start, hits::exactEpsilon));
  }

  private static int bestSize(double epsilon, int k, int m) {
    double ratio = StrictMath.exp(epsilon);
    double share = m / (2.0 * k);
    int size = 1;
    while (size < k
        && support(k, m, size + 1, hit(k, m, size + 1, ratio)).variance(share, 1)
            < support(k, m, size, hit(k, m, size, ratio)).variance(share, 1)) {
      size++;
    }
    return size;
  }

  /** The share of sets that hold none of m given items. */
  private static double missing(int k, int m, int size) {
    double missing = 1;
    for (int i = 0; i < m; i++) {
      missing *= Math.max(0.0, k + m - size - i) / (k + m - i);
    }
    return missing;
  }

  private static double hit(int k, int m, int size, double ratio) {
    double missing = missing(k, m, size);
    return ratio * (1 - missing) / (ratio * (1 - missing) + missing);
  }

  private static PureEstimator support(int k, int m, int size, double hit) {
    double missing = missing(k, m, size);
    double ofAll = (double) size / (k + m);
    double ofOthers = (double) size / k;
    double p = hit * ofAll / (1 - missing);
    double q = hit * (ofAll - missing * ofOthers) / (1 - missing) + (1 - hit) * ofOthers;
    return new PureEstimator(p, q);
  }

  /**
   * The numbers of sets by the first own item that they hold: C(N − 1 − i, t − 1) have the i-th,
   * and C(k, t) none; here in units of the latter over a common denominator.
   */
  private record Hits(IntegerWeights first, BigInteger none) {
    static Hits of(int k, int m, int size) {
      BigInteger none = BigInteger.valueOf(k - size + 1L);
      BigInteger[] hits = new BigInteger[m];
      hits[m - 1] = BigInteger.valueOf(size);
      for (int i = m - 1; i > 0; i--) {
        BigInteger below = BigInteger.valueOf(k + m - i - size + 1L);
        hits[i - 1] = hits[i].multiply(BigInteger.valueOf(k + m - (long) i));
        for (int j = i; j < m; j++) {
          hits[j] = hits[j].multiply(below);
        }
        none = none.multiply(below);
      }
      return new Hits(new IntegerWeights(Arrays.asList(hits)), none);
    }

    double exactEpsilon(long leaveOut) {
      BigInteger without = Epsilon.unsigned(leaveOut);
      BigInteger hit = Epsilon.WORDS.subtract(without).multiply(none);
      BigInteger missed = without.multiply(first.total());
      return Epsilon.ofRatio(hit.max(missed), hit.min(missed));
    }
  }

  /** Items in a report. */
  public int size() {
    return size;
  }

  @Override
  public int most() {
    return m;
  }

  @Override
  public double variance(double count, double n) {
    return support.variance(count, n);
  }

  @Override
  public ReportType reportType() {
    return ReportType.bits(layout.width());
  }

  @Override
  public Layout<byte[]> layout() {
    return layout;
  }

  @Override
  public byte[] report(int[] input, RandomSource source) {
    int[] own = own(input, source);
    boolean isHit = source.bernoulli(-leaveOut); // in 2^64 − o of 2^64 cases
    int at = isHit ? source.weighted(first) : m;
    int[] decided = isHit ? Arrays.copyOf(own, at + 1) : own;
    int places = layout.width() - decided.length;
    long[] words = new long[(layout.width() + 63) >>> 6];
    source.subset(places, isHit ? size - 1 : size, words);
    // Places of decided items stand for the undecided ones beyond.
    int beyond = places;
    for (int i = 0; i < decided.length && decided[i] < places; i++) {
      while (holds(decided, beyond)) {
        beyond++;
      }
      int place = decided[i];
      words[beyond >>> 6] |= (words[place >>> 6] >>> place & 1) << beyond;
      words[place >>> 6] &= ~(1L << place);
      beyond++;
    }
    if (isHit) {
      words[own[at] >>> 6] |= 1L << own[at];
    }
    return PackedBits.toBytes(words, reportType().bytes());
  }

  /** Just m items: some of more, or with dummies. */
  private int[] own(int[] input, RandomSource source) {
    long[] kept = new long[(input.length + 63) >>> 6];
    if (input.length > m) {
      source.subset(input.length, m, kept);
    }
    int[] own = new int[m];
    int filled = 0;
    for (int i = 0; i < input.length; i++) {
      if (input.length <= m || PairSets.bit(kept, i) == 1) {
        own[filled++] = input[i];
      }
    }
    for (int dummy = k(); filled < m; dummy++) {
      own[filled++] = dummy;
    }
    return own;
  }

  @Override
  public double contrast(byte[] report, int[] input, int[] other) {
    return met(report, input) - met(report, other);
  }

  /** Whether the report meets a set with its dummies; of a larger one, about how likely. */
  private double met(byte[] report, int[] input) {
    double met = 0;
    for (int i = 0; i < Math.max(m, input.length); i++) {
      met += PackedBits.get(report, i < input.length ? input[i] : k() + i - input.length);
    }
    return Math.min(1, met * m / Math.max(m, input.length));
  }

  @Override
  public Estimate estimate(Accumulator<byte[]> reports, double confidence) {
    requireOwn(reports);
    return support.estimate(reports.n(), Arrays.copyOf(reports.counts(), k()), confidence);
  }

  /** {@code privset(epsilon,k,m,size)}. */
  public static final Declaration<PrivSet> DECLARATION =
      Declaration.named("privset", 92, "a set of items that likely meets the person's m items")
          .takes(Parameter.EPSILON, K, M, SIZE)
          .variants("", "size=2")
          .makes(PrivSet::of);
}
