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
 * under another spec or context. Sums overflow loudly.
 *
 * <p>Subclasses say how a report enters the vector. They may hold reports back in a buffer of
 * bounded size and settle it in {@link #flush}. One thread at a time.
 *
 * @param <R> a report
 */
public abstract class Accumulator<R> {
  private final ProtocolSpec spec;
  private final String context;
  private final long[] counters;
  private long n;

  protected Accumulator(ProtocolSpec spec, String context, int width) {
    this.spec = spec;
    this.context = context;
    this.counters = new long[width];
  }

  /** Adds one report. Refuses a malformed one. */
  public abstract void add(R report);

  /** Adds the same report {@code times} times, times at least 0. */
  public abstract void add(R report, long times);

  /**
   * Whether {@link #add} takes a report, as far as its form shows: whether the protocol can have
   * made it. Changes nothing. Whoever takes reports from outside asks this one by one, so protocols
   * answer without an exception; by default the refusal of {@code add} is the answer.
   */
  public boolean accepts(R report) {
    try {
      add(report, 0);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /** Settles what {@link #add} has held back, by way of {@link #counters}. */
  protected void flush() {}

  /** The vector itself, not a copy: changes to it change the accumulator. */
  protected final long[] counters() {
    return counters;
  }

  /** Counts reports that were added. */
  protected final void countReports(long times) {
    if (times < 0) {
      throw Require.refusal("a report must be added 0 times or more. Provided value: %s.", times);
    }
    n = Math.addExact(n, times);
  }

  /**
   * The refusal of a report of another protocol.
   *
   * @param must the rule for reports, and the provided one; each %s stands for an argument
   */
  protected final IllegalArgumentException foreign(String must, Object... arguments) {
    return Require.refusal(
        "a report of %s must %s. One was not (it is not shown); it was made by another protocol, or"
            + " is damaged, or is no report.",
        spec, Require.sentence(must, arguments));
  }

  /** Adds another's reports to this one's. The other stays as it is. */
  public final void merge(Accumulator<?> other) {
    Require.that(spec.equals(other.spec))
        .orRefuse(
            "accumulators must have one fingerprint to merge. This one: %s ; the other: %s."
                + " Estimate them apart.",
            spec, other.spec);
    Require.that(context.equals(other.context))
        .orRefuse(
            "accumulators must belong to one plan, and under a lifetime epsilon to one period, to"
                + " merge. This one's: %s ; the other's: %s. Estimate them apart.",
            context, other.context);
    Require.that(counters.length == other.counters.length)
        .orRefuse(
            "accumulators of one spec must have equally many counters. Provided: %s and %s; one of"
                + " them is damaged.",
            counters.length, other.counters.length);
    flush();
    other.flush();
    n = Math.addExact(n, other.n);
    for (int i = 0; i < counters.length; i++) {
      counters[i] = Math.addExact(counters[i], other.counters[i]);
    }
  }

  /** The spec of the protocol whose reports these are. */
  public final ProtocolSpec spec() {
    return spec;
  }

  /** What else must agree before merging. */
  public final String context() {
    return context;
  }

  /** Reports added. */
  public final long n() {
    return n;
  }

  /** Length of the vector. */
  public final int width() {
    return counters.length;
  }

  /** Entry {@code index} of the vector. */
  public final long count(int index) {
    flush();
    return counters[index];
  }

  /** A copy of the vector. */
  public final long[] counts() {
    flush();
    return counters.clone();
  }

  /** Self-describing bytes; equal states give equal bytes. */
  public final byte[] toBytes() {
    flush();
    int id = Protocols.declaration(spec.name()).id();
    return new AccumulatorBytes(id, spec.toString(), context, n, counters).encode();
  }

  final void restore(long reports, long[] saved) {
    n = reports;
    System.arraycopy(saved, 0, counters, 0, counters.length);
  }

  @Override
  public final boolean equals(Object other) {
    return other instanceof Accumulator<?> that
        && spec.equals(that.spec)
        && context.equals(that.context)
        && n == that.n
        && Arrays.equals(counts(), that.counts());
  }

  @Override
  public final int hashCode() {
    return 31 * spec.hashCode() + Arrays.hashCode(counts());
  }

  @Override
  public String toString() {
    return "accumulator of " + n + " reports of " + spec;
  }
}
