/** Reports to accumulators. Data goes only forward, and nothing here reads a value. */
package org.sparkldp.jobs.accumulate;
