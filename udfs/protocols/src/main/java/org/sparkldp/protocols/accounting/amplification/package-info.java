/**
 * Amplification by shuffling: how much less a person gives away to who sees the accumulators of
 * many people alone, never a report.
 */
package org.sparkldp.protocols.accounting.amplification;
