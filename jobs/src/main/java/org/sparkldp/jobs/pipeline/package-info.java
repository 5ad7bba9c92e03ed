/**
 * The three verbs over tables: values → reports → accumulators → estimates. Data goes only forward;
 * of these verbs only {@link org.sparkldp.jobs.pipeline.Privatization} reads values.
 */
package org.sparkldp.jobs.pipeline;
