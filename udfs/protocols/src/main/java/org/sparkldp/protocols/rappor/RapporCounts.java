package org.sparkldp.protocols.rappor;

import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.frequency.PackedBits;

/**
 * Counts RAPPOR reports by cohort: for cohort c, counter c (bits + 1) holds its reports and the
 * {@code bits} counters after it the ones of each bit. 8 cohorts (bits + 1) bytes, and {@value
 * #PLANES} buffered words for each 64 bits.
 *
 * <p>A cohort's reports are summed 64 bits at a time: a word ripples into planes, of which plane p
 * holds digit p of 64 counts. They are emptied into the counters every 2^{@value #PLANES} − 1
 * reports of the cohort.
 */
record RapporCounts(Rappor protocol) implements Layout<byte[]> {
  private static final int PLANES = 8;

  @Override
  public int width() {
    return protocol.cohorts() * (protocol.bits() + 1);
  }

  @Override
  public boolean accepts(byte[] report) {
    return protocol.isReport(report);
  }

  @Override
  public String rule() {
    return "have " + protocol.shape();
  }

  @Override
  public Sink<byte[]> onto(long[] counters) {
    return new Planes(protocol, counters);
  }

  private static final class Planes implements Sink<byte[]> {
    private final long[] counters;
    private final int bits;
    private final int words;
    private final int cohorts;
    private final int bytes;
    private final long[] planes; // plane p of word w of cohort c at (c * words + w) * PLANES + p
    private final short[] held; // reports in a cohort's planes

    Planes(Rappor protocol, long[] counters) {
      this.counters = counters;
      this.bits = protocol.bits();
      this.words = (bits + 63) >>> 6;
      this.cohorts = protocol.cohorts();
      this.planes = new long[cohorts * words * PLANES];
      this.held = new short[cohorts];
      this.bytes = protocol.reportType().bytes();
    }

    @Override
    public void add(byte[] report, long times) {
      int cohort = Rappor.cohort(report);
      if (times == 1) {
        addOne(report, cohort);
        return;
      }
      int at = cohort * (bits + 1);
      // No counter exceeds n, whose own sum is checked, so none can overflow.
      counters[at++] += times;
      for (int bit = 0; bit < bits; bit++) {
        int one = (report[Rappor.COHORT_BYTES + (bit >>> 3)] >>> (bit & 7)) & 1;
        counters[at + bit] += one * times;
      }
    }

    private void addOne(byte[] report, int cohort) {
      counters[cohort * (bits + 1)]++;
      int at = cohort * words * PLANES;
      for (int b = Rappor.COHORT_BYTES; b < bytes; b += Long.BYTES, at += PLANES) {
        int plane = at;
        for (long carry = PackedBits.word(report, b); carry != 0; plane++) {
          long sum = planes[plane];
          planes[plane] = sum ^ carry;
          carry &= sum;
        }
      }
      if (++held[cohort] == (1 << PLANES) - 1) {
        settle(cohort);
      }
    }

    @Override
    public void flush() {
      for (int cohort = 0; cohort < cohorts; cohort++) {
        if (held[cohort] > 0) {
          settle(cohort);
        }
      }
    }

    private void settle(int cohort) {
      int from = cohort * words * PLANES;
      for (int i = 0; i < words * PLANES; i++) {
        int first = cohort * (bits + 1) + 1 + ((i / PLANES) << 6);
        for (long rest = planes[from + i]; rest != 0; rest &= rest - 1) {
          counters[first + Long.numberOfTrailingZeros(rest)] += 1L << i % PLANES;
        }
        planes[from + i] = 0;
      }
      held[cohort] = 0;
    }
  }
}
