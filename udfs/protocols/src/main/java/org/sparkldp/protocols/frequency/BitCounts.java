package org.sparkldp.protocols.frequency;

import java.util.Arrays;
import java.util.OptionalInt;
import org.sparkldp.protocols.Layout;

/**
 * Counts the ones of every bit over many reports; 8 bytes a bit, and 32 buffered words for each 64
 * bits.
 *
 * <p>Adding bit by bit would cost a branch or an addition for each one. Instead reports are summed
 * vertically: a word of a report is 64 one-bit numbers, and carry-save adders (five logical
 * operations that turn three words of equal weight into a sum and a carry) add 64 lanes at once.
 * Eight reports at a time pass through seven adders a word (the Harley–Seal arrangement; Warren,
 * Hacker's Delight, 2nd ed., 5-1), and so do eight of the carries that this leaves. The carries of
 * weight 64 ripple into {@value #PLANES} planes, which are emptied into the counters every 64 ·
 * (2^{@value #PLANES} − 1) reports. About 1 ns a word and report.
 */
public final class BitCounts implements Layout<byte[]> {
  private static final int BLOCK = 8;
  private static final int PLANES = 10;
  private static final int CARRIES_BEFORE_SETTLING = (1 << PLANES) - 1;

  /** Any number of ones. */
  private static final int ANY = -1;

  private final int bits;
  private final int size;

  private BitCounts(int bits, int size) {
    this.bits = bits;
    this.size = size;
  }

  /** Of reports of so many bits. */
  public static BitCounts of(int bits) {
    return new BitCounts(bits, ANY);
  }

  /**
   * Of reports that are sets of one size.
   *
   * @param size ones in each report
   */
  public static BitCounts ofSets(int bits, int size) {
    return new BitCounts(bits, size);
  }

  @Override
  public int width() {
    return bits;
  }

  @Override
  public boolean accepts(byte[] report) {
    return PackedBits.isPacked(report, bits) && (size == ANY || PackedBits.ones(report) == size);
  }

  @Override
  public boolean acceptsBits(long[] words) {
    int tail = bits & 63;
    return words.length == (bits + 63) >>> 6
        && (tail == 0 || words[words.length - 1] >>> tail == 0)
        && (size == ANY || PackedBits.ones(words) == size);
  }

  @Override
  public OptionalInt ones() {
    return size == ANY ? OptionalInt.empty() : OptionalInt.of(size);
  }

  @Override
  public String rule() {
    return "have "
        + bits
        + " bits in "
        + (bits + 7) / 8
        + " bytes"
        + (size == ANY ? "" : ", and " + size + " ones");
  }

  @Override
  public Sink<byte[]> onto(long[] counters) {
    return onto(counters, 0);
  }

  /** {@link #onto} the counters from a place on. */
  public Sink<byte[]> onto(long[] counters, int from) {
    return new Adders(counters, from, bits);
  }

  private static final class Adders implements Sink<byte[]> {
    private final long[] counters;
    private final int from;
    private final int bits;
    private final int words;
    private final long[] reports; // BLOCK of them, of `words` words
    private final long[] reportSums; // weights 1, 2 and 4 of word w from 3 w on
    private final long[] carries; // BLOCK of them, of weight 8
    private final long[] carrySums; // weights 8, 16 and 32
    private final long[] planes; // plane p of word w at w * PLANES + p, weight 64 * 2^p
    private int heldReports;
    private int heldCarries;
    private int rippled; // carries in the planes

    Adders(long[] counters, int from, int bits) {
      this.counters = counters;
      this.from = from;
      this.bits = bits;
      this.words = (bits + 63) >>> 6;
      this.reports = new long[BLOCK * words];
      this.reportSums = new long[3 * words];
      this.carries = new long[BLOCK * words];
      this.carrySums = new long[3 * words];
      this.planes = new long[words * PLANES];
    }

    @Override
    public void add(byte[] report, long times) {
      if (times == 1) {
        PackedBits.toWords(report, reports, heldReports * words);
        hold();
        return;
      }
      for (int bit = 0; bit < bits; bit++) {
        if (PackedBits.get(report, bit) == 1) {
          counters[from + bit] = Math.addExact(counters[from + bit], times);
        }
      }
    }

    @Override
    public void addBits(long[] report) {
      System.arraycopy(report, 0, reports, heldReports * words, words);
      hold();
    }

    private void hold() {
      if (++heldReports == BLOCK) {
        sumReports();
      }
    }

    private void sumReports() {
      int to = heldCarries * words;
      for (int w = 0; w < words; w++) {
        carries[to + w] = sum(reports, w, words, reportSums);
      }
      heldReports = 0;
      if (++heldCarries == BLOCK) {
        sumCarries();
      }
    }

    private void sumCarries() {
      for (int w = 0; w < words; w++) {
        long carry = sum(carries, w, words, carrySums);
        for (int plane = w * PLANES; carry != 0; plane++) {
          long sum = planes[plane];
          planes[plane] = sum ^ carry;
          carry &= sum;
        }
      }
      heldCarries = 0;
      if (++rippled == CARRIES_BEFORE_SETTLING) {
        settle();
      }
    }

    /** Adds word w of eight numbers to its three sums; what is left has eight times the weight. */
    private static long sum(long[] block, int w, int words, long[] sums) {
      long one = sums[3 * w];
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
      long two = sums[3 * w + 1];
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
      long four = sums[3 * w + 2];
      u = four ^ fourA;
      sums[3 * w] = one;
      sums[3 * w + 1] = two;
      sums[3 * w + 2] = u ^ fourB;
      return (four & fourA) | (u & fourB);
    }

    @Override
    public void flush() {
      addHeld(reports, heldReports, 1);
      heldReports = 0;
      settle();
    }

    /** Empties all but the reports that no sum holds yet. */
    private void settle() {
      addHeld(carries, heldCarries, BLOCK);
      heldCarries = 0;
      for (int w = 0; w < words; w++) {
        for (int i = 0; i < 3; i++) {
          addLanes(w, reportSums[3 * w + i], 1L << i);
          addLanes(w, carrySums[3 * w + i], (long) BLOCK << i);
        }
        for (int plane = 0; plane < PLANES; plane++) {
          addLanes(w, planes[w * PLANES + plane], ((long) BLOCK * BLOCK) << plane);
        }
      }
      Arrays.fill(reportSums, 0);
      Arrays.fill(carrySums, 0);
      Arrays.fill(planes, 0);
      rippled = 0;
    }

    private void addHeld(long[] block, int held, long weight) {
      for (int i = 0; i < held; i++) {
        for (int w = 0; w < words; w++) {
          addLanes(w, block[i * words + w], weight);
        }
      }
    }

    private void addLanes(int word, long lanes, long weight) {
      int first = from + (word << 6);
      for (long rest = lanes; rest != 0; rest &= rest - 1) {
        counters[first + Long.numberOfTrailingZeros(rest)] += weight;
      }
    }
  }
}
