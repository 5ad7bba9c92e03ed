/**
 * Bytes that describe themselves: one codec for accumulators, states of rounds, strategies and
 * workloads, each of which says its fields once for writing and reading.
 */
package org.sparkldp.protocols.wire;
