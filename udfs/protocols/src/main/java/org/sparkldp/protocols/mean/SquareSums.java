package org.sparkldp.protocols.mean;

/**
 * Sums of integers of up to 2^22 and of their squares in three counters: Σx, and Σx² in two parts
 * of 22 binary digits each, so that 2^41 reports fit.
 */
public final class SquareSums {
  /** Counters taken. */
  public static final int WIDTH = 3;

  private static final int DIGITS = 22;

  private SquareSums() {}

  /** Adds x, {@code times} times, to the counters from {@code at} on. */
  public static void add(long[] counters, int at, long x, long times) {
    long square = x * x;
    addTo(counters, at, x, times);
    addTo(counters, at + 1, square & ((1L << DIGITS) - 1), times);
    addTo(counters, at + 2, square >>> DIGITS, times);
  }

  private static void addTo(long[] counters, int at, long x, long times) {
    counters[at] = Math.addExact(counters[at], Math.multiplyExact(x, times));
  }

  /** Σx². */
  public static double squares(long low, long high) {
    return low + Math.scalb((double) high, DIGITS);
  }
}
