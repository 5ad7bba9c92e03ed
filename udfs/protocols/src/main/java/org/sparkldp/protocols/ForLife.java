package org.sparkldp.protocols;

/**
 * A protocol whose {@link Protocol#guarantee} is of all reports together that a person ever gives
 * under one key, one a period, and not of one report. It remembers ({@link
 * org.sparkldp.protocols.random.RandomSource#memory}), so its coins must be keyed.
 */
public interface ForLife {}
