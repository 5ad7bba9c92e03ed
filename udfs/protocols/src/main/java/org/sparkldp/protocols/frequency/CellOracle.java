package org.sparkldp.protocols.frequency;

import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** A frequency oracle whose report is one of finitely many cells, 4 bytes. */
public abstract class CellOracle extends FrequencyOracle<Integer> implements CellProtocol {
  private final int cells;

  protected CellOracle(ProtocolSpec spec, Guarantee guarantee, int k, int cells) {
    super(spec, guarantee, k);
    this.cells = cells;
  }

  @Override
  public final int cells() {
    return cells;
  }

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
