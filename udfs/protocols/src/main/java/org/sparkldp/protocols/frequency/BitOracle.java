package org.sparkldp.protocols.frequency;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * A frequency oracle whose report is a fixed number of packed bits: bit j stands in byte j / 8 at
 * place j mod 8, unused places of the last byte are 0. Its accumulator counts the ones of every
 * bit.
 */
public abstract class BitOracle extends FrequencyOracle<byte[]> {
  private final int bits;

  protected BitOracle(ProtocolSpec spec, Guarantee guarantee, int k, int bits) {
    super(spec, guarantee, k);
    this.bits = bits;
  }

  /** Bits in a report. */
  public final int bits() {
    return bits;
  }

  /**
   * One report.
   *
   * @param item in [0, k); another is refused without being named
   * @param words receives the bits, bit j at place j mod 64 of word j / 64; ⌈bits / 64⌉ words
   */
  public abstract void randomize(int item, RandomSource source, long[] words);

  /** One report as bytes, ⌈bits / 8⌉ of them. */
  public final byte[] randomize(int item, RandomSource source) {
    long[] words = new long[(bits + 63) >>> 6];
    randomize(item, source, words);
    return PackedBits.toBytes(words, reportType().bytes());
  }

  @Override
  protected final byte[] report(int item, RandomSource source) {
    return randomize(item, source);
  }

  @Override
  public final ReportType reportType() {
    return ReportType.bits(bits);
  }

  @Override
  public Accumulator<byte[]> newAccumulator(String context) {
    return new BitAccumulator(spec(), context, bits);
  }
}
