/**
 * What a run lets an operator know without looking: one JSON line for each step, and counters for
 * Spark's metrics. Holds nothing that depends on a private value.
 */
package org.sparkldp.jobs.watch;
