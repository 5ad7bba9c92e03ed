package org.sparkldp.protocols;

import org.sparkldp.protocols.random.RandomSource;

/**
 * A protocol from items to cells. It offers, beside {@link ItemProtocol}, the randomizer without
 * boxes, and the number of cells. Its accumulator counts reports by cell, so that SQL's plain
 * {@code GROUP BY report} is its reducer too.
 */
public interface CellProtocol extends Protocol<Integer, Integer> {

  /** Reports are in [0, cells). */
  int cells();

  /**
   * One report.
   *
   * @param item in [0, k); another is refused without being named
   * @return in [0, cells)
   */
  int randomize(int item, RandomSource source);
}
