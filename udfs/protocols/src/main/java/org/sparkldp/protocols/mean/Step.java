package org.sparkldp.protocols.mean;

import java.util.Optional;
import org.sparkldp.protocols.Compiled;
import org.sparkldp.protocols.Layout;
import org.sparkldp.protocols.ReportType;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The step from one number on a grid to a report, and from reports to their numbers' mean: all that
 * distinguishes one mean from another. Index i of {@link #steps} steps is the number t = 2 i/steps
 * − 1; every report stands for a number whose expectation is t.
 *
 * @param <R> a report
 */
public interface Step<R> {

  /** Steps of the grid from −1 to 1. */
  int steps();

  /**
   * One report.
   *
   * @param index in [0, steps]
   */
  R report(long index, RandomSource source);

  /** How much more a report speaks for one index than for another, in any unit. */
  double contrast(R report, long index, long other);

  /** What reports are. */
  ReportType reportType();

  /** How reports add up. */
  Layout<R> layout();

  /** How a client draws a report; empty where none can. */
  default Optional<Compiled.Recipe> recipe() {
    return Optional.empty();
  }

  /** By how much a report varies. */
  SecondMoment moment();

  /** The largest number that a report stands for; the least is its opposite. */
  double reach();

  /**
   * The mean of what n reports stand for.
   *
   * @param at the first of their counters
   */
  double mean(long[] counters, int at, long n);

  /** The mean of the squares; NaN where the second moment does not ask for it. */
  default double meanSquare(long[] counters, int at, long n) {
    return Double.NaN;
  }
}
