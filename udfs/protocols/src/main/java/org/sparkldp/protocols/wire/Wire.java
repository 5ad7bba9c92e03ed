package org.sparkldp.protocols.wire;

/**
 * Facts that a client in another language needs to make a protocol's reports and to read its
 * accumulators, in the notation of wire.md. The protocol's page shows it. Each text is permanent
 * and is one cell of a table.
 *
 * @param report SQL type and layout of a report
 * @param coins what is drawn, in this order
 * @param counters of the accumulator, in this order
 */
public record Wire(String report, String coins, String counters) {}
