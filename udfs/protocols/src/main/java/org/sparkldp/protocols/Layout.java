package org.sparkldp.protocols;

import java.util.OptionalInt;

/**
 * The counters of reports of one shape: which reports a protocol can have made, and what each of
 * them adds. {@link Accumulator} does the rest, once for all.
 *
 * <p>Layouts are immutable. Which and how many counters there are is a function of the domain,
 * never of the number of reports.
 *
 * @param <R> a report
 */
public interface Layout<R> {

  /** The number of counters. */
  int width();

  /** Whether the protocol can have made a report, as far as its form shows. */
  boolean accepts(R report);

  /** {@link #accepts} of a report that is a cell, without a box. */
  default boolean acceptsCell(int cell) {
    return false;
  }

  /** {@link #accepts} of a report that is packed bits, as words. */
  default boolean acceptsBits(long[] words) {
    return false;
  }

  /**
   * The ones of each report, where a report is a set of one size and a counter is of one member:
   * then the sums of reports by somebody else are the counters. Empty of other reports.
   */
  default OptionalInt ones() {
    return OptionalInt.empty();
  }

  /** What accepted reports do, as the rest of the sentence "a report must …". */
  String rule();

  /**
   * What adds accepted reports to these counters.
   *
   * @param counters all 0, of {@link #width}
   */
  Sink<R> onto(long[] counters);

  /**
   * Adds reports to counters. It may hold some back in a buffer of bounded size. One thread at a
   * time.
   *
   * @param <R> a report
   */
  @FunctionalInterface
  interface Sink<R> {

    /**
     * Adds the same report {@code times} times; an overflow is loud.
     *
     * @param report one that the layout accepts
     * @param times at least 0
     */
    void add(R report, long times);

    /** {@link #add} of a report that is a cell, without a box. */
    default void addCell(int cell, long times) {
      throw new IllegalStateException("these reports are no cells");
    }

    /** {@link #add} of a report that is packed bits, as words, which are not kept. */
    default void addBits(long[] words) {
      throw new IllegalStateException("these reports are no bits");
    }

    /**
     * Says the number beside the report that is added next.
     *
     * @param x 0 where it is not known
     */
    default void beside(long x, boolean isKnown) {
      throw new IllegalStateException("no numbers stand beside these reports");
    }

    /** Moves what is held back into the counters. */
    default void flush() {}
  }

  /** Adds reports that are cells, without boxes. */
  @FunctionalInterface
  interface CellSink extends Sink<Integer> {

    @Override
    void addCell(int cell, long times);

    @Override
    default void add(Integer cell, long times) {
      addCell(cell, times);
    }
  }

  /**
   * Counts reports by cell; 8 bytes a cell.
   *
   * @param width cells
   */
  record CellCounts(int width) implements Layout<Integer> {

    @Override
    public boolean accepts(Integer cell) {
      return acceptsCell(cell);
    }

    @Override
    public boolean acceptsCell(int cell) {
      return cell >= 0 && cell < width;
    }

    @Override
    public String rule() {
      return "be a cell in [0, " + width + ")";
    }

    @Override
    public CellSink onto(long[] counters) {
      return (cell, times) -> counters[cell] = Math.addExact(counters[cell], times);
    }
  }
}
