package org.sparkldp.protocols.sets;

import java.util.ArrayList;
import java.util.List;
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
import org.sparkldp.protocols.frequency.PackedBits;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.statistics.StandardNormal;

/**
 * Some items, drawn at random for each report, and of each by randomized response whether the
 * person holds it: the most accurate way to ask for many items of few.
 *
 * <p>Input: any set of items in [0, k), 2 ≤ k ≤ 65,536. Report: 2k packed bits, b = {@code bits}
 * items with one of two sides each, not held or held. Guarantee: epsilon-LDP, epsilon/b for each.
 * Estimator: k/b times the unbiased bits, so that with f the chance of a wrong bit
 *
 * <pre>
 *   variance V = n (k/b) f (1 − f)/(1 − 2f)² + c (k/b − 1)      where c of n people hold the item.
 * </pre>
 *
 * By default V is least at c = n/4. Cost: two words an item of a report; 16 k bytes to accumulate.
 *
 * <p>Source: one bit of one item is what CRIAD (Ye, Yu, Huang, Xiao, Liu &amp; Hu 2025) sends where
 * its groups are single items, and Wang et al., ICDE 2019, Algorithm 4 with bits.
 */
public final class ItemBits extends SetProtocol {
  private static final int MOST = 64;

  private static final Parameter BITS =
      Parameter.integer("bits", "items in a report, 1 to 64 and at most k")
          .from(1)
          .to(MOST)
          .optional("the best for items that a quarter holds");

  private final PairSets reports;
  private final long wrong;
  private final double noise;

  private ItemBits(Parameters given, PairSets reports, long wrong) {
    super(
        given.with(BITS.name(), reports.size()).spec(),
        Guarantee.pure(given.epsilon(), exactEpsilon(reports.size(), wrong)),
        reports.k());
    this.reports = reports;
    this.wrong = wrong;
    this.noise = noise(Thresholds.probability(wrong));
  }

  private static ItemBits of(Parameters given) {
    double epsilon = given.epsilon();
    int k = given.integer(PrivSet.K.name());
    OptionalInt asked = given.optionalInteger(BITS.name());
    int bits = asked.isPresent() ? asked.getAsInt() : best(epsilon, k, .25);
    Require.that(bits <= k)
        .orRefuse("bits (items in a report) must be at most k = %s. Provided value: %s.", k, bits);
    long start = Thresholds.of(wrong(epsilon, bits));
    return new ItemBits(
        given,
        new PairSets(k, bits),
        Thresholds.raiseUntil(epsilon, start, f -> exactEpsilon(bits, f)));
  }

  /** The number of bits of the least variance where a share of the people holds the item. */
  public static int best(double epsilon, int k, double share) {
    int best = 1;
    for (int bits = 2; bits <= Math.min(k, MOST); bits++) {
      best = variance(epsilon, k, bits, share) < variance(epsilon, k, best, share) ? bits : best;
    }
    return best;
  }

  private static double variance(double epsilon, int k, int bits, double share) {
    return (double) k / bits * (noise(wrong(epsilon, bits)) + share) - share;
  }

  private static double wrong(double epsilon, int bits) {
    return 1 / (StrictMath.exp(epsilon / bits) + 1);
  }

  private static double noise(double f) {
    return f * (1 - f) / ((1 - 2 * f) * (1 - 2 * f));
  }

  private static double exactEpsilon(int bits, long wrong) {
    double each =
        Epsilon.ofRatio(Epsilon.WORDS.subtract(Epsilon.unsigned(wrong)), Epsilon.unsigned(wrong));
    double sum = 0;
    for (int i = 0; i < bits; i++) {
      sum = Epsilon.add(sum, each);
    }
    return sum;
  }

  /** Items in a report. */
  public int bits() {
    return reports.size();
  }

  /** Any number of items. */
  @Override
  public int most() {
    return k();
  }

  @Override
  public double variance(double count, double n) {
    double rarity = (double) k() / bits();
    return n * rarity * noise + count * (rarity - 1);
  }

  @Override
  public ReportType reportType() {
    return reports.type();
  }

  @Override
  public Layout<byte[]> layout() {
    return reports;
  }

  @Override
  public byte[] report(int[] input, RandomSource source) {
    long[] named = reports.words();
    long[] held = reports.words();
    source.subset(k(), bits(), named);
    for (int word = 0; word < named.length; word++) {
      for (long rest = named[word]; rest != 0; rest &= rest - 1) {
        int v = (word << 6) + Long.numberOfTrailingZeros(rest);
        if (holds(input, v) == source.bernoulli(-wrong)) {
          held[word] |= 1L << v;
        }
      }
    }
    return reports.report(named, held);
  }

  @Override
  public double contrast(byte[] report, int[] input, int[] other) {
    int contrast = 0;
    for (int v = 0; v < k(); v++) {
      int side = PackedBits.get(report, 2 * v + 1) - PackedBits.get(report, 2 * v);
      contrast += side * ((holds(input, v) ? 1 : 0) - (holds(other, v) ? 1 : 0));
    }
    return contrast;
  }

  @Override
  public Estimate estimate(Accumulator<byte[]> sums, double confidence) {
    requireOwn(sums);
    long n = sums.n();
    long[] counters = sums.counts();
    double z = StandardNormal.ofInterval(n, confidence);
    double f = Thresholds.probability(wrong);
    List<Estimate.Row> rows = new ArrayList<>();
    for (int v = 0; v < k(); v++) {
      double held = counters[2 * v + 1] * (1 - f) - counters[2 * v] * f;
      double estimate = held / (1 - 2 * f) * k() / bits();
      rows.add(row(v, estimate, n, z));
    }
    return new Estimate(n, confidence, rows);
  }

  /** {@code item-bits(epsilon,k,bits)}. */
  public static final Declaration<ItemBits> DECLARATION =
      Declaration.named("item-bits", 93, "bits of random items, held or not, of each person's set")
          .takes(Parameter.EPSILON, PrivSet.K, BITS)
          .variants("", "bits=2")
          .makes(ItemBits::of);
}
