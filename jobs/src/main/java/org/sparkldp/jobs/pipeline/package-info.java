/**
 * The three verbs over tables: values → reports → accumulators → estimates. Data goes only forward;
 * only {@link org.sparkldp.jobs.pipeline.Privatization} sees values.
 */
package org.sparkldp.jobs.pipeline;
