package org.sparkldp.protocols.spec;

import java.math.BigDecimal;
import java.util.Arrays;

/**
 * The intervals between rising edges, for plans and for SQL: their names, and the one that holds a
 * number. Each includes its lower end, and the last one its upper end, too. Names are the same on
 * every Java, because a question's label is made of them.
 */
public final class BinEdges {
  private BinEdges() {}

  /** The name of a bin, such as {@code [0, 0.5)}. */
  public static String name(double[] edges, int index) {
    String close = index == edges.length - 2 ? "]" : ")";
    return "[" + plain(edges[index]) + ", " + plain(edges[index + 1]) + close;
  }

  /** An edge as names have it. */
  public static String plain(double edge) {
    return new BigDecimal(ProtocolSpec.shortest(edge)).stripTrailingZeros().toPlainString();
  }

  /** The bin of a number; -1 for a number outside, and for NaN. */
  public static int index(double[] edges, double value) {
    int last = edges.length - 1;
    if (!(value >= edges[0] && value <= edges[last])) {
      return -1;
    }
    // + 0.0 turns -0.0 into 0.0, below which binary search would sort it.
    int place = Arrays.binarySearch(edges, value + 0.0);
    return Math.min(place >= 0 ? place : -place - 2, last - 1);
  }
}
