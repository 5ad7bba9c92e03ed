package org.sparkldp.published.rappor;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.FrequencyOracle;
import org.sparkldp.protocols.frequency.PackedBits;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.wire.Wire;

/**
 * RAPPOR: a Bloom filter of the value through two randomized responses, one kept for good and one
 * fresh for each report. For values that are reported again and again, and for open domains.
 *
 * <ol>
 *   <li><b>Cohort</b>: each person belongs to one of {@code cohorts} groups, uniformly; a cohort
 *       has its own hash functions, so that texts that collide in one differ in another.
 *   <li><b>Bloom bits</b>: the value's text sets {@code hashes} of {@code bits} bits ({@link
 *       BloomPatterns} gives the public formula). An item's text is its index in decimal.
 *   <li><b>Permanent randomized response</b>: each bit is flipped with probability f/2. Drawn once
 *       for a person and value, and used in all their reports.
 *   <li><b>Instantaneous randomized response</b>: a bit is reported as 1 with probability irr_q
 *       where the permanent bit is 1 and irr_p where it is 0. Drawn for every report, so that one
 *       report reveals less, and two of one person are harder to link (the cohort still helps).
 *       irr_p = 0, irr_q = 1 leaves it out (one-time RAPPOR).
 * </ol>
 *
 * <p>Input: item in [0, k), 2 ≤ k ≤ 4,096, or any text ({@link #randomizeText}). Report: two bytes
 * of cohort, little-endian, then {@code bits} packed bits; 10 bytes by default. Guarantee: two
 * values differ in at most 2 · hashes Bloom bits, so
 *
 * <pre>
 *   epsilon, of everything ever reported of one value:   2 h ln((1 − f/2)/(f/2))
 *   epsilon of one report, {@link #reportEpsilon}:          h ln[q*(1−p*)/((1−q*)p*)]
 *   q* = (1 − f/2) irr_q + (f/2) irr_p,     p* = (1 − f/2) irr_p + (f/2) irr_q
 * </pre>
 *
 * The parameter {@code epsilon} is the first, and f follows from it; by default the second is 0.26
 * where the first is 1, and 0.83 where it is 4. Both hold given the cohort, which has nothing to do
 * with the value. A person whose value changes spends epsilon once for each value they ever report.
 * Memoizing is the client's part: {@link RapporClient} does it without storing anything. The {@link
 * #randomize(int, RandomSource)} of one source draws all three stages from it, so two calls with
 * fresh coins spend epsilon twice; under keyed randomness, equal calls repeat one report.
 *
 * <p>Estimator and standard error: {@link RapporDecoder}; at small counts and by default about 1.1
 * n p*(1−p*)/(h (q*−p*)²). Cost: about 12 words of coins for each 64 bits; 8 cohorts (bits + 1)
 * bytes to accumulate; the first estimate factors the design, see there. Errors: parameters out of
 * range, or a design that cannot distinguish the k items, are refused at construction; an item
 * outside [0, k) is refused without being named.
 *
 * <p><b>Defaults.</b> hashes: the h of least variance, i.e. least p*(1−p*)/(h (q*−p*)²); it is 1 up
 * to an epsilon of about 6, because epsilon is shared between 2 h bits. bits: 64. cohorts: ⌈16
 * k/bits⌉, at least 8. Then least squares has 16 equations for each item, and loses 8 % to
 * collisions; its variance grows as 1 + k/(cohorts · bits), and this was checked numerically.
 *
 * <p>Source: Erlingsson, Pihur &amp; Korolova, "RAPPOR", CCS 2014, sections 2 to 4. Theirs are the
 * stages and their defaults (irr_p = 1/2, irr_q = 3/4); different here are integer thresholds, hash
 * functions that never collide within a text, and decoding by unbiased least squares instead of
 * LASSO, so that estimates carry honest errors.
 */
public final class Rappor extends FrequencyOracle<byte[]> {
  /** The largest domain; decoding costs k³ once. */
  public static final int MAX_K = 4096;

  /** The largest Bloom filter. */
  public static final int MAX_BITS = 1024;

  /** The most hash functions. */
  public static final int MAX_HASHES = 8;

  /** The most counters: 128 MiB in an accumulator. */
  public static final int MAX_COUNTERS = 1 << 24;

  /** The probability of a 1 after a permanent 0, as its authors chose it. */
  public static final double DEFAULT_IRR_P = 0.5;

  /** The probability of a 1 after a permanent 1, as its authors chose it. */
  public static final double DEFAULT_IRR_Q = 0.75;

  static final int COHORT_BYTES = Short.BYTES;
  private static final int DEFAULT_BITS = 64;
  private static final int MIN_COHORTS = 8;
  private static final int EQUATIONS_PER_ITEM = 16;

  /** Items of the domain. */
  static final Parameter K = Parameter.K.to(MAX_K, "For a larger domain use hadamard or olh.");

  private static final Parameter BITS =
      Parameter.integer("bits", "bits of the Bloom filter, at least two for each hash")
          .from(2)
          .to(MAX_BITS)
          .orElse(DEFAULT_BITS);
  private static final Parameter HASHES =
      Parameter.integer("hashes", "bits that a value sets")
          .from(1)
          .to(MAX_HASHES)
          .optional("the number of the least variance");
  private static final Parameter COHORTS =
      Parameter.integer("cohorts", "groups with hash functions of their own")
          .from(1)
          .to(1 << 16)
          .optional("16 k / bits, at least 8");

  private final BloomPatterns patterns;
  private final int cohorts;
  private final RapporCoins coins;
  private final BloomPatterns.Digest[] items;
  private volatile RapporDecoder decoder;

  private Rappor(Parameters given, BloomPatterns patterns, int cohorts, RapporCoins coins) {
    super(
        given.spec(),
        Guarantee.pure(given.epsilon(), RapporCoins.exactEpsilon(patterns.hashes(), coins.flip())),
        given.integer(K.name()));
    this.patterns = patterns;
    this.cohorts = cohorts;
    this.coins = coins;
    this.items = new BloomPatterns.Digest[k()];
    for (int item = 0; item < items.length; item++) {
      items[item] = BloomPatterns.digest(Integer.toString(item));
    }
    RapporDecoder.requireDecodable(
        spec(), patterns, RapporDecoder.places(patterns, cohorts, itemTexts()), k(), true);
  }

  private static Rappor of(Parameters given) {
    double epsilon = given.epsilon();
    int k = given.integer(K.name());
    double irrP = given.real("irr_p");
    double irrQ = given.real("irr_q");
    Require.that(irrP < irrQ)
        .orRefuse(
            "irr_p and irr_q must satisfy 0 <= irr_p < irr_q <= 1. Provided values: irr_p = %s,"
                + " irr_q = %s. The usual choice is 0.5 and 0.75; 0 and 1 leave the instantaneous"
                + " stage out.",
            irrP, irrQ);
    int m = given.integer(BITS.name());
    int h =
        given
            .optionalInteger(HASHES.name())
            .orElseGet(() -> RapporCoins.bestHashes(epsilon, m, irrP, irrQ));
    Require.that(m >= 2 * h)
        .orRefuse(
            "hashes must be at most half of bits. Provided values: %s and %s; 64 bits are usual.",
            h, m);
    int c =
        given
            .optionalInteger(COHORTS.name())
            .orElse((int) Math.max(MIN_COHORTS, ((long) EQUATIONS_PER_ITEM * k + m - 1) / m));
    Require.that((long) c * (m + 1) <= MAX_COUNTERS)
        .orRefuse(
            "cohorts must be few enough for 2^24 counters. Provided values: %s cohorts of %s bits;"
                + " leave cohorts out.",
            c, m);
    Parameters all =
        given
            .with(BITS.name(), m)
            .with(HASHES.name(), h)
            .with(COHORTS.name(), c)
            .with("irr_p", irrP)
            .with("irr_q", irrQ);
    return new Rappor(all, new BloomPatterns(m, h), c, RapporCoins.of(epsilon, h, irrP, irrQ));
  }

  /** Bits of the Bloom filter. */
  public int bits() {
    return patterns.bits();
  }

  /** Bits that a value sets. */
  public int hashes() {
    return patterns.hashes();
  }

  /** Groups of people with hash functions of their own. */
  public int cohorts() {
    return cohorts;
  }

  /**
   * Epsilon of a single report, rounded up: what somebody learns who sees one report of a person
   * and no other. At most the exact epsilon of the permanent stage.
   */
  public double reportEpsilon() {
    return coins.reportEpsilon(hashes());
  }

  /**
   * The Bloom bits of a text in a cohort, by the public hash formula.
   *
   * @param cohort in [0, cohorts)
   * @return ⌈bits / 64⌉ words, bit j at place j mod 64 of word j / 64
   */
  public long[] bloom(CharSequence text, int cohort) {
    return bloom(BloomPatterns.digest(text), cohort);
  }

  private long[] bloom(BloomPatterns.Digest digest, int cohort) {
    long[] words = new long[(bits() + 63) >>> 6];
    patterns.set(digest, cohort, words);
    return words;
  }

  /** The cohort of a report. */
  static int cohort(byte[] report) {
    return (report[0] & 0xff) | (report[1] & 0xff) << 8;
  }

  /** Whether bytes have the shape of a report. */
  boolean isReport(byte[] report) {
    int bytes = reportType().bytes();
    int tail = bits() & 7;
    return report.length == bytes
        && (tail == 0 || (report[bytes - 1] & 0xff) >>> tail == 0)
        && cohort(report) < cohorts;
  }

  /** The shape of a report, in words. */
  String shape() {
    return String.format(
        Locale.ROOT,
        "%d bytes: a cohort below %d in two bytes, then %d bits",
        reportType().bytes(),
        cohorts,
        bits());
  }

  /** A cohort, uniformly. */
  int cohort(RandomSource source) {
    return source.uniform(cohorts);
  }

  /** The permanent stage: flips each Bloom bit with probability f/2, in place. */
  void permanent(long[] words, RandomSource source) {
    long[] flips = new long[words.length];
    source.bernoulliBits(coins.flip(), bits(), flips);
    for (int w = 0; w < words.length; w++) {
      words[w] ^= flips[w];
    }
  }

  /** The instantaneous stage: the report of a cohort and its permanent bits. */
  byte[] instantaneous(int cohort, long[] permanent, RandomSource source) {
    long[] drops = new long[permanent.length];
    long[] adds = new long[permanent.length];
    source.bernoulliBits(coins.drop(), bits(), drops);
    source.bernoulliBits(coins.add(), bits(), adds);
    for (int w = 0; w < permanent.length; w++) {
      adds[w] = (permanent[w] & ~drops[w]) | (~permanent[w] & adds[w]);
    }
    return packed(cohort, adds);
  }

  private byte[] packed(int cohort, long[] words) {
    byte[] report = new byte[COHORT_BYTES + ((bits() + 7) >>> 3)];
    report[0] = (byte) cohort;
    report[1] = (byte) (cohort >>> 8);
    PackedBits.toBytes(words, report, COHORT_BYTES);
    return report;
  }

  /**
   * One report of an item, all stages drawn from one source.
   *
   * @param item in [0, k); another is refused without being named
   */
  public byte[] randomize(int item, RandomSource source) {
    requireItem(item);
    return randomize(items[item], source);
  }

  /**
   * One report of any text, all stages drawn from one source. The text of item v is v in decimal.
   */
  public byte[] randomizeText(CharSequence text, RandomSource source) {
    return randomize(BloomPatterns.digest(text), source);
  }

  private byte[] randomize(BloomPatterns.Digest digest, RandomSource source) {
    int cohort = cohort(source);
    long[] words = bloom(digest, cohort);
    permanent(words, source);
    return instantaneous(cohort, words, source);
  }

  @Override
  public byte[] report(int item, RandomSource source) {
    return randomize(item, source);
  }

  @Override
  public ReportType reportType() {
    return ReportType.bits(8 * COHORT_BYTES + bits());
  }

  @Override
  public Layout<byte[]> layout() {
    return new RapporCounts(this);
  }

  @Override
  public int firstIndependentBit() {
    return 8 * COHORT_BYTES;
  }

  @Override
  public Estimate estimate(Accumulator<byte[]> reports, double confidence) {
    requireOwn(reports);
    return items().estimate(reports, confidence);
  }

  /** How many of the item's bits in the report's cohort are 1, less those of the other's. */
  @Override
  public double contrast(byte[] report, int item, int other) {
    return ones(report, items[item]) - ones(report, items[other]);
  }

  private int ones(byte[] report, BloomPatterns.Digest digest) {
    int cohort = cohort(report);
    int[] places = new int[patterns.hashes()];
    patterns.places(digest, cohort, places, 0);
    int ones = 0;
    for (int place : places) {
      ones += PackedBits.get(report, 8 * COHORT_BYTES + place);
    }
    return ones;
  }

  @Override
  protected Optional<Reach[]> reach() {
    return Optional.of(items().reach());
  }

  /**
   * The cohort and the bits that add most: an estimate is linear in the bits, so each bit is 1
   * where it adds to the targets' estimates together.
   */
  @Override
  protected Poisoning<byte[]> maximalGain(int[] targets) {
    byte[] best = null;
    double most = Double.NEGATIVE_INFINITY;
    for (int cohort = 0; cohort < cohorts; cohort++) {
      byte[] report = packed(cohort, new long[(bits() + 63) >>> 6]);
      byte[] pushed = report.clone();
      double nothing = total(report, targets);
      double all = nothing;
      for (int bit = 0; bit < bits(); bit++) {
        int at = COHORT_BYTES + (bit >>> 3);
        byte before = report[at];
        report[at] |= (byte) (1 << (bit & 7));
        double added = total(report, targets) - nothing;
        report[at] = before;
        if (added > 0) {
          pushed[at] |= (byte) (1 << (bit & 7));
          all += added;
        }
      }
      if (all > most) {
        most = all;
        best = pushed;
      }
    }
    byte[] report = best;
    return of(source -> report.clone(), one -> one.add(report));
  }

  private double total(byte[] report, int[] targets) {
    Accumulator<byte[]> one = newAccumulator();
    one.add(report);
    List<Estimate.Row> rows = estimate(one).rows();
    return IntStream.of(targets).mapToDouble(item -> rows.get(item).estimate()).sum();
  }

  /** Any cohort, and each bit by a fair coin. */
  @Override
  protected Poisoning<byte[]> randomReports() {
    long[] ones = new long[(bits() + 63) >>> 6];
    for (int bit = 0; bit < bits(); bit++) {
      ones[bit >>> 6] |= 1L << bit;
    }
    return of(
        source -> {
          int cohort = cohort(source);
          long[] words = new long[ones.length];
          source.bernoulliBits(1L << 63, bits(), words);
          return packed(cohort, words);
        },
        // A coin is half a 0 and half a 1, and estimates are linear.
        mean -> {
          for (int cohort = 0; cohort < cohorts; cohort++) {
            mean.add(packed(cohort, ones));
            mean.add(packed(cohort, new long[ones.length]));
          }
        });
  }

  /**
   * Fake people.
   *
   * @param mean adds reports whose mean has the fake ones' mean estimates
   */
  private Poisoning<byte[]> of(
      Function<RandomSource, byte[]> reports, Consumer<Accumulator<byte[]>> mean) {
    Accumulator<byte[]> sum = newAccumulator();
    mean.accept(sum);
    double[] gains = estimate(sum).estimates();
    return new Poisoning<>() {
      @Override
      public byte[] report(RandomSource source) {
        return reports.apply(source);
      }

      @Override
      public double gain(int item) {
        return gains[item] / sum.n();
      }
    };
  }

  @Override
  public double[] variances(long[] counts) {
    return items().variances(counts);
  }

  /**
   * Decodes reports of texts against a list of candidates, in an open domain: people may hold texts
   * that are not on it. Refuses a list whose items have patterns that do not determine their
   * counts.
   *
   * @param candidates 1 to 4,096 different texts
   */
  public RapporDecoder decoder(List<String> candidates) {
    Require.that(!candidates.isEmpty() && candidates.size() <= MAX_K)
        .orRefuse(
            "a list of candidates must have 1 to %s texts. Provided number: %s.",
            MAX_K, candidates.size());
    return new RapporDecoder(this, candidates, false);
  }

  /** The decoder of the k items; made once, at the first estimate. */
  RapporDecoder items() {
    RapporDecoder made = decoder;
    if (made == null) {
      synchronized (items) {
        made = decoder;
        if (made == null) {
          made = new RapporDecoder(this, itemTexts(), true);
          decoder = made;
        }
      }
    }
    return made;
  }

  private List<String> itemTexts() {
    return IntStream.range(0, k()).mapToObj(Integer::toString).collect(Collectors.toList());
  }

  BloomPatterns patterns() {
    return patterns;
  }

  /** The probabilities of the stages. */
  RapporCoins coins() {
    return coins;
  }

  /** {@code rappor(epsilon,k,bits,hashes,cohorts,irr_p,irr_q)}. */
  public static final Declaration<Rappor> DECLARATION =
      Declaration.named(
              "rappor",
              10,
              "RAPPOR: a Bloom filter through a permanent and an instantaneous randomized response")
          .takes(
              Parameter.EPSILON.meaning("privacy loss of all reports of one value"),
              K,
              BITS,
              HASHES,
              COHORTS,
              Parameter.real("irr_p", "probability of reporting 1 if the permanent bit is 0")
                  .from(0)
                  .to(1)
                  .orElse(DEFAULT_IRR_P),
              Parameter.real(
                      "irr_q", "probability of reporting 1 if the permanent bit is 1, above irr_p")
                  .from(0)
                  .to(1)
                  .orElse(DEFAULT_IRR_Q))
          .sends(
              new Wire(
                  "BINARY: cohort in two bytes, little-endian, then `bits` bits",
                  "Uniform(cohorts); Bits(f/2, bits), which flip; Bits(1 - irr_q, bits), "
                      + "which drop permanent ones; Bits(irr_p, bits), which add where the "
                      + "permanent bit is 0",
                  "by cohort: its reports, then the ones of each bit"))
          .variants("", "bits=4,cohorts=3,irr_p=0.0,irr_q=1.0")
          .makes(Rappor::of);
}
