package org.sparkldp.protocols.frequency;

import org.sparkldp.protocols.Compiled;

/**
 * A balanced design: cells that each support equally many points, such that any two points share
 * equally many cells. It promises an exact and fast way from a number to a cell, and from counts by
 * cell to the supports of all points.
 *
 * <p>With v points, b cells and s points a cell, a point has r = b s/v cells, and two points share
 * r (s − 1)/(v − 1) of them. So a report that is uniform on a point's cells with probability p, and
 * else uniform on the others, supports any other point with probability
 *
 * <pre>   p (s − 1)/(v − 1) + (1 − p) s/(v − 1) = (s − p)/(v − 1),   </pre>
 *
 * which is that of subset selection: the cells are a few of its sets, spread evenly.
 */
interface BlockDesign {
  /** v: the points, of which items are the first k. */
  int points();

  /** s: points that a cell supports. */
  int size();

  /** b: cells. */
  int cells();

  /** r: cells that support a given point. */
  default int replicas() {
    return (int) ((long) cells() * size() / points());
  }

  /**
   * A cell that supports a point; each exactly once.
   *
   * @param draw in [0, replicas)
   */
  int supporting(int point, int draw);

  /**
   * A cell that does not support a point; each exactly once.
   *
   * @param draw in [0, cells − replicas)
   */
  int other(int point, int draw);

  /** How a client finds these cells. */
  Compiled.Recipe recipe();

  /** Whether a cell supports a point. */
  boolean supports(int cell, int point);

  /** The supports of the first k points, from counts by cell. */
  long[] supports(long[] counts, int k);
}
