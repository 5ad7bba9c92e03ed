/**
 * Signs of a run for its operator: one JSON line for each step, and counters for Spark's metrics.
 * Holds nothing that depends on a private value.
 */
package org.sparkldp.jobs.watch;
