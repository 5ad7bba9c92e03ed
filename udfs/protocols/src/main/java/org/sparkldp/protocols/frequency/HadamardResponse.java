package org.sparkldp.protocols.frequency;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.protocols.wire.Wire;

/**
 * Hadamard response: a report is one cell, and each item is supported by half of the cells of one
 * block, chosen by a row of a Hadamard matrix. For large domains: 4 bytes to send, O(1) to make,
 * O(k log k) to estimate.
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 2,097,152. Report: cell in [0, K), 4 bytes; K ≤ 2^22.
 * Guarantee: epsilon-LDP, a cell is e^epsilon times as likely under an item that it supports as
 * under another. Cost: two words of randomness; 8 K bytes to accumulate; integer additions only,
 * about K log2 b of them, to estimate. Errors: epsilon, k or blocks out of range; an item outside
 * [0, k) is refused without being named.
 *
 * <p><b>Cells.</b> B blocks (a power of two) of b = 2^⌈log2(⌈k/B⌉ + 1)⌉ cells. Item v belongs to
 * block v mod B and to row x = ⌊v/B⌋ + 1 of the b × b Sylvester matrix, whose entry at cell j of
 * the block is (−1)^|x ∧ j|; row 0, all ones, has no information and is left out. Thus every item
 * cuts the cells into 2B halves, two in each block, of b/2 cells each, and the report is 2B-ary
 * randomized response on the halves ({@link KaryResponse}), then a uniform cell of the half. The
 * item's own half, the +1 cells of its block, has probability p = e^eps/(e^eps + 2B − 1), each
 * other half r = 1/(e^eps + 2B − 1), so the exact epsilon is that of the one integer weight.
 *
 * <p><b>Estimator.</b> A person scores +1 for v if the report is a +1 cell of v's block, −1 if a −1
 * cell of it, else 0. Holders of v score p − r on average. Holders of another item of the block
 * score 0, for two rows agree on half of the +1 cells and on half of the −1 cells; so do holders of
 * items elsewhere, who hit both halves with probability r. With W(v) the sum of scores,
 *
 * <pre>
 *   estimate   X = W(v) / (p − r),                                              unbiased
 *   variance   V = [ m (p − r) + 2 n r ] / (p − r)² − c
 * </pre>
 *
 * where c people hold v and m people hold the items of its block: a squared score is 1 exactly when
 * the report falls into the block, with probability p + r for its m people and 2r for the others.
 * The bracket is the expected number M of reports in the block, hence M/(p − r)² − X is unbiased
 * for V. The standard error uses it, with M no less than 2 n r, which its expectation never is. The
 * interval is the score interval, all c with |X − c| ≤ z √V(c), where m is what M shows, or c where
 * that is more, or where the item has its block to itself; extended to the exact one where W varies
 * too little for a normal law ({@link ExactCounts}). W and M of all items are the coefficients of a
 * fast Walsh–Hadamard transform of each block's counts. With one block this is a pure oracle with p
 * = e^eps/(e^eps + 1), q = 1/2 and V = n ((e^eps + 1)/(e^eps − 1))² − c.
 *
 * <p><b>Blocks.</b> With equally many items in all blocks the sum of V over the k items is, for any
 * distribution of people, n k (s + 2B)²/(B s²) − n with s = e^eps − 1, least at B = s/2. The
 * default is the power of two that minimises the sum (of unequal blocks: at uniform counts). It is
 * the nearest one to s/2, up to k; the paper's choice, 2^(⌈log2 min(e^eps, 2k)⌉ − 1), is between
 * e^eps/2 and e^eps and costs 18 % more variance at epsilon 1 (two blocks instead of one). The
 * price of blocks is that V depends on the block's share of people: up to n (e^eps + 1)(s + 2B)/s²
 * for an item whose block holds everyone. {@code blocks=1} makes V independent of the others.
 *
 * <p>Source: Acharya, Sun &amp; Zhang, "Hadamard Response: Estimating Distributions Privately,
 * Efficiently, and with Little Communication", AISTATS 2019, sections 3 and 4.
 */
public final class HadamardResponse extends FrequencyOracle<Integer>
    implements CellProtocol, Compiled {
  private static final Wire WIRE =
      new Wire(
          "INT: block b + j, block in [0, B), j in [0, b)",
          "KeepOrOther(2 block, 2B, weight) for the half, whose block is the "
              + "report's; j = the same word modulo b (the weight is a multiple of b); "
              + "if j is not in the half, it is xored with the lowest 1 digit of x",
          "reports by cell");

  /** The largest domain: at most 2^21 cells. */
  public static final int MAX_K = 1 << 20;

  /**
   * The most blocks: 2^16 halves. With the default number of blocks the weight's rounding costs
   * less than 1e-9; with others at most 1e-8 up to an epsilon of 10, and 5e-5 at 20.
   */
  public static final int MAX_BLOCKS = KaryResponse.MAX_K / 2;

  /** Items of the domain. */
  static final Parameter K = Parameter.K.to(MAX_K, "Map items to fewer groups first.");

  private final int blocks;
  private final int blockBits; // log2 of blocks
  private final int blockSize;
  private final long otherWeight;
  private final double r;
  private final double gap; // p - r

  private HadamardResponse(Parameters given, int k, int blocks, long otherWeight) {
    super(
        given.with("blocks", blocks).spec(),
        Guarantee.pure(given.epsilon(), new KaryResponse(2 * blocks, otherWeight).exactEpsilon()),
        k);
    this.blocks = blocks;
    this.blockBits = Integer.numberOfTrailingZeros(blocks);
    this.blockSize = blockSize(k, blocks);
    this.otherWeight = otherWeight;
    this.r = Thresholds.probability(otherWeight);
    this.gap = 1 - 2 * blocks * r;
  }

  private static HadamardResponse of(Parameters given) {
    double epsilon = given.epsilon();
    int k = given.integer("k");
    int blocks = given.optionalInteger("blocks").orElseGet(() -> bestBlocks(epsilon, k));
    if (blocks < 1 || Integer.bitCount(blocks) != 1 || blocks > mostBlocks(k)) {
      throw Require.refusal(
          "blocks must be a power of two between 1 and %s. Provided value: %s. Leave it out for the"
              + " best.",
          mostBlocks(k), blocks);
    }
    // Rounded up to a multiple of the block size, so that one word gives half and cell.
    long unit = blockSize(k, blocks);
    long weight = (KaryResponse.of(epsilon, 2 * blocks).otherWeight() + unit - 1) / unit * unit;
    return new HadamardResponse(given, k, blocks, weight);
  }

  /** Beyond a block for each item, blocks are only noise. */
  private static int mostBlocks(int k) {
    return Math.min(MAX_BLOCKS, powerOfTwo(k));
  }

  private static int blockSize(int k, int blocks) {
    return powerOfTwo((k + blocks - 1) / blocks + 1);
  }

  /** The smallest power of two that is at least x, x ≥ 2. */
  private static int powerOfTwo(int x) {
    return Integer.highestOneBit(x - 1) << 1;
  }

  private static int bestBlocks(double epsilon, int k) {
    int best = 1;
    for (int blocks = 2; blocks <= mostBlocks(k); blocks <<= 1) {
      if (totalVariance(epsilon, k, blocks) < totalVariance(epsilon, k, best)) {
        best = blocks;
      }
    }
    return best;
  }

  /** Sum of V over the items at uniform counts, up to terms without the blocks, per person. */
  private static double totalVariance(double epsilon, int k, int blocks) {
    double s = StrictMath.expm1(epsilon);
    int few = k / blocks; // items of a block; k mod blocks of the blocks have one more
    double more = k % blocks;
    double squares = more * (few + 1) * (few + 1) + (blocks - more) * few * few;
    return (s + 2 * blocks) * (s * squares / k + 2 * k);
  }

  @Override
  public int cells() {
    return blocks * blockSize;
  }

  /** Blocks that the cells are cut into. */
  public int blocks() {
    return blocks;
  }

  private int block(int item) {
    return item & (blocks - 1);
  }

  private int row(int item) {
    return (item >>> blockBits) + 1;
  }

  @Override
  public int randomize(int item, RandomSource source) {
    requireItem(item);
    int row = row(item);
    // Half 2β is the +1 cells of block β, half 2β + 1 its −1 cells.
    // With it, from the same word, a uniform cell of the block.
    int bits = Integer.numberOfTrailingZeros(blockSize);
    int drawn = source.keepOrOtherWithUniform(block(item) << 1, blocks << 1, otherWeight, bits);
    int half = drawn >>> bits;
    int cell = drawn & (blockSize - 1);
    // The cell is moved into the half by one of the row's bits if it must be.
    int wrong = (Integer.bitCount(cell & row) ^ half) & 1;
    return (half >>> 1) * blockSize + (cell ^ (wrong * Integer.lowestOneBit(row)));
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    long n = reports.n();
    double z = StandardNormal.ofInterval(n, confidence);
    long[] sums = reports.counts();
    transform(sums);
    double p = gap + r;
    ExactCounts exact =
        new ExactCounts(
            new ExactCounts.Reporter(p, r),
            new ExactCounts.Reporter((p + r) / 2, (p + r) / 2),
            new ExactCounts.Reporter(r, r),
            n,
            confidence);
    List<Estimate.Row> rows = new ArrayList<>(k());
    for (int v = 0; v < k(); v++) {
      int block = block(v) * blockSize;
      long sum = sums[block + row(v)];
      double x = sum / gap;
      // Row 0 is all ones: its coefficient is the block's count.
      double people = Math.max(0, (sums[block] - 2 * r * n) / gap);
      boolean isAlone = v < blocks && v + blocks >= k();
      Estimate.Row row = score(v, x, people, isAlone, n, z);
      rows.add(exact.extended(row, sum, isAlone ? 0 : Math.min(n, Math.round(people))));
    }
    return new Estimate(n, confidence, rows);
  }

  /** A report of an item's block adds 1 or −1 over the gap, another nothing. */
  @Override
  public Optional<Moments> moments(long[] counters, long total) {
    transform(counters);
    double[] first = new double[k()];
    double[] second = new double[k()];
    for (int v = 0; v < first.length; v++) {
      int block = block(v) * blockSize;
      first[v] = counters[block + row(v)] / gap;
      second[v] = counters[block] / (gap * gap);
    }
    return Optional.of(new Moments(first, second, 1 / gap));
  }

  /** Of people of other blocks. */
  @Override
  public double leastSquare() {
    return 2 * r / (gap * gap);
  }

  /** A row with its score interval; V falls with c below the block's people, and rises above. */
  private Estimate.Row score(int item, double x, double people, boolean isAlone, long n, double z) {
    String name = Integer.toString(item);
    double base = 2 * r * n / (gap * gap) - x;
    Estimate.Row within = PureEstimator.row(name, x, base + people / gap, -1, z);
    Estimate.Row all = PureEstimator.row(name, x, base + x / gap, 1 / gap - 1, z);
    return new Estimate.Row(
        name,
        x,
        within.standardError(),
        isAlone ? all.lower() : Math.min(within.lower(), all.lower()),
        isAlone ? all.upper() : Math.max(within.upper(), all.upper()));
  }

  /** Walsh–Hadamard transform of every block in place; no sum exceeds n. */
  private void transform(long[] sums) {
    for (int half = 1; half < blockSize; half <<= 1) {
      for (int start = 0; start < sums.length; start += 2 * half) {
        for (int j = start; j < start + half; j++) {
          long sum = sums[j] + sums[j + half];
          sums[j + half] = sums[j] - sums[j + half];
          sums[j] = sum;
        }
      }
    }
  }

  @Override
  public double contrast(Integer report, int item, int other) {
    return sign(report, item) - sign(report, other);
  }

  /** The weight of a report for an item: 0 if it is of another block, else 1 or −1. */
  private int sign(int report, int item) {
    if (report / blockSize != block(item)) {
      return 0;
    }
    return (Integer.bitCount(report % blockSize & row(item)) & 1) == 0 ? 1 : -1;
  }

  @Override
  public double contribution(Integer report, int item) {
    return sign(report, item) / gap;
  }

  @Override
  protected Optional<Reach[]> reach() {
    return Optional.of(Reach.symmetric(1 / gap).repeated(k()));
  }

  @Override
  public double[] variances(long[] counts) {
    double n = 0;
    double[] people = new double[blocks];
    for (int v = 0; v < counts.length; v++) {
      n += counts[v];
      people[block(v)] += counts[v];
    }
    double[] variances = new double[counts.length];
    for (int v = 0; v < counts.length; v++) {
      variances[v] = (people[block(v)] * gap + 2 * n * r) / (gap * gap) - counts[v];
    }
    return variances;
  }

  @Override
  public Optional<Recipe> recipe() {
    return Optional.of(
        Recipe.of("hadamard")
            .with("k", k())
            .with("blocks", blocks)
            .with("size", blockSize)
            .words("weight", otherWeight));
  }

  /** {@code hadamard(epsilon,k,blocks)}. */
  public static final Declaration<HadamardResponse> DECLARATION =
      Declaration.named(
              "hadamard",
              8,
              "Hadamard response: a cell that supports half of a block of items, for large domains")
          .takes(
              Parameter.EPSILON,
              K,
              Parameter.integer("blocks", "blocks of cells, a power of two")
                  .optional("the one with least total variance"))
          .sends(WIRE)
          .variants("", "blocks=2")
          .makes(HadamardResponse::of);
}
