/** Bytes that describe themselves: the accumulator format, drawn in {@code AccumulatorBytes}. */
package org.sparkldp.protocols.wire;
