package org.sparkldp.protocols.sums;

/**
 * A report of a private item, and the person's public number.
 *
 * @param x the number, in units; 0 where it is not known
 * @param isKnown whether there is a number
 */
public record Summand<R>(R report, long x, boolean isKnown) {}
