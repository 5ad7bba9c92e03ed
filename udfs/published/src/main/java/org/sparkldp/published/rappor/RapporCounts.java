package org.sparkldp.published.rappor;

import java.util.Arrays;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.frequency.BitCounts;
import org.sparkldp.protocols.frequency.PackedBits;

/**
 * Counts RAPPOR reports by cohort: for cohort c, counter c (bits + 1) holds its reports and the
 * {@code bits} counters after it the ones of each bit ({@link BitSinks}). 8 cohorts (bits + 1)
 * bytes, and while it is filled some 400 more for each 64 bits of a cohort.
 */
record RapporCounts(Rappor protocol) implements Layout<byte[]> {

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
    return new RowSink(protocol, counters);
  }

  private static final class RowSink implements Sink<byte[]> {
    private final long[] counters;
    private final int stride;
    private final long[] words;
    private final BitSinks rows;

    RowSink(Rappor protocol, long[] counters) {
      int bits = protocol.bits();
      this.counters = counters;
      this.stride = bits + 1;
      this.words = new long[(bits + 63) >>> 6];
      this.rows =
          new BitSinks(BitCounts.of(bits), counters, protocol.cohorts(), c -> c * stride + 1);
    }

    @Override
    public void add(byte[] report, long times) {
      int cohort = Rappor.cohort(report);
      counters[cohort * stride] += times; // no more than n, which is checked
      if (times == 1) {
        for (int w = 0; w < words.length; w++) {
          words[w] = PackedBits.word(report, Rappor.COHORT_BYTES + (w << 3));
        }
        rows.of(cohort).addBits(words);
      } else {
        byte[] bits = Arrays.copyOfRange(report, Rappor.COHORT_BYTES, report.length);
        rows.of(cohort).add(bits, times);
      }
    }

    @Override
    public void flush() {
      rows.flush();
    }
  }
}
