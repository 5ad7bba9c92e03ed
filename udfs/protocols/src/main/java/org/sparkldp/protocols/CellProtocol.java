package org.sparkldp.protocols;

import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import org.sparkldp.protocols.random.RandomSource;

/**
 * A protocol from items to cells. It offers, beside {@link ItemProtocol}, the randomizer without
 * boxes, and the number of cells. Its accumulator counts reports by cell, so that SQL's plain
 * {@code GROUP BY report} is its reducer too.
 */
public interface CellProtocol extends ItemReports<Integer> {

  /** Reports are in [0, cells). */
  int cells();

  /**
   * One report.
   *
   * @param item in [0, k); another is refused without being named
   * @return in [0, cells)
   */
  int randomize(int item, RandomSource source);

  @Override
  default Integer report(int item, RandomSource source) {
    return randomize(item, source);
  }

  @Override
  default Adder<Integer> adder() {
    return (item, source, sums) -> sums.addCell(randomize(item, source), 1);
  }

  @Override
  default List<Integer> everyReport() {
    return new AbstractList<>() {
      @Override
      public int size() {
        return cells();
      }

      @Override
      public Integer get(int cell) {
        return Objects.checkIndex(cell, cells());
      }
    };
  }

  @Override
  default ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  default Layout<Integer> layout() {
    return new Layout.CellCounts(cells());
  }
}
