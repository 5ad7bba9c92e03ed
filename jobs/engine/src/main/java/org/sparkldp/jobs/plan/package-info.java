/**
 * Plans: what is asked, in a file that holds no secret and travels with the data. {@link
 * org.sparkldp.jobs.plan.Plan} is the checked value, {@link org.sparkldp.jobs.plan.PlanReader}
 * reads HOCON and says where a mistake stands, {@link org.sparkldp.jobs.plan.Domain} maps values to
 * items.
 */
package org.sparkldp.jobs.plan;
