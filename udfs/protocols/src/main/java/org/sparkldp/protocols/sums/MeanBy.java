package org.sparkldp.protocols.sums;

import java.math.BigInteger;
import java.util.function.LongFunction;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Declaration;
import org.sparkldp.protocols.Estimate;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.NumberProtocol;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.VectorProtocol;
import org.sparkldp.protocols.accounting.Epsilon;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.frequency.PackedBits;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.frequency.RandomSubset;
import org.sparkldp.protocols.mean.TwoPoint;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.sets.PairSets;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;

/**
 * A private number by a private key, from one report: how many people hold each of k keys, and the
 * sum and the mean of their numbers. Counts are unbiased, sums are so for the people's clipped
 * numbers, and means have Fieller's interval or none.
 *
 * <p>Input: a key in [0, k), 2 ≤ k ≤ 32,768, and a number, which is clipped to [lower, upper].
 * Report: 2k packed bits, {@code size} keys with one end of the range each. Guarantee: epsilon-LDP.
 * Estimates: for each key a count, a sum and a mean.
 *
 * <p><b>Randomizer.</b> The own key is among the s keys of a report with probability p, and other
 * keys are uniform ({@link RandomSubset}); the number says its upper end by {@link TwoPoint}, other
 * keys either end by a fair coin. Under a person whose number is at an end, a report with the own
 * key and end has probability A, one with the own key and the other end B, and one without the own
 * key C; up to one factor
 *
 * <pre>
 *   A = 2 (k − s)(1 − o)(1 − a),   B = 2 (k − s)(1 − o) a,   C = s o,       o = 1 − p,
 * </pre>
 *
 * with the o and a of the integers in use. Numbers between are mixtures. So the exact epsilon is
 * the logarithm of the largest over the least of the three; o and a make B and C nearly equal.
 *
 * <p><b>Estimator.</b> {@link KeyedSums} with q = (s − p)/(k − 1) and the weight c/p, c of {@link
 * TwoPoint}.
 *
 * <p><b>Size.</b> By default counts vary least where each key is as frequent as others. For large k
 * that is s = 2k/(e^epsilon + 3), where variances are those of PCKV-UE with one pair a person (Gu,
 * Li, Cheng, Xiong &amp; Cao, USENIX Security 2020), 8 (e^eps + 1)/(e^eps − 1)² a person for counts
 * and 8 (e^eps + 1)²/((e^eps + 3)(e^eps − 1)²) for sums; for small k they are smaller, because s is
 * fixed, and s = 1 is PCKV-GRR. Cost: a word for each named key.
 */
public final class MeanBy extends VectorProtocol<byte[]> {
  private static final int STEPS = 1 << 20;

  private static final Parameter K =
      Parameter.K.to(1 << 15, "A report has two bits per key; merge keys.");

  private static final Parameter SIZE =
      Parameter.integer("size", "keys in a report, 1 to k - 1")
          .optional("the best near 2k/(e^epsilon + 3)");

  private final PairSets reports;
  private final Naming naming;
  private final TwoPoint end;
  private final KeyedSums sums;

  /**
   * How the keys of a report are drawn.
   *
   * @param support p and q
   * @param with how likely a report with the own key and an end is, beside other people's
   * @param without how likely one without it is, in the same unit
   * @param draw names keys
   */
  public record Naming(PureEstimator support, BigInteger with, BigInteger without, NameDraw draw) {
    private double exactEpsilon(TwoPoint end) {
      BigInteger rare = Epsilon.unsigned(end.least());
      BigInteger own = with.multiply(Epsilon.WORDS.subtract(rare));
      BigInteger none = without.multiply(Epsilon.WORDS);
      return Epsilon.ofRatio(own.max(none), with.multiply(rare).min(none));
    }
  }

  /** Sets the bits of keys. */
  public interface NameDraw {
    void set(int key, RandomSource source, long[] keys);
  }

  private MeanBy(Parameters given, PairSets reports, Naming naming, TwoPoint end) {
    super(given.spec(), Guarantee.pure(given.epsilon(), naming.exactEpsilon(end)));
    this.reports = reports;
    this.naming = naming;
    this.end = end;
    this.sums =
        new KeyedSums(
            naming.support,
            end.c() / naming.support.p(),
            given.real(NumberProtocol.LOWER.name()),
            given.real(NumberProtocol.UPPER.name()));
  }

  /**
   * With a draw of keys by a threshold of which a larger one means a smaller epsilon.
   *
   * @param start the threshold as a probability
   */
  public static MeanBy of(
      Parameters given, PairSets reports, double start, LongFunction<Naming> naming) {
    double epsilon = given.epsilon();
    TwoPoint end = TwoPoint.of(epsilon, STEPS);
    long threshold =
        Thresholds.raiseUntil(
            epsilon, Thresholds.of(start), o -> naming.apply(o).exactEpsilon(end));
    return new MeanBy(given, reports, naming.apply(threshold), end);
  }

  private static MeanBy of(Parameters given) {
    double epsilon = given.epsilon();
    int k = given.integer(K.name());
    int size = given.optionalInteger(SIZE.name()).orElseGet(() -> bestSize(epsilon, k));
    Require.that(size >= 1 && size < k)
        .orRefuse(
            "size (keys in a report) must be between 1 and k - 1 = %s. Provided value: %s. Leave it"
                + " out for the best.",
            k - 1, size);
    return of(
        given.with(SIZE.name(), size),
        new PairSets(k, size),
        exclusion(epsilon, k, size),
        o ->
            new Naming(
                RandomSubset.support(k, size, Thresholds.probability(o)),
                Epsilon.unsigned(-o).multiply(BigInteger.valueOf(2L * (k - size))),
                Epsilon.unsigned(o).multiply(BigInteger.valueOf(size)),
                (key, source, keys) -> RandomSubset.draw(key, k, size, o, source, keys)));
  }

  private static double exclusion(double epsilon, int k, int size) {
    return 2.0 * (k - size) / (size * (StrictMath.exp(epsilon) + 1) + 2.0 * (k - size));
  }

  private static int bestSize(double epsilon, int k) {
    int smaller = Math.max(1, (int) (2 * k / (StrictMath.exp(epsilon) + 3)));
    int larger = Math.min(smaller + 1, k - 1);
    return meanVariance(epsilon, k, larger) < meanVariance(epsilon, k, smaller) ? larger : smaller;
  }

  /** The mean of the counts' variances, per person. */
  private static double meanVariance(double epsilon, int k, int size) {
    return RandomSubset.support(k, size, exclusion(epsilon, k, size)).variance(1.0 / k, 1);
  }

  /** Keys. */
  public int k() {
    return reports.k();
  }

  /** Keys in a report. */
  public int size() {
    return reports.size();
  }

  /** A key and a number. */
  @Override
  public int d() {
    return 2;
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
  public boolean accepts(double[] value) {
    return value.length == d()
        && value[0] >= 0
        && value[0] < k()
        && value[0] == Math.rint(value[0])
        && Double.isFinite(value[1]);
  }

  @Override
  public int[] input(double[] value) {
    requireLength(value);
    if (!accepts(value)) {
      throw Require.refusal(
          "a value must be a key in [0, k) of %s and a finite number. One was not (it is not"
              + " shown); map keys to the domain first.",
          spec());
    }
    return new int[] {(int) value[0], (int) Math.round(sums.share(value[1]) * STEPS)};
  }

  @Override
  public byte[] report(int[] input, RandomSource source) {
    int key = input[0];
    long[] keys = reports.words();
    long[] upperEnds = reports.words();
    naming.draw.set(key, source, keys);
    source.bernoulliBits(1L << 63, k(), upperEnds);
    long own = end.plus(input[1], source) ? 1 : 0;
    upperEnds[key >>> 6] = (upperEnds[key >>> 6] & ~(1L << key)) | (own << key);
    return reports.report(keys, upperEnds);
  }

  @Override
  public double contrast(byte[] report, int[] input, int[] other) {
    return match(report, input) - match(report, other);
  }

  private static double match(byte[] report, int[] input) {
    double up = (double) input[1] / STEPS;
    int key = 2 * input[0];
    return PackedBits.get(report, key) * (1 - up) + PackedBits.get(report, key + 1) * up;
  }

  /** Every key with either end. */
  @Override
  public int corners() {
    return 2 * k();
  }

  @Override
  public int[] corner(int number) {
    return new int[] {number / 2, number % 2 * STEPS};
  }

  /** How reports are read. */
  public KeyedSums sums() {
    return sums;
  }

  @Override
  public Estimate estimate(Accumulator<byte[]> reports, double confidence) {
    requireOwn(reports);
    return sums.estimate(reports.n(), reports.counts(), confidence);
  }

  /** {@code mean-by(epsilon,k,lower,upper,size)}. */
  public static final Declaration<MeanBy> DECLARATION =
      Declaration.named(
              "mean-by", 91, "counts, sums and means of a private number by a private key")
          .takes(Parameter.EPSILON, K, NumberProtocol.LOWER, NumberProtocol.UPPER, SIZE)
          .variants("", "size=2")
          .makes(MeanBy::of);
}
