/** Accumulators to estimates, and estimates compared. Data goes only forward. */
package org.sparkldp.jobs.estimate;
