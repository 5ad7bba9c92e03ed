package org.sparkldp.protocols.frequency;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** Counts reports by cell; 8 bytes a cell. */
public final class CellAccumulator extends Accumulator<Integer> {

  public CellAccumulator(ProtocolSpec spec, String context, int cells) {
    super(spec, context, cells);
  }

  @Override
  public void add(Integer cell) {
    add(cell.intValue(), 1);
  }

  @Override
  public void add(Integer cell, long times) {
    add(cell.intValue(), times);
  }

  @Override
  public boolean accepts(Integer cell) {
    return cell >= 0 && cell < width();
  }

  /** {@link #add(Integer, long)} without a box. */
  public void add(int cell, long times) {
    long[] counters = counters();
    if (cell < 0 || cell >= counters.length) {
      throw foreign("be a cell in [0, %s)", counters.length);
    }
    countReports(times);
    counters[cell] = Math.addExact(counters[cell], times);
  }
}
