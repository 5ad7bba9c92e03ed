package org.sparkldp.protocols.frequency;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.sparkldp.protocols.Accumulator;
import org.sparkldp.protocols.CellProtocol;
import org.sparkldp.protocols.Guarantee;
import org.sparkldp.protocols.Poisoning;
import org.sparkldp.protocols.Reach;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;
import org.sparkldp.protocols.spec.ProtocolSpec;

/** A frequency oracle whose report is one of finitely many cells, 4 bytes. */
public abstract class CellOracle extends FrequencyOracle<Integer> implements CellProtocol {
  /** Totals so near each other differ by rounding alone. */
  private static final double SAME = 1e-9;

  /** Estimates from one report alone that are made to learn the reach of all: about a second. */
  private static final int MAX_ESTIMATES = 1 << 20;

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

  /** Of all cells, where they are few enough to estimate from each alone. */
  @Override
  protected Optional<Reach[]> reach() {
    if ((long) cells * k() > MAX_ESTIMATES) {
      return Optional.empty();
    }
    double[][] added = new double[k()][cells];
    for (int cell = 0; cell < cells; cell++) {
      double[] alone = contributions(cell);
      for (int item = 0; item < alone.length; item++) {
        added[item][cell] = alone[item];
      }
    }
    return Optional.of(Arrays.stream(added).map(Reach::of).toArray(Reach[]::new));
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
    int[] best =
        IntStream.range(0, cells)
            .filter(cell -> totals[cell] > most - SAME * Math.max(1, Math.abs(most)))
            .toArray();
    return new OneOf<>(this, best.length, i -> best[i]);
  }

  @Override
  protected final Poisoning<Integer> randomReports() {
    return new OneOf<>(this, cells, cell -> cell);
  }

  @Override
  public final Accumulator<Integer> newAccumulator(String context) {
    return new CellAccumulator(spec(), context, cells);
  }
}
