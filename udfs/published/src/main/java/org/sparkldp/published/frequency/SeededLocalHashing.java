package org.sparkldp.published.frequency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.frequency.KaryResponse;
import org.sparkldp.protocols.frequency.LinearLocalHashing;
import org.sparkldp.protocols.frequency.OneOf;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.frequency.PureOracle;
import org.sparkldp.protocols.random.Hashes;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.wire.Wire;

/**
 * Local hashing with a seeded mixing function, as its paper does it: {@code
 * blh(epsilon,k,hash=seeded)}, {@code olh(epsilon,k,g,hash=seeded)}. Compared with {@link
 * LinearLocalHashing}, reports are twice as long, and estimates cost k hashes a report.
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 2,097,152. Report: seed · 2^32 + bucket, seed in [0, 2^30),
 * bucket in [0, g), g ≤ 65,536; 8 bytes. Guarantee: epsilon-LDP by g-ary randomized response on the
 * bucket, given any seed; the seed is drawn without looking at the item, so the exact epsilon is
 * the bucket's alone. Support: the items with H(v) = bucket; p = e^eps/(e^eps + g − 1), q = 1/g.
 * Estimator and standard error: {@link PureEstimator}. Cost: two words of randomness and one hash
 * to make; k hashes to accumulate each report, 8 k bytes. Errors: epsilon, k or g out of range; an
 * item outside [0, k) is refused without being named.
 *
 * <p><b>Hash function</b>, all arithmetic modulo 2^64 and unsigned: with γ = 0x9e3779b97f4a7c15 and
 * the finaliser
 *
 * <pre>
 *   mix(z):  z = (z xor z &gt;&gt; 30) · 0xbf58476d1ce4e5b9
 *            z = (z xor z &gt;&gt; 27) · 0x94d049bb133111eb
 *            return z xor z &gt;&gt; 31
 *
 *   H_seed(v) = ((mix(mix(seed) + (v + 1) · γ) &gt;&gt; 32) · g) &gt;&gt; 32
 * </pre>
 *
 * that is, the upper 32 bits of output v + 1 of SplitMix64 (Steele, Lea &amp; Flood, OOPSLA 2014)
 * started at mix(seed), scaled to [0, g).
 *
 * <p>p is exact. q = 1/g holds for a random function; over the 2^30 seeds of this fixed one, a pair
 * of items collides in a share of them that differs from 1/g by about √(q (1−q)) · 2^{-15}, which
 * stays below the sampling error of any fewer than 2^30 reports. {@link LinearLocalHashing} has no
 * such difference.
 *
 * <p>Source: Wang, Blocki, Li &amp; Jha, USENIX Security 2017, section 4.4.
 */
public final class SeededLocalHashing extends PureOracle<Long> {
  /** Seeds, as many as one uniform draw reaches with a power of two. */
  public static final int SEEDS = 1 << 30;

  /** The most buckets. */
  public static final int MAX_BUCKETS = KaryResponse.MAX_K;

  /** Seeds among which fake people look for the best. */
  private static final int TRIED = 1 << 16;

  private static final String REMEDY = "Leave it out for the best.";

  private static final Parameter G =
      Parameter.integer("g", "buckets")
          .called("g (buckets of seeded hashing)")
          .from(2, REMEDY)
          .to(MAX_BUCKETS, REMEDY)
          .optional("the best near e^epsilon + 1");

  private final int g;
  private final long otherWeight;

  private SeededLocalHashing(Parameters given, int g, long otherWeight) {
    super(
        given.with("hash", "seeded").spec(),
        Guarantee.pure(given.epsilon(), new KaryResponse(g, otherWeight).exactEpsilon()),
        given.integer("k"),
        new PureEstimator(1 - (g - 1) * Thresholds.probability(otherWeight), 1.0 / g));
    this.g = g;
    this.otherWeight = otherWeight;
  }

  private static SeededLocalHashing optimised(Parameters given) {
    int g =
        given
            .optionalInteger("g")
            .orElseGet(
                () -> LinearLocalHashing.bestBuckets(given.epsilon(), MAX_BUCKETS, any -> true));
    return of(given.with("g", g), g);
  }

  /** Local hashing of epsilon and k, perhaps under another name. */
  static SeededLocalHashing of(Parameters given, int g) {
    return new SeededLocalHashing(given, g, KaryResponse.of(given.epsilon(), g).otherWeight());
  }

  /** Buckets. */
  public int buckets() {
    return g;
  }

  /** H_seed(item), in [0, buckets). */
  static int hash(int seed, int item, int buckets) {
    return bucket(Hashes.mix(seed) + (item + 1) * Hashes.GAMMA, buckets);
  }

  private static int bucket(long state, int buckets) {
    return (int) (((Hashes.mix(state) >>> 32) * buckets) >>> 32);
  }

  /**
   * One report.
   *
   * @param item in [0, k); another is refused without being named
   * @return seed · 2^32 + bucket
   */
  public long randomize(int item, RandomSource source) {
    requireItem(item);
    int seed = source.uniform(SEEDS);
    return ((long) seed << 32) | source.keepOrOther(hash(seed, item, g), g, otherWeight);
  }

  @Override
  public Long report(int item, RandomSource source) {
    return randomize(item, source);
  }

  @Override
  public ReportType reportType() {
    return ReportType.word();
  }

  @Override
  public Layout<Long> layout() {
    return new Supports(k(), g);
  }

  @Override
  public boolean supports(Long report, int item) {
    return hash((int) (report >>> 32), item, g) == report.intValue();
  }

  /** The best of {@value #TRIED} seeds, as attackers look for them. */
  @Override
  protected Poisoning<Long> maximalGain(int[] targets) {
    List<Long> best = new ArrayList<>();
    int most = 0;
    int[] held = new int[g];
    for (int seed = 0; seed < TRIED; seed++) {
      Arrays.fill(held, 0);
      for (int item : targets) {
        held[hash(seed, item, g)]++;
      }
      for (int bucket = 0; bucket < g; bucket++) {
        if (held[bucket] > most) {
          most = held[bucket];
          best.clear();
        }
        if (held[bucket] == most) {
          best.add((long) seed << 32 | bucket);
        }
      }
    }
    return new OneOf<>(this, best.size(), best::get);
  }

  /** Each seed and bucket; a share 1/g of them supports an item. */
  @Override
  protected Poisoning<Long> randomReports() {
    return new Poisoning<>() {
      @Override
      public Long report(RandomSource source) {
        return (long) source.uniform(SEEDS) << 32 | source.uniform(g);
      }

      @Override
      public double gain(int item) {
        return 0;
      }
    };
  }

  /** Counts for each item the reports that support it; 8 bytes an item. */
  private record Supports(int width, int buckets) implements Layout<Long> {

    @Override
    public boolean accepts(Long report) {
      int reported = report.intValue();
      return report >>> 32 < SEEDS && reported >= 0 && reported < buckets;
    }

    @Override
    public String rule() {
      return "be seed * 2^32 + bucket with a seed below 2^30 and a bucket below " + buckets;
    }

    @Override
    public Sink<Long> onto(long[] supports) {
      return (report, times) -> { // no support exceeds n, so that none overflows where n does not
        int reported = report.intValue();
        long state = Hashes.mix(report >>> 32);
        for (int v = 0; v < supports.length; v++) {
          state += Hashes.GAMMA;
          supports[v] += bucket(state, buckets) == reported ? times : 0;
        }
      };
    }
  }

  static final Wire WIRE =
      new Wire(
          "BIGINT, seed 2^32 + bucket, seed in [0, 2^30), bucket in [0, g)",
          "Uniform(seeds), then KeepOrOther(H_seed(item), g, weight)",
          "supporting reports by item");

  /** {@code olh(epsilon,k,g,hash=seeded)}. */
  public static final Declaration<SeededLocalHashing> DECLARATION =
      Declaration.named(
              "olh", 7, "optimised local hashing with a seeded mixing function, as in the paper")
          .takes(
              Parameter.EPSILON,
              LinearLocalHashing.K,
              G,
              Parameter.word("hash", "seeded", "seeded").required().example("seeded"))
          .sends(WIRE)
          .onlyWith("hash", "seeded")
          .makes(SeededLocalHashing::optimised);
}
