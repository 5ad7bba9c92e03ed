package org.sparkldp.protocols.frequency;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** A frequency oracle whose report is one of finitely many cells, 4 bytes. */
public abstract class CellOracle extends FrequencyOracle<Integer> implements CellProtocol {
  /** Totals so near each other differ by rounding alone. */
  private static final double SAME = 1e-9;

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

  /** Some of the cells, each as likely as another. */
  private final class Cells implements Poisoning<Integer> {
    private final int[] cells;

    Cells(int[] cells) {
      this.cells = cells;
    }

    @Override
    public Integer report(RandomSource source) {
      return cells[source.uniform(cells.length)];
    }

    @Override
    public double gain(int item) {
      return Arrays.stream(cells)
          .mapToDouble(cell -> contribution(cell, item))
          .average()
          .orElseThrow();
    }
  }

  /** Of all cells, those that add most to the targets' estimates. */
  @Override
  protected final Poisoning<Integer> maximalGain(int[] targets) {
    double[] totals = new double[cells];
    for (int cell = 0; cell < cells; cell++) {
      for (int item : targets) {
        totals[cell] += contribution(cell, item);
      }
    }
    double most = Arrays.stream(totals).max().orElseThrow();
    return new Cells(
        IntStream.range(0, cells)
            .filter(cell -> totals[cell] > most - SAME * Math.max(1, Math.abs(most)))
            .toArray());
  }

  @Override
  protected final Poisoning<Integer> randomReports() {
    return new Cells(IntStream.range(0, cells).toArray());
  }

  @Override
  public final Accumulator<Integer> newAccumulator(String context) {
    return new CellAccumulator(spec(), context, cells);
  }
}
