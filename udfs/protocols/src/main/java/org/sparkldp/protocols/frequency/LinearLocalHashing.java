package org.sparkldp.protocols.frequency;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.wire.Wire;

/**
 * Optimised local hashing, {@code olh(epsilon,k,g,hash=linear)}: each person draws a public hash
 * function at random, maps the own item to one of g buckets with it, and reports the function with
 * the bucket after g-ary randomized response. By default g has the least variance at small counts,
 * n (e^eps + g − 1)²/((e^eps − 1)² (g − 1)), which is near e^eps + 1, where it is 4 n e^eps/(e^eps
 * − 1)².
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 2,097,152. Report: cell in [0, g^{d+1}), 4 bytes; at most 2^24
 * cells. Guarantee: epsilon-LDP by g-ary randomized response on the bucket; the seed is drawn
 * without looking at the item. Support: the items with H(v) = bucket; p = e^eps/(e^eps + g − 1), q
 * = 1/g. Estimator and standard error: {@link PureEstimator}. Cost: two words of randomness and 2d
 * table look-ups to make; 8 g^{d+1} bytes to accumulate; d g^{d+2} integer additions at most to
 * estimate. Errors: epsilon, k or g out of range; an item outside [0, k) is refused without being
 * named.
 *
 * <p><b>Hash functions.</b> d is the least number with g^d ≥ k. An item is the vector of its d
 * digits in base g, lowest first, read as elements of {@link FiniteField}; a seed in [0, g^d)
 * likewise. H_seed(v) is their inner product, and
 *
 * <pre>   report = seed · g + bucket </pre>
 *
 * For u ≠ v, H(u) − H(v) is the inner product of a uniform seed with a vector that is not 0, hence
 * uniform on the field. The reported bucket is H(v) plus a perturbation independent of the seed, so
 * it equals H(u) with probability 1/g exactly, for every pair of items: q holds over the g^d seeds
 * there are, not only over an ideal random function. (Uniform differences are all that q needs,
 * which is why no constant is added to the inner product: such a family is a difference matrix,
 * from which adding constants makes an orthogonal array of strength 2.) A few hundred fixed random
 * functions would make counting as fast, but their uneven collisions stay in the estimates however
 * many people report.
 *
 * <p><b>Estimation.</b> C(v) = Σ_seed count[seed, H_seed(v)] for all v at once is computed digit by
 * digit, as a fast Fourier transform is: {@link #supports}.
 *
 * <p>Source: Wang, Blocki, Li &amp; Jha, USENIX Security 2017, section 4.4 and equations 9 and 10.
 * Few hash functions: Cormode, Maddock &amp; Maple, "Frequency Estimation under Local Differential
 * Privacy", PVLDB 14(11), 2021 (fast local hashing). Arrays from linear maps: Hedayat, Sloane &amp;
 * Stufken, "Orthogonal Arrays", 1999, chapters 3 and 6. Projective planes instead of hash
 * functions: Feldman, Nelson, Nguyen &amp; Talwar, ICML 2022.
 */
public final class LinearLocalHashing extends PureOracle<Integer>
    implements CellProtocol, Compiled {
  /** The most cells: accumulators of 128 MiB. */
  public static final int MAX_CELLS = 1 << 24;

  /** The largest domain of local hashing. */
  public static final int MAX_K = 1 << 21;

  /** What {@code hash=linear} sends. */
  public static final Wire WIRE =
      new Wire(
          "INT, seed g + bucket, seed in [0, g^d), bucket in [0, g)",
          "Uniform(seeds), then KeepOrOther(H_seed(item), g, weight)",
          "reports by cell");

  /** Items of the domain. */
  public static final Parameter K = Parameter.K.to(MAX_K, "Map items to fewer groups first.");

  private final int g;
  private final int digits;
  private final int seeds; // g^digits
  private final long reciprocal; // ⌈2^32 / g⌉
  private final FiniteField field;
  private final long otherWeight;

  private LinearLocalHashing(Parameters given, int g, long otherWeight) {
    super(
        given.with("hash", "linear").spec(),
        Guarantee.pure(given.epsilon(), new KaryResponse(g, otherWeight).exactEpsilon()),
        given.integer("k"),
        new PureEstimator(1 - (g - 1) * Thresholds.probability(otherWeight), 1.0 / g));
    this.g = g;
    this.digits = digits(k(), g);
    this.seeds = (int) cells(k(), g) / g;
    this.reciprocal = ((1L << 32) + g - 1) / g;
    this.field = new FiniteField(g);
    this.otherWeight = otherWeight;
  }

  private static LinearLocalHashing optimised(Parameters given) {
    double epsilon = given.epsilon();
    int k = given.integer("k");
    int g =
        given
            .optionalInteger("g")
            .orElseGet(() -> bestBuckets(epsilon, FiniteField.MAX_SIZE, b -> fits(k, b)));
    Require.that(fits(k, g))
        .orRefuse(
            "g (buckets of linear hashing) must be a prime power between 2 and 256 whose reports"
                + " fit in 2^24 cells. Provided value: %s. Leave it out for the best.",
            g);
    return of(given.with("g", g), g);
  }

  /**
   * Local hashing of epsilon and k, perhaps under another name.
   *
   * @param g buckets that {@link #fits fit} the domain
   */
  public static LinearLocalHashing of(Parameters given, int g) {
    return new LinearLocalHashing(given, g, KaryResponse.of(given.epsilon(), g).otherWeight());
  }

  /** Whether g is a prime power between 2 and 256 whose reports of k items fit in 2^24 cells. */
  public static boolean fits(int k, int g) {
    return FiniteField.exists(g) && cells(k, g) <= MAX_CELLS;
  }

  /** The number of buckets with the least variance at small counts among the admissible ones. */
  public static int bestBuckets(double epsilon, int most, IntPredicate admissible) {
    double e = StrictMath.exp(epsilon);
    int best = 2;
    for (int g = 3; g <= most; g++) {
      if (spread(e, g) < spread(e, best) && admissible.test(g)) {
        best = g;
      }
    }
    return best;
  }

  private static double spread(double e, int g) {
    return (e + g - 1) * (e + g - 1) / (g - 1);
  }

  private static int digits(int k, int g) {
    int digits = 0;
    for (long reach = 1; reach < k; reach *= g) {
      digits++;
    }
    return digits;
  }

  private static long cells(int k, int g) {
    long cells = g;
    for (int digit = digits(k, g); digit > 0; digit--) {
      cells *= g;
    }
    return cells;
  }

  @Override
  public int cells() {
    return seeds * g;
  }

  /** Buckets. */
  public int buckets() {
    return g;
  }

  /** Hash functions, one for each seed in [0, seeds). */
  public int seeds() {
    return seeds;
  }

  /** The inner product of two vectors of digits in base g. */
  public int hash(int seed, int item) {
    if (g == 2) {
      return Integer.bitCount(seed & item) & 1;
    }
    int hash = 0;
    int seedRest = seed;
    int itemRest = item;
    for (int i = 0; i < digits; i++) {
      // Division by an invariant: exact, for x ⌈2^32 / g⌉ exceeds x 2^32 / g by less than x < 2^32
      // / g.
      int seedQuotient = (int) ((seedRest * reciprocal) >>> 32);
      int itemQuotient = (int) ((itemRest * reciprocal) >>> 32);
      int product = field.product(seedRest - g * seedQuotient, itemRest - g * itemQuotient);
      hash = field.sum(hash, product);
      seedRest = seedQuotient;
      itemRest = itemQuotient;
    }
    return hash;
  }

  @Override
  public int randomize(int item, RandomSource source) {
    requireItem(item);
    int seed = source.uniform(seeds);
    return seed * g + source.keepOrOther(hash(seed, item), g, otherWeight);
  }

  @Override
  public boolean supports(Integer report, int item) {
    return hash(report / g, item) == report % g;
  }

  /**
   * C(v) for all items, from counts by cell (which are overwritten).
   *
   * <p>The seed's digits are exchanged for the item's one at a time. Once those of places below i
   * are, entry [a_{d−1} .. a_i x_{i−1} .. x_0][c] is the number of reports whose seed has the high
   * digits a and whose bucket is c + a_0 x_0 + .. + a_{i−1} x_{i−1}. The next place x takes entry
   * [.. x ..][c] from Σ_a [.. a ..][c + a x]: g² sums of g terms for each of the g^{d−1} settings
   * of the others, in place. The last digit is summed for the k items alone, at c = 0.
   */
  @Override
  public long[] supports(long[] sums) {
    long[] exchanged = new long[g * g];
    int stride = g;
    for (int place = 0; place < digits - 1; place++) {
      for (int start = 0; start < sums.length; start += stride * g) {
        for (int at = start; at < start + stride; at += g) {
          exchange(sums, at, stride, exchanged);
        }
      }
      stride *= g;
    }
    long[] supports = new long[k()];
    for (int v = 0; v < supports.length; v++) {
      int top = v * g / stride; // stride is g^d: g for the bucket, the rest for the lower digits
      int at = v * g % stride;
      for (int a = 0; a < g; a++) {
        supports[v] += sums[a * stride + at + field.product(a, top)];
      }
    }
    return supports;
  }

  private void exchange(long[] sums, int at, int stride, long[] exchanged) {
    Arrays.fill(exchanged, 0);
    for (int x = 0; x < g; x++) {
      for (int a = 0; a < g; a++) {
        int shift = field.product(a, x);
        for (int c = 0; c < g; c++) {
          exchanged[x * g + c] += sums[at + a * stride + field.sum(shift, c)];
        }
      }
    }
    for (int x = 0; x < g; x++) {
      System.arraycopy(exchanged, x * g, sums, at + x * stride, g);
    }
  }

  @Override
  public Optional<Recipe> recipe() {
    return Optional.of(
        field
            .in(Recipe.of("hash"))
            .with("k", k())
            .with("g", g)
            .with("digits", digits)
            .with("seeds", seeds)
            .words("weight", otherWeight));
  }

  /** {@code olh(epsilon,k,g,hash)}. */
  public static final Declaration<LinearLocalHashing> DECLARATION =
      Declaration.named(
              "olh",
              7,
              "optimised local hashing: a random hash function and the item's bucket, perturbed")
          .takes(
              Parameter.EPSILON,
              K,
              Parameter.integer("g", "buckets, a prime power from 2 to 256")
                  .optional("the best near e^epsilon + 1"),
              Parameter.word("hash", "family of hash functions: linear (the default)", "linear"))
          .sends(WIRE)
          .makes(LinearLocalHashing::optimised);
}
