package org.sparkldp.protocols.sets;

import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.frequency.BitCounts;

/**
 * Reports that name some of k things, and for each named one which of its two sides: bit 2v for the
 * first side of thing v, bit 2v + 1 for the second. They are counted by bit.
 *
 * @param k things
 * @param size of them that a report names
 * @param bits counts the bits
 */
public record PairSets(int k, int size, Layout<byte[]> bits) implements Layout<byte[]> {
  private static final int FIRST_SIDES = 0x55;

  /** Of reports that name {@code size} of k things. */
  public PairSets(int k, int size) {
    this(k, size, BitCounts.ofSets(2 * k, size));
  }

  /** What a report is. */
  public ReportType type() {
    return ReportType.bits(2 * k);
  }

  /** Words for the things, or for their sides. */
  public long[] words() {
    return new long[(k + 63) >>> 6];
  }

  /** Bit v of words. */
  public static int bit(long[] words, int v) {
    return (int) (words[v >>> 6] >>> v) & 1;
  }

  /**
   * The report that names these things.
   *
   * @param named a bit for each thing
   * @param second a bit for each thing: its side, where it is named
   */
  public byte[] report(long[] named, long[] second) {
    byte[] report = new byte[type().bytes()];
    for (int word = 0; word < named.length; word++) {
      for (long rest = named[word]; rest != 0; rest &= rest - 1) {
        int v = (word << 6) + Long.numberOfTrailingZeros(rest);
        int place = 2 * v + bit(second, v);
        report[place >>> 3] |= (byte) (1 << (place & 7));
      }
    }
    return report;
  }

  @Override
  public int width() {
    return bits.width();
  }

  @Override
  public boolean accepts(byte[] report) {
    boolean isOfOneSideEach = true;
    for (byte eight : report) {
      isOfOneSideEach &= (eight & eight >>> 1 & FIRST_SIDES) == 0;
    }
    return isOfOneSideEach && bits.accepts(report);
  }

  @Override
  public String rule() {
    return bits.rule() + ", at most one in each pair";
  }

  @Override
  public Sink<byte[]> onto(long[] counters) {
    return bits.onto(counters);
  }
}
