package org.sparkldp.protocols.frequency;

import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A pure oracle whose report is a bit per item, 1 where the report supports it: bit j stands in
 * byte j / 8 at place j mod 8, unused places of the last byte are 0.
 */
public abstract class BitOracle extends PureOracle<byte[]> {

  protected BitOracle(ProtocolSpec spec, Guarantee guarantee, int k, PureEstimator support) {
    super(spec, guarantee, k, support);
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
  public final boolean supports(byte[] report, int item) {
    return PackedBits.get(report, item) == 1;
  }

  @Override
  public final ReportType reportType() {
    return ReportType.bits(k());
  }

  @Override
  public Layout<byte[]> layout() {
    return BitCounts.of(k());
  }
}
