/**
 * Storage of results, each made visible at once ({@link org.sparkldp.jobs.store.Output}): runs and
 * their records, claims, staging. It knows nothing of what the tables hold.
 */
package org.sparkldp.jobs.store;
