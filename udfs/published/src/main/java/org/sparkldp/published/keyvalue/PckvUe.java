package org.sparkldp.published.keyvalue;

import java.math.BigInteger;
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
import org.sparkldp.protocols.frequency.BitCounts;
import org.sparkldp.protocols.frequency.PackedBits;
import org.sparkldp.protocols.frequency.PureEstimator;
import org.sparkldp.protocols.mean.TwoPoint;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.sets.PairSets;
import org.sparkldp.protocols.spec.Parameter;
import org.sparkldp.protocols.spec.Parameters;
import org.sparkldp.protocols.sums.KeyedSums;
import org.sparkldp.protocols.sums.MeanBy;

/**
 * PCKV-UE with one pair a person: a private number by a private key. Each key of a report is named
 * by a coin of its own: the own one with probability 1/2 and the end of its number, kept with
 * probability E/(E + 1), E = e^epsilon; another with probability 2/(E + 3) and either end.
 *
 * <p>Input, estimates and errors are those of {@link MeanBy}, whose reports name equally many keys.
 * Report: 2k packed bits. Guarantee: epsilon-LDP: the likelihoods of a key's part under its holder
 * beside another person are, with the integers f and b in use, 2 (1 − f)(1 − b) : 2 f (1 − b) : b
 * for the own end, the other end and no name. Cost: a coin for each key.
 *
 * <p>Source: Gu, Li, Cheng, Xiong &amp; Cao, "PCKV: Locally Differentially Private Correlated
 * Key-Value Data Collection with Optimized Utility", USENIX Security 2020, Algorithm 2 with the
 * optimal budgets of its section 5.3.
 */
public final class PckvUe extends VectorProtocol<byte[]> {
  private static final int STEPS = 1 << 20;
  private static final long HALF = 1L << 63;

  private final int k;
  private final long rare;
  private final TwoPoint end;
  private final PairSets reports;
  private final KeyedSums sums;

  private PckvUe(Parameters given, long rare, TwoPoint end) {
    super(given.spec(), Guarantee.pure(given.epsilon(), exactEpsilon(rare, end)));
    this.k = given.integer(Parameter.K.name());
    this.rare = rare;
    this.end = end;
    this.reports = new PairSets(k, k, BitCounts.of(2 * k));
    this.sums =
        new KeyedSums(
            new PureEstimator(.5, Thresholds.probability(rare)),
            2 * end.c(),
            given.real(NumberProtocol.LOWER.name()),
            given.real(NumberProtocol.UPPER.name()));
  }

  private static PckvUe of(Parameters given) {
    TwoPoint end = TwoPoint.of(given.epsilon(), STEPS);
    long start = Thresholds.of(2 / (StrictMath.exp(given.epsilon()) + 3));
    long rare = Thresholds.raiseUntil(given.epsilon(), start, b -> exactEpsilon(b, end));
    return new PckvUe(given, rare, end);
  }

  private static double exactEpsilon(long rare, TwoPoint end) {
    BigInteger b = Epsilon.unsigned(rare);
    BigInteger f = Epsilon.unsigned(end.least());
    BigInteger others = Epsilon.WORDS.subtract(b).shiftLeft(1);
    BigInteger own = others.multiply(Epsilon.WORDS.subtract(f));
    BigInteger other = others.multiply(f);
    BigInteger none = b.multiply(Epsilon.WORDS);
    return Epsilon.ofRatio(own.max(none), other.min(none));
  }

  /** How reports are read. */
  public KeyedSums sums() {
    return sums;
  }

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
    return MeanBy.accepts(value, k);
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
    long[] named = reports.words();
    long[] upperEnds = reports.words();
    source.bernoulliBits(rare, k, named);
    source.bernoulliBits(HALF, k, upperEnds);
    int key = input[0];
    set(named, key, source.bernoulli(HALF));
    set(upperEnds, key, end.plus(input[1], source));
    return reports.report(named, upperEnds);
  }

  private static void set(long[] words, int place, boolean isOne) {
    words[place >>> 6] = words[place >>> 6] & ~(1L << place) | (isOne ? 1L << place : 0);
  }

  @Override
  public double contrast(byte[] report, int[] input, int[] other) {
    return Math.log(likelihood(report, input) / likelihood(report, other));
  }

  /** Of the key's part, beside what it is for others. */
  private double likelihood(byte[] report, int[] input) {
    double t = (2.0 * input[1] / STEPS - 1) / end.c();
    double b = sums.named().q();
    if (PackedBits.get(report, 2 * input[0]) == 1) {
      return (1 - t) / 2 / b;
    }
    return PackedBits.get(report, 2 * input[0] + 1) == 1 ? (1 + t) / 2 / b : .5 / (1 - b);
  }

  @Override
  public int corners() {
    return 2 * k;
  }

  @Override
  public int[] corner(int number) {
    return new int[] {number / 2, number % 2 * STEPS};
  }

  @Override
  public Estimate estimate(Accumulator<byte[]> added, double confidence) {
    requireOwn(added);
    return sums.estimate(added.n(), added.counts(), confidence);
  }

  /** {@code pckv-ue(epsilon,k,lower,upper)}. */
  public static final Declaration<PckvUe> DECLARATION =
      Declaration.named("pckv-ue", 94, "PCKV-UE: counts, sums and means of a number by a key")
          .takes(
              Parameter.EPSILON,
              Parameter.K.to(1 << 15, "A report has two bits per key; merge keys."),
              NumberProtocol.LOWER,
              NumberProtocol.UPPER)
          .makes(PckvUe::of);
}
