package org.sparkldp.protocols;

import java.util.Arrays;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;
import org.sparkldp.protocols.wire.AccumulatorBytes;

/**
 * The sufficient statistic of reports: how many there were, and a vector of integers whose width is
 * a function of the domain, never of n.
 *
 * <p>{@link #merge} is commutative and associative down to the bytes, and refuses anything made
 * under another spec or context. Sums overflow loudly. How a report enters the vector is its {@link
 * Layout}'s. One thread at a time.
 *
 * @param <R> a report
 */
public final class Accumulator<R> {
  private final ProtocolSpec spec;
  private final String context;
  private final Layout<R> layout;
  private final long[] counters;
  private final Layout.Sink<R> sink;
  private long n;

  /**
   * An empty one.
   *
   * @param context what must agree, besides the spec, before merging
   */
  public Accumulator(ProtocolSpec spec, String context, Layout<R> layout) {
    this.spec = spec;
    this.context = context;
    this.layout = layout;
    this.counters = new long[layout.width()];
    this.sink = layout.onto(counters);
  }

  /** Whether {@link #add} takes a report, as far as its form shows. Changes nothing. */
  public boolean accepts(R report) {
    return layout.accepts(report);
  }

  /** Adds one report. Refuses one that the protocol cannot have made. */
  public void add(R report) {
    add(report, 1);
  }

  /** Adds the same report {@code times} times, times at least 0. */
  public void add(R report, long times) {
    if (!layout.accepts(report)) {
      throw foreign();
    }
    try {
      countReports(times);
      sink.add(report, times);
    } catch (ArithmeticException e) {
      throw tooMany(e);
    }
  }

  /** {@link #add(Object, long)} of a report that is a cell, without a box. */
  public void addCell(int cell, long times) {
    if (!layout.acceptsCell(cell)) {
      throw foreign();
    }
    try {
      countReports(times);
      sink.addCell(cell, times);
    } catch (ArithmeticException e) {
      throw tooMany(e);
    }
  }

  /** {@link #add(Object)} of a report that is packed bits, as words: bit j of word j / 64. */
  public void addBits(long[] words) {
    if (!layout.acceptsBits(words)) {
      throw foreign();
    }
    try {
      countReports(1);
      sink.addBits(words);
    } catch (ArithmeticException e) {
      throw tooMany(e);
    }
  }

  /** Says the number beside the report that is added next, where numbers are added up too. */
  public void beside(long x, boolean isKnown) {
    sink.beside(x, isKnown);
  }

  private void countReports(long times) {
    if (times < 0) {
      throw Require.refusal("a report must be added 0 times or more. Provided value: %s.", times);
    }
    n = Math.addExact(n, times);
  }

  /** What to say where a sum does not fit a long. */
  static IllegalArgumentException tooMany(ArithmeticException overflow) {
    return Require.refusal(
        overflow,
        "reports must be so few that their counters stay below 2^63. Provided: more; an accumulator"
            + " is damaged, or made up.");
  }

  private IllegalArgumentException foreign() {
    return Require.refusal(
        "a report of %s must %s. One was not (it is not shown); it was made by another protocol, or"
            + " is damaged, or is no report.",
        spec, layout.rule());
  }

  /** Adds another's reports to this one's. The other stays as it is. */
  public void merge(Accumulator<?> other) {
    Require.that(spec.equals(other.spec))
        .orRefuse(
            "accumulators must have one fingerprint to merge. This one: %s ; the other: %s."
                + " Estimate them apart.",
            spec, other.spec);
    Require.that(context.equals(other.context))
        .orRefuse(
            "accumulators must belong to one plan, in SQL to one list of items, and under a lifetime"
                + " epsilon to one period, to merge. This one's: %s ; the other's: %s. Estimate them apart.",
            context, other.context);
    Require.that(counters.length == other.counters.length)
        .orRefuse(
            "accumulators of one spec must have equally many counters. Provided: %s and %s; one of"
                + " them is damaged.",
            counters.length, other.counters.length);
    flush();
    other.flush();
    try {
      n = Math.addExact(n, other.n);
      for (int i = 0; i < counters.length; i++) {
        counters[i] = Math.addExact(counters[i], other.counters[i]);
      }
    } catch (ArithmeticException e) {
      throw tooMany(e);
    }
  }

  private void flush() {
    try {
      sink.flush();
    } catch (ArithmeticException e) {
      throw tooMany(e);
    }
  }

  /** The spec of the protocol whose reports these are. */
  public ProtocolSpec spec() {
    return spec;
  }

  /** What else must agree before merging. */
  public String context() {
    return context;
  }

  /** Reports added. */
  public long n() {
    return n;
  }

  /** Length of the vector. */
  public int width() {
    return counters.length;
  }

  /** Entry {@code index} of the vector. */
  public long count(int index) {
    flush();
    return counters[index];
  }

  /** A copy of the vector. */
  public long[] counts() {
    flush();
    return counters.clone();
  }

  /** Self-describing bytes; equal states give equal bytes. */
  public byte[] toBytes() {
    flush();
    int id = Protocols.declaration(spec.name()).id();
    return new AccumulatorBytes(id, spec.toString(), context, n, counters).encode();
  }

  /** The same reports as those of another protocol that has the same layout. */
  public <S> Accumulator<S> as(Protocol<?, S> protocol) {
    return new Accumulator<S>(protocol.spec(), context, protocol.layout()).restored(n, counts());
  }

  /** This one, empty so far, with what was saved of another. */
  public Accumulator<R> restored(long reports, long[] saved) {
    n = reports;
    System.arraycopy(saved, 0, counters, 0, counters.length);
    return this;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Accumulator<?> that
        && spec.equals(that.spec)
        && context.equals(that.context)
        && n == that.n
        && Arrays.equals(counts(), that.counts());
  }

  @Override
  public int hashCode() {
    return 31 * spec.hashCode() + Arrays.hashCode(counts());
  }

  @Override
  public String toString() {
    return "accumulator of " + n + " reports of " + spec;
  }
}
