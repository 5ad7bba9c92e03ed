package org.sparkldp.protocols.mean;

import org.sparkldp.protocols.Estimate;

/** Rows of estimated means. */
public final class MeanRows {

  private MeanRows() {}

  /** An estimate with its normal interval. */
  public static Estimate.Row row(String item, double estimate, double variance, double z) {
    double standardError = Math.sqrt(variance);
    return new Estimate.Row(
        item, estimate, standardError, estimate - z * standardError, estimate + z * standardError);
  }
}
