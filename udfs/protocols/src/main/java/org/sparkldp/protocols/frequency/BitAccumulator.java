package org.sparkldp.protocols.frequency;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Counts the ones of every bit over many reports; 8 bytes a bit, and 24 buffered words for each 64
 * bits.
 *
 * <p>Adding bit by bit would cost a branch or an addition for each one. Instead reports are summed
 * vertically: a word of a report is 64 one-bit numbers, and carry-save adders (five logical
 * operations that turn three words of equal weight into a sum and a carry) add 64 lanes at once.
 * Eight reports at a time pass through seven adders a word (the Harley–Seal arrangement; Warren,
 * Hacker's Delight, 2nd ed., 5-1); the carries of weight eight ripple into {@value #PLANES} planes,
 * which are emptied into the counters every 8 · (2^{@value #PLANES} − 1) reports. About 1.5 ns a
 * word and report.
 */
public final class BitAccumulator extends Accumulator<byte[]> {
  private static final int BLOCK = 8;
  private static final int PLANES = 13;
  private static final int BLOCKS_BEFORE_SETTLING = (1 << PLANES) - 1;

  /** Any number of ones. */
  private static final int ANY = -1;

  private final int bits;
  private final int size;
  private final int bytes;
  private final int words;
  private final long[] block; // BLOCK reports of `words` words
  private final long[] ones;
  private final long[] twos;
  private final long[] fours;
  private final long[] eights; // plane p of word w at w * PLANES + p, weight 8 * 2^p
  private int held; // reports in the block
  private int blocks; // blocks in the planes

  public BitAccumulator(ProtocolSpec spec, String context, int bits) {
    this(spec, context, bits, ANY);
  }

  /**
   * Of reports that are sets of one size.
   *
   * @param size ones in each report
   */
  BitAccumulator(ProtocolSpec spec, String context, int bits, int size) {
    super(spec, context, bits);
    this.bits = bits;
    this.size = size;
    this.bytes = (bits + 7) >>> 3;
    this.words = (bits + 63) >>> 6;
    this.block = new long[BLOCK * words];
    this.ones = new long[words];
    this.twos = new long[words];
    this.fours = new long[words];
    this.eights = new long[words * PLANES];
  }

  @Override
  public void add(byte[] report) {
    requireShape(report);
    countReports(1);
    PackedBits.toWords(report, block, held * words);
    if (++held == BLOCK) {
      sumBlock();
    }
  }

  @Override
  public void add(byte[] report, long times) {
    if (times == 1) {
      add(report);
      return;
    }
    requireShape(report);
    countReports(times);
    long[] counters = counters();
    for (int bit = 0; bit < bits; bit++) {
      if (((report[bit >>> 3] >>> (bit & 7)) & 1) != 0) {
        counters[bit] = Math.addExact(counters[bit], times);
      }
    }
  }

  @Override
  public boolean accepts(byte[] report) {
    return PackedBits.isPacked(report, bits) && (size == ANY || PackedBits.ones(report) == size);
  }

  private void requireShape(byte[] report) {
    if (!PackedBits.isPacked(report, bits)) {
      throw foreign("have %s bits in %s bytes", bits, bytes);
    }
    if (size != ANY && PackedBits.ones(report) != size) {
      throw foreign("have %s ones", size);
    }
  }

  private void sumBlock() {
    for (int w = 0; w < words; w++) {
      long one = ones[w];
      long a = block[w];
      long b = block[words + w];
      long u = one ^ a;
      long twoA = (one & a) | (u & b);
      one = u ^ b;
      a = block[2 * words + w];
      b = block[3 * words + w];
      u = one ^ a;
      long twoB = (one & a) | (u & b);
      one = u ^ b;
      long two = twos[w];
      u = two ^ twoA;
      long fourA = (two & twoA) | (u & twoB);
      two = u ^ twoB;
      a = block[4 * words + w];
      b = block[5 * words + w];
      u = one ^ a;
      twoA = (one & a) | (u & b);
      one = u ^ b;
      a = block[6 * words + w];
      b = block[7 * words + w];
      u = one ^ a;
      twoB = (one & a) | (u & b);
      one = u ^ b;
      u = two ^ twoA;
      long fourB = (two & twoA) | (u & twoB);
      two = u ^ twoB;
      long four = fours[w];
      u = four ^ fourA;
      long carry = (four & fourA) | (u & fourB);
      ones[w] = one;
      twos[w] = two;
      fours[w] = u ^ fourB;
      for (int plane = w * PLANES; carry != 0; plane++) {
        long sum = eights[plane];
        eights[plane] = sum ^ carry;
        carry &= sum;
      }
    }
    held = 0;
    if (++blocks == BLOCKS_BEFORE_SETTLING) {
      settle();
    }
  }

  @Override
  protected void flush() {
    long[] counters = counters();
    for (int report = 0; report < held; report++) {
      for (int w = 0; w < words; w++) {
        addLanes(counters, w, block[report * words + w], 1);
      }
    }
    held = 0;
    settle();
  }

  private void settle() {
    long[] counters = counters();
    for (int w = 0; w < words; w++) {
      addLanes(counters, w, ones[w], 1);
      addLanes(counters, w, twos[w], 2);
      addLanes(counters, w, fours[w], 4);
      ones[w] = 0;
      twos[w] = 0;
      fours[w] = 0;
      for (int plane = 0; plane < PLANES; plane++) {
        addLanes(counters, w, eights[w * PLANES + plane], (long) BLOCK << plane);
        eights[w * PLANES + plane] = 0;
      }
    }
    blocks = 0;
  }

  private static void addLanes(long[] counters, int word, long lanes, long weight) {
    for (long rest = lanes; rest != 0; rest &= rest - 1) {
      counters[(word << 6) + Long.numberOfTrailingZeros(rest)] += weight;
    }
  }
}
