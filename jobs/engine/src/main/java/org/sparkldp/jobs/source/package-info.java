/**
 * A plan where people work: the data source {@code ldp}, for SQL, dbt, notebooks and Connect. Knows
 * {@link org.sparkldp.jobs.job.Job} and what that knows.
 */
package org.sparkldp.jobs.source;
