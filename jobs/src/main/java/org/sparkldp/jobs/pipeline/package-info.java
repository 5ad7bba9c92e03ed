/**
 * The three verbs over tables: values → reports → accumulators → estimates. Data goes only forward;
 * only {@link org.sparkldp.jobs.pipeline.Privatization} sees values. {@link
 * org.sparkldp.jobs.pipeline.Output} is how every table is laid down and made visible at once.
 */
package org.sparkldp.jobs.pipeline;
