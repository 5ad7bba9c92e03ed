package org.sparkldp.protocols.vector;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.check.Require;
import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * Sums of the directions' coordinates and of their squares, in units of 2^-24: 2^32 reports fit,
 * for coordinates are below 9.5.
 */
final class DirectionSums extends Accumulator<Long> {
  static final double UNIT = 1 << 24;

  private final int candidates;
  private final Directions directions;
  private final double[] direction;

  /**
   * @param candidates of a seed, directions with their opposites
   */
  DirectionSums(ProtocolSpec spec, String context, int d, int candidates, Directions directions) {
    super(spec, context, 2 * d);
    this.candidates = candidates;
    this.directions = directions;
    this.direction = new double[d];
  }

  @Override
  public void add(Long report) {
    add(report, 1);
  }

  @Override
  public boolean accepts(Long report) {
    return candidate(report) < candidates;
  }

  private static int candidate(long report) {
    return (int) (report & ((1 << Directions.CANDIDATE_BITS) - 1));
  }

  @Override
  public void add(Long report, long times) {
    int candidate = candidate(report);
    if (candidate >= candidates) {
      throw Require.refusal(
          "a report of %s must name one of %s candidates in its last 16 bits. Provided value:"
              + " %s; it was made by another protocol, or damaged.",
          spec(), candidates, candidate);
    }
    countReports(times);
    directions.direction(report & ~1L, direction);
    long[] counters = counters();
    long sign = (candidate & 1) == 0 ? times : -times;
    for (int j = 0; j < direction.length; j++) {
      double x = direction[j];
      addTo(counters, j, (long) Math.rint(x * UNIT), sign);
      addTo(counters, direction.length + j, (long) Math.rint(x * x * UNIT), times);
    }
  }

  private static void addTo(long[] counters, int at, long x, long times) {
    counters[at] = Math.addExact(counters[at], Math.multiplyExact(x, times));
  }
}
