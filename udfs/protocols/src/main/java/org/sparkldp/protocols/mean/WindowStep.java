package org.sparkldp.protocols.mean;

import java.util.Optional;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Windows of cells on integers: a number is rounded at random to one of two neighbouring windows,
 * and a report is a cell, more likely one of that window ({@link WindowLaw}). Unbiased, and of the
 * same variance at every number, except for the rounding's share.
 *
 * @param steps of the grid, a power of two
 * @param law of the cells
 */
public record WindowStep(int steps, WindowLaw law) implements Step<Integer>, Layout<Integer> {
  /** Cells up to epsilon 8, where rounding to windows adds at most 0.5 % of the variance. */
  private static final int CELLS = 320;

  private static final int MORE_CELLS = 1024;

  /** The step whose exact epsilon is within the claim. */
  public static WindowStep of(double epsilon, int steps) {
    return new WindowStep(steps, WindowLaw.of(epsilon, epsilon <= 8 ? CELLS : MORE_CELLS));
  }

  /** Loss of the integers in use, rounded up. */
  public double exactEpsilon() {
    return law.exactEpsilon();
  }

  /** The window at or below an index, the last but one at most. */
  private int below(long index) {
    long[] sums = law.sums();
    int low = 0;
    int high = sums.length - 1;
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (sums[middle] * steps <= scaled(index)) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** An index where window j is at steps · S(j). */
  private long scaled(long index) {
    return (2 * index - steps) * law.last();
  }

  /** Chance of the window above {@link #below}. */
  private double above(long index, int below) {
    long[] sums = law.sums();
    double width = (double) steps * (sums[below + 1] - sums[below]);
    return (scaled(index) - sums[below] * steps) / width;
  }

  @Override
  public Integer report(long index, RandomSource source) {
    return cell(index, source);
  }

  /** {@link #report} without a box. */
  public int cell(long index, RandomSource source) {
    int window = below(index);
    double above = above(index, window);
    // 2^63 chances of 2^64 / 2; 1 is an end of the range, or a number that is a window's.
    if (above == 1 || source.bernoulli((long) Math.scalb(above, 63) << 1)) {
      window++;
    }
    if (source.bernoulli(-law.leaveOut())) { // in 2^64 − o of 2^64 cases
      return window + source.uniform(law.window());
    }
    int other = source.uniform(law.cells() - law.window());
    return other < window ? other : other + law.window();
  }

  @Override
  public double contrast(Integer cell, long index, long other) {
    return support(cell, index) - support(cell, other);
  }

  /** Chance that the window has the cell. */
  private double support(int cell, long index) {
    int below = below(index);
    double above = above(index, below);
    return (has(below, cell) ? 1 - above : 0) + (has(below + 1, cell) ? above : 0);
  }

  private boolean has(int window, int cell) {
    return cell >= window && cell < window + law.window();
  }

  @Override
  public Optional<Compiled.Recipe> recipe() {
    return Optional.of(
        Compiled.Recipe.of("window")
            .with("cells", law.cells())
            .with("window", law.window())
            .with("sums", law.sums())
            .words("leave_out", law.leaveOut()));
  }

  @Override
  public SecondMoment moment() {
    return new SecondMoment(law.worstVariance(), 1);
  }

  @Override
  public double reach() {
    return law.reach();
  }

  @Override
  public boolean accepts(Integer cell) {
    return acceptsCell(cell);
  }

  @Override
  public boolean acceptsCell(int cell) {
    return cell >= 0 && cell < law.cells();
  }

  @Override
  public String rule() {
    return "be a cell in [0, " + law.cells() + ")";
  }

  @Override
  public ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public Layout<Integer> layout() {
    return this;
  }

  /** Counters that {@link #add} needs: the sum of the cells' integers, and of their squares. */
  @Override
  public int width() {
    return SquareSums.WIDTH;
  }

  @Override
  public CellSink onto(long[] counters) {
    return (cell, times) -> add(counters, 0, cell, times);
  }

  /** Adds a cell to the counters from {@code at} on. */
  public void add(long[] counters, int at, int cell, long times) {
    SquareSums.add(counters, at, law.numbers()[cell], times);
  }

  @Override
  public double mean(long[] counters, int at, long n) {
    return law.unit() * counters[at] / n;
  }

  @Override
  public double meanSquare(long[] counters, int at, long n) {
    double unit = law.unit();
    return unit * unit * SquareSums.squares(counters[at + 1], counters[at + 2]) / n;
  }
}
