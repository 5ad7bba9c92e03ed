package org.sparkldp.published.longitudinal;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.longitudinal.MemoizedChange;
import org.sparkldp.protocols.longitudinal.MemoizedOracle;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.statistics.StandardNormal;
import org.sparkldp.protocols.wire.Wire;

/**
 * dBitFlipPM, d-bit flip with permanent memoization: each person keeps d of the k items, and
 * answers for each of them whether it is theirs, with bits that are flipped once for each answer
 * that they ever have to give.
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 2,097,152. Report: window · 2^d + bits, 4 bytes; the window is
 * the first of d items one after the other, around the end; bit i is that of item window + i. At
 * most 2^24 cells.
 *
 * <p>Guarantee: that of {@link MemoizedOracle}, where the cells are the d items of the window, and
 * 0 for all others. Each bit is flipped with probability q, p = 1 − q. Two cells differ in two
 * bits, or in one if one of them is 0. Changed for each other, all cells together thus differ in at
 * most 2d bits, (d − 1) · 2 + 1 + 1 around a cycle of all d + 1 or d · 2 without 0, so that
 *
 * <pre>  epsilon = 2 d ln(p/q).  </pre>
 *
 * (The paper counts 2 ln(p/q) for each of min(d + 1, k) cells; the cell 0 is cheaper than that.)
 * There is no instantaneous response, as in the paper: a report that changes proves that the cell
 * has changed.
 *
 * <p>Estimator: (k/d)/(p − q) Σ over reports whose window has the item of (bit − q), unbiased
 * because an item is in the windows of d in k people, whatever they hold. Standard error, for c of
 * n people:
 *
 * <pre>  variance  =  n (k/d) p q / (p − q)²  +  c (k/d − 1)  </pre>
 *
 * The interval is the score interval, extended to the exact one of the ones where these are few.
 *
 * <p>Cost: two hashes and some ten words to make; k 2^d counters to accumulate. Errors: epsilon, k
 * or d out of range; an item outside [0, k) is refused without being named.
 *
 * <p>Source: Ding, Kulkarni &amp; Yekhanin, "Collecting Telemetry Data Privately", NeurIPS 2017,
 * section 2.2 and section 3. Different here: windows of neighbours instead of any d items, which
 * changes neither the mean nor the variance of an estimate, for these depend on the chance of one
 * item; integers; and epsilon is that of the lifetime.
 */
public final class DBitFlip extends MemoizedOracle {
  private static final Parameter K = Parameter.K.to(1 << 21, "Map items to fewer groups first.");

  /** The most items that a person answers for. */
  private static final int MAX_D = 12;

  private static final int MOST_CELLS = 1 << 24;

  private final int d;
  private final long flip;
  private final double p;
  private final double q;

  private DBitFlip(Parameters given, int k, int d, long flip) {
    super(
        given.spec(),
        Guarantee.pure(given.epsilon(), lifetime(d, flip)),
        k,
        new Shape(k, d + 1, 1 << d, 1 << d));
    this.d = d;
    this.flip = flip;
    this.q = Thresholds.probability(flip);
    this.p = 1 - q;
  }

  private static DBitFlip of(Parameters given) {
    double epsilon = given.epsilon();
    int k = given.integer("k");
    int d = given.integer("d");
    Require.that(d < k && ((long) k << d) <= MOST_CELLS)
        .orRefuse(
            "d (items that a person answers for) must be less than k, with k 2^d at most 2^24."
                + " Provided value: %s. Leave it out for 1.",
            d);
    long start = Thresholds.of(1 / (StrictMath.exp(epsilon / (2 * d)) + 1));
    return new DBitFlip(
        given.with("d", d), k, d, Thresholds.raiseUntil(epsilon, start, t -> lifetime(d, t)));
  }

  private static double lifetime(int d, long flip) {
    return loss(2 * d, flip);
  }

  /** Of so many different bits, rounded up. */
  private static double loss(int bits, long flip) {
    BigInteger flipped = Epsilon.unsigned(flip);
    BigInteger kept = Epsilon.WORDS.subtract(flipped);
    return Epsilon.ofRatio(kept.max(flipped).pow(bits), kept.min(flipped).pow(bits));
  }

  @Override
  public double reportEpsilon() {
    return loss(d == 1 ? 1 : 2, flip);
  }

  /** Infinite: without an instantaneous response a change of the report proves one of the cell. */
  @Override
  public double patternEpsilon() {
    return Double.POSITIVE_INFINITY;
  }

  /** The window's first item of which the item is, plus 1; 0 outside. */
  @Override
  protected int cell(int part, int item) {
    int place = item >= part ? item - part : item - part + k();
    return place < d ? place + 1 : 0;
  }

  @Override
  protected int permanent(int cell, RandomSource coins) {
    long[] flips = new long[1];
    coins.bernoulliBits(flip, d, flips);
    return (int) flips[0] ^ (cell == 0 ? 0 : 1 << (cell - 1));
  }

  @Override
  protected int instantaneous(int permanent, RandomSource coins) {
    return permanent;
  }

  @Override
  protected boolean supports(int cell, int answer) {
    return cell > 0 && (answer >>> (cell - 1) & 1) == 1;
  }

  @Override
  protected double scale() {
    return (double) k() / d / (p - q);
  }

  @Override
  protected Flips flips(long[] pairs) {
    Flips flips = new Flips(new long[k()], new long[k()]);
    for (int at = 0; at < pairs.length; at++) {
      if (pairs[at] > 0) {
        int later = at & ((1 << d) - 1);
        int earlier = (at >>> d) & ((1 << d) - 1);
        int window = at >>> (2 * d);
        for (int i = 0; i < d; i++) {
          int item = (window + i) % k();
          flips.begun()[item] += (((later & ~earlier) >>> i) & 1) * pairs[at];
          flips.ceased()[item] += (((earlier & ~later) >>> i) & 1) * pairs[at];
        }
      }
    }
    return flips;
  }

  @Override
  public Estimate estimate(Accumulator<Integer> reports, double confidence) {
    requireOwn(reports);
    long n = reports.n();
    double z = StandardNormal.ofInterval(n, confidence);
    long[] counts = reports.counts();
    long[] asked = new long[k()];
    long[] ones = new long[k()];
    for (int at = 0; at < counts.length; at++) {
      for (int i = 0; i < d && counts[at] > 0; i++) {
        int item = ((at >>> d) + i) % k();
        asked[item] += counts[at];
        ones[item] += (at >>> i & 1) * counts[at];
      }
    }
    List<Estimate.Row> rows = new ArrayList<>(k());
    for (int item = 0; item < k(); item++) {
      double estimate = scale() * (ones[item] - q * asked[item]);
      rows.add(
          PureEstimator.row(Integer.toString(item), estimate, variance(estimate, n), slope(), z));
    }
    PureEstimator supported = new PureEstimator(p * d / k(), q * d / k());
    return new Estimate(n, confidence, supported.extended(rows, n, ones, confidence));
  }

  private double slope() {
    return (double) k() / d - 1;
  }

  private double variance(double count, double n) {
    return n * k() / d * p * q / ((p - q) * (p - q)) + count * slope();
  }

  @Override
  public double contrast(Integer report, int item, int other) {
    return one(report, item) - one(report, other);
  }

  /** Nothing, if the item is outside the window. */
  @Override
  public double contribution(Integer report, int item) {
    return cell(report >>> d, item) > 0 ? scale() * (one(report, item) - q) : 0;
  }

  @Override
  protected Optional<Reach[]> reach() {
    return Optional.of(new Reach(-q, 1 - q).times(scale()).repeated(k()));
  }

  private int one(int report, int item) {
    return supports(cell(report >>> d, item), report & ((1 << d) - 1)) ? 1 : 0;
  }

  @Override
  public double[] variances(long[] counts) {
    long n = 0;
    for (long count : counts) {
      n += count;
    }
    double[] variances = new double[counts.length];
    for (int v = 0; v < counts.length; v++) {
      variances[v] = variance(counts[v], n);
    }
    return variances;
  }

  private static final Parameter D =
      Parameter.integer("d", "items that a person answers for, fewer than k")
          .from(1)
          .to(MAX_D)
          .orElse(1);

  /** {@code dbitflip(epsilon,k,d)}. */
  public static final Declaration<DBitFlip> DBITFLIP =
      Declaration.named(
              "dbitflip",
              72,
              "dBitFlipPM: d of the items for life, and for each of them a permanent bit")
          .takes(EPSILON, K, D)
          .sends(
              new Wire(
                  "INT, window 2^d + bits; bit i is of item window + i, modulo k",
                  "from the person's memory: under 0, Uniform(k); under 1 + cell, Bits(q, d), which"
                      + " flip",
                  "reports by cell"))
          .variants("", "d=2")
          .makes(DBitFlip::of);

  /** {@code dbitflip-change(epsilon,k,d)}. */
  public static final Declaration<?> DBITFLIP_CHANGE =
      Declaration.named(
              "dbitflip-change", 73, "the changes between two reports of each person by dbitflip")
          .takes(EPSILON, MemoizedChange.K, D)
          .makes(
              given ->
                  MemoizedChange.of(
                      DBITFLIP.of(given.epsilon(), given.integer("k"), given.integer("d"))));
}
