package org.sparkldp.protocols.frequency;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.ProtocolSpec;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A frequency oracle whose report is one of finitely many cells, 4 bytes. Its accumulator counts
 * reports by cell, so that SQL's plain {@code GROUP BY report} is its reducer too.
 */
public abstract class CellOracle extends FrequencyOracle<Integer> {
  private final int cells;

  protected CellOracle(ProtocolSpec spec, Guarantee guarantee, int k, int cells) {
    super(spec, guarantee, k);
    this.cells = cells;
  }

  /** Reports are in [0, cells). */
  public final int cells() {
    return cells;
  }

  /**
   * One report.
   *
   * @param item in [0, k); another is refused without being named
   * @return in [0, cells)
   */
  public abstract int randomize(int item, RandomSource source);

  @Override
  protected final Integer report(int item, RandomSource source) {
    return randomize(item, source);
  }

  @Override
  public final ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public final Accumulator<Integer> newAccumulator(String context) {
    return new CellAccumulator(spec(), context, cells);
  }
}
