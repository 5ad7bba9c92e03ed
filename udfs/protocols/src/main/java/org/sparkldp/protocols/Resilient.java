package org.sparkldp.protocols;

import java.util.Optional;

/** A protocol that bounds what fake reports can do to its estimates. */
public interface Resilient {

  /**
   * The most that one percent of fake reports could have shifted each estimate, in its unit,
   * upwards or downwards: with f percent it is f times as much. Empty if nobody has computed it.
   *
   * <p>A fake report is any that accumulators accept. The shift is against what honest reports of
   * the same people would have given on average, whatever values they hold. It is the worst case
   * over the fake reports, not an average: somebody who knows the protocol reaches it.
   *
   * @param n reports, the fake ones among them
   */
  Optional<double[]> shiftPerPercent(long n);
}
