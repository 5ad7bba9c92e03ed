package org.sparkldp.protocols;

import java.util.List;
import org.sparkldp.protocols.random.RandomSource;

/**
 * The reports of a protocol from items: how one is made, and which there are.
 *
 * @param <R> a report
 */
public interface ItemReports<R> extends Protocol<Integer, R> {

  /** Items of the domain. */
  int k();

  /**
   * One report.
   *
   * @param item in [0, k); another is refused without being named
   */
  R report(int item, RandomSource source);

  /** Makes reports and adds them up, without an object for each where it can be. One thread's. */
  default Adder<R> adder() {
    return (item, source, sums) -> sums.add(report(item, source));
  }

  /**
   * Adds {@link #report} to sums.
   *
   * @param <R> a report
   */
  @FunctionalInterface
  interface Adder<R> {
    void add(int item, RandomSource source, Accumulator<R> sums);
  }

  /** Every report that accumulators accept, where these are a public list; else none. */
  default List<R> everyReport() {
    return List.of();
  }
}
