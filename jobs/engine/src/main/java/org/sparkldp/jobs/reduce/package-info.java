/**
 * The other two verbs over tables: reports → accumulators → estimates. Data goes only forward, and
 * nothing here reads a value.
 */
package org.sparkldp.jobs.reduce;
