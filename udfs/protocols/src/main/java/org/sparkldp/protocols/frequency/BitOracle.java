package org.sparkldp.protocols.frequency;

import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.Protocols;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A pure oracle whose report is a bit per item, 1 where the report supports it: bit j stands in
 * byte j / 8 at place j mod 8, unused places of the last byte are 0.
 */
public abstract class BitOracle extends PureOracle<byte[]> {
  private final OptionalInt ones;

  /**
   * @param ones in each report; empty if its bits are independent
   */
  protected BitOracle(
      ProtocolSpec spec, Guarantee guarantee, int k, PureEstimator support, OptionalInt ones) {
    super(spec, guarantee, k, support);
    this.ones = ones;
  }

  /**
   * One report.
   *
   * @param item in [0, k); another is refused without being named
   * @param words receives the bits, bit j at place j mod 64 of word j / 64; ⌈k / 64⌉ words
   */
  public abstract void randomize(int item, RandomSource source, long[] words);

  @Override
  public final byte[] report(int item, RandomSource source) {
    long[] words = new long[(k() + 63) >>> 6];
    randomize(item, source, words);
    return PackedBits.toBytes(words, reportType().bytes());
  }

  @Override
  public final Adder<byte[]> adder() {
    long[] words = new long[(k() + 63) >>> 6];
    return (item, source, sums) -> {
      randomize(item, source, words);
      sums.addBits(words);
    };
  }

  @Override
  public final boolean supports(byte[] report, int item) {
    return PackedBits.get(report, item) == 1;
  }

  /**
   * {@inheritDoc}
   *
   * <p>Bits that are drawn apart have none. A set of s ones holds two items, one of them its
   * person's own, with probability p (s − 1)/(k − 1); two others with what is left of its s (s − 1)
   * pairs.
   */
  @Override
  public final Optional<double[]> covariances(Accumulator<?> reports, int... items) {
    double[] covariances = new double[items.length];
    if (ones.isEmpty()) {
      return Optional.of(covariances);
    }
    double p = support().p();
    double q = support().q();
    double s = ones.getAsInt();
    double own = p * (s - 1) / (k() - 1);
    double others = (s - 1) * (s - 2 * p) / Math.max(1, (k() - 1.0) * (k() - 2));
    double[] people = Protocols.estimate(this, reports, 0.5).estimates();
    double sum = Arrays.stream(items).mapToDouble(v -> people[v]).sum();
    double pairs = items.length - 1;
    for (int j = 0; j < items.length; j++) {
      double holders = (pairs - 1) * people[items[j]] + sum; // of either, added up over the pairs
      double neither = pairs * reports.n() - holders;
      covariances[j] = (holders * (own - p * q) + neither * (others - q * q)) / ((p - q) * (p - q));
    }
    return Optional.of(covariances);
  }

  @Override
  public final ReportType reportType() {
    return ReportType.bits(k());
  }

  @Override
  public final Layout<byte[]> layout() {
    return ones.isPresent() ? BitCounts.ofSets(k(), ones.getAsInt()) : BitCounts.of(k());
  }

  @Override
  public final int firstIndependentBit() {
    return ones.isPresent() ? -1 : 0;
  }

  /**
   * The targets and as many other items as make the usual number of ones, so that no report stands
   * out by it; or as many of the targets as a report holds.
   */
  @Override
  protected final Poisoning<byte[]> maximalGain(int[] targets) {
    int usual = (int) (support().p() + (k() - 1) * support().q());
    int size = ones.orElse(Math.max(targets.length, usual));
    return new FixedSizeReports(k(), targets, size, support());
  }

  /** Any set of the size; or each bit by a fair coin. */
  @Override
  protected final Poisoning<byte[]> randomReports() {
    if (ones.isPresent()) {
      return new FixedSizeReports(k(), new int[0], ones.getAsInt(), support());
    }
    return new Poisoning<>() {
      @Override
      public byte[] report(RandomSource source) {
        long[] words = new long[(k() + 63) >>> 6];
        source.bernoulliBits(1L << 63, k(), words);
        return PackedBits.toBytes(words, reportType().bytes());
      }

      @Override
      public double gain(int item) {
        return (support().contribution(true) + support().contribution(false)) / 2;
      }
    };
  }
}
