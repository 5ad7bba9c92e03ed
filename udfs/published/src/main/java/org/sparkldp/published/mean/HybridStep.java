package org.sparkldp.published.mean;

import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.accounting.Thresholds;
import org.sparkldp.protocols.mean.SecondMoment;
import org.sparkldp.protocols.mean.SquareSums;
import org.sparkldp.protocols.mean.Step;
import org.sparkldp.protocols.mean.TwoPoint;
import org.sparkldp.protocols.random.RandomSource;

/**
 * Either the piecewise step or the two-point step, by a coin that the report shows; with the coin
 * always the same, one of them alone.
 *
 * <p>The coin has nothing to do with the value, so the exact epsilon is the larger one of the two,
 * and first and second moments mix in its ratio. Cells: first those of the piecewise step, then −c
 * and +c.
 *
 * @param steps of the grid, a power of two
 * @param mixture of 2^64 words, those that choose the piecewise step
 * @param onlyPiecewise whether all do
 * @param piecewise one step
 * @param twoPoint the other
 */
public record HybridStep(
    int steps, long mixture, boolean onlyPiecewise, PiecewiseStep piecewise, TwoPoint twoPoint)
    implements Step<Integer>, Layout<Integer> {

  /**
   * The epsilon up to which the piecewise step only does harm. At the best mixture e^(−epsilon/2)
   * goes to two points, and the variance no longer depends on t.
   */
  private static final double TWO_POINT_ALONE =
      Math.log(
          (-5
                  + 2 * Math.cbrt(6353 - 405 * Math.sqrt(241))
                  + 2 * Math.cbrt(6353 + 405 * Math.sqrt(241)))
              / 27);

  /** The best mixture. */
  public static HybridStep of(double epsilon, int steps) {
    long mixture = epsilon > TWO_POINT_ALONE ? Thresholds.of(1 - StrictMath.exp(-epsilon / 2)) : 0;
    return new HybridStep(
        steps, mixture, false, PiecewiseStep.of(epsilon, steps), TwoPoint.of(epsilon, steps));
  }

  /** The piecewise step alone. */
  static HybridStep piecewise(double epsilon, int steps) {
    return new HybridStep(
        steps, 0, true, PiecewiseStep.of(epsilon, steps), TwoPoint.of(epsilon, steps));
  }

  /** Loss of the integers in use, rounded up. */
  public double exactEpsilon() {
    double two = onlyPiecewise ? 0 : twoPoint.exactEpsilon();
    return share() == 0 ? two : Math.max(two, piecewise.exactEpsilon());
  }

  /** Probability of the piecewise step. */
  private double share() {
    return onlyPiecewise ? 1 : Thresholds.probability(mixture);
  }

  @Override
  public SecondMoment moment() {
    double share = share();
    SecondMoment cells = piecewise.moment();
    SecondMoment points = twoPoint.moment();
    return new SecondMoment(
        share * cells.constant() + (1 - share) * points.constant(), share * cells.slope());
  }

  /** Cells of a report. */
  public int cells() {
    return piecewise.cells() + (onlyPiecewise ? 0 : 2);
  }

  @Override
  public double reach() {
    double run = share() == 0 ? 0 : piecewise.unit() * piecewise.centred(piecewise.cells() - 1);
    return onlyPiecewise ? run : Math.max(run, twoPoint.c());
  }

  @Override
  public boolean accepts(Integer cell) {
    return acceptsCell(cell);
  }

  /** Whether some number may become this cell. */
  @Override
  public boolean acceptsCell(int cell) {
    return cell >= (share() == 0 ? piecewise.cells() : 0) && cell < cells();
  }

  @Override
  public Integer report(long index, RandomSource source) {
    return cell(index, source);
  }

  /** {@link #report} without a box. */
  public int cell(long index, RandomSource source) {
    if (onlyPiecewise || (mixture != 0 && source.bernoulli(mixture))) {
      return piecewise.cell((int) index, source);
    }
    return piecewise.cells() + (twoPoint.plus(index, source) ? 1 : 0);
  }

  @Override
  public double contrast(Integer cell, long index, long other) {
    if (cell < piecewise.cells()) {
      return (piecewise.prefers(index, cell) ? 1 : 0) - (piecewise.prefers(other, cell) ? 1 : 0);
    }
    double difference = (double) (index - other) / steps;
    return cell == piecewise.cells() ? -difference : difference;
  }

  @Override
  public String rule() {
    return "be a cell in [0, " + cells() + ") that a number may become";
  }

  @Override
  public ReportType reportType() {
    return ReportType.cell();
  }

  @Override
  public Layout<Integer> layout() {
    return this;
  }

  /** Counters that {@link #add} needs: of −c, of +c, and the sums of the others. */
  @Override
  public int width() {
    return 2 + SquareSums.WIDTH;
  }

  @Override
  public CellSink onto(long[] counters) {
    return (cell, times) -> add(counters, 0, cell, times);
  }

  /** Adds a cell to the counters from {@code at} on. */
  public void add(long[] counters, int at, int cell, long times) {
    int point = cell - piecewise.cells();
    if (point >= 0) {
      counters[at + point] = Math.addExact(counters[at + point], times);
    } else {
      SquareSums.add(counters, at + 2, piecewise.centred(cell), times);
    }
  }

  @Override
  public double mean(long[] counters, int at, long n) {
    double points = twoPoint.c() * (counters[at + 1] - counters[at]);
    return (points + piecewise.unit() * counters[at + 2]) / n;
  }

  @Override
  public double meanSquare(long[] counters, int at, long n) {
    double c = twoPoint.c();
    double unit = piecewise.unit();
    double points = c * c * (counters[at] + counters[at + 1]);
    return (points + unit * unit * SquareSums.squares(counters[at + 3], counters[at + 4])) / n;
  }
}
