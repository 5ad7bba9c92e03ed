package org.sparkldp.protocols.query;

/** No unused people are left for a query: asking used ones again would cost them twice. */
public final class PoolSpentException extends RuntimeException {

  /**
   * @param asked queries that cannot be answered
   * @param left queries that could be
   */
  public PoolSpentException(int asked, int left) {
    super(
        "every query needs a block of people who have not answered yet. Queries asked: "
            + asked
            + ", blocks left: "
            + left
            + "; nobody answers twice.");
  }
}
