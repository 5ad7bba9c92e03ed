package org.sparkldp.protocols;

/** A protocol that guesses true numbers better than its unbiased estimates do. */
public interface Postprocessed {

  /**
   * The best guess of each number: for reading, not for sums and differences.
   *
   * @param raw under its items' names, which say whether they stand in an order
   */
  double[] best(Estimate raw);

  /** The best guesses of a protocol; the estimates themselves where it knows no better. */
  static double[] best(Protocol<?, ?> protocol, Estimate raw) {
    return protocol
        .facet(Postprocessed.class)
        .map(known -> known.best(raw))
        .orElseGet(raw::estimates);
  }
}
