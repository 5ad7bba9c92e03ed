package org.sparkldp.jobs.study;

import org.sparkldp.protocols.spec.ProtocolSpec;

/**
 * What a protocol would do for n people.
 *
 * @param spec canonical text
 * @param variancePerPerson of the estimate, times n: with n people the standard error is
 *     sqrt(variancePerPerson / n)
 * @param reportBytes size of a report
 */
public record DesignRow(ProtocolSpec spec, double variancePerPerson, int reportBytes) {

  /** Standard error with n people. */
  public double standardError(double n) {
    return Math.sqrt(variancePerPerson / n);
  }

  /** People needed for that standard error. */
  public long usersNeeded(double error) {
    return (long) Math.ceil(variancePerPerson / (error * error));
  }
}
