package org.sparkldp.protocols.vector;

import org.sparkldp.protocols.Layout;

/**
 * Sums of the directions' coordinates and of their squares, in units of 2^-24: 2^32 reports fit,
 * for coordinates are below 9.5.
 *
 * @param candidates of a seed, directions with their opposites
 */
record DirectionSums(int d, int candidates, Directions directions) implements Layout<Long> {
  static final double UNIT = 1 << 24;

  @Override
  public int width() {
    return 2 * d;
  }

  @Override
  public boolean accepts(Long report) {
    return candidate(report) < candidates;
  }

  private static int candidate(long report) {
    return (int) (report & ((1 << Directions.CANDIDATE_BITS) - 1));
  }

  @Override
  public String rule() {
    return "name one of " + candidates + " candidates in its last 16 bits";
  }

  @Override
  public Sink<Long> onto(long[] counters) {
    double[] direction = new double[d];
    return (report, times) -> {
      directions.direction(report & ~1L, direction);
      long sign = (candidate(report) & 1) == 0 ? times : -times;
      for (int j = 0; j < d; j++) {
        double x = direction[j];
        addTo(counters, j, (long) Math.rint(x * UNIT), sign);
        addTo(counters, d + j, (long) Math.rint(x * x * UNIT), times);
      }
    };
  }

  private static void addTo(long[] counters, int at, long x, long times) {
    counters[at] = Math.addExact(counters[at], Math.multiplyExact(x, times));
  }
}
