/** A plan's whole way, for programs: read it, run it, keep the result. Commands call this too. */
package org.sparkldp.jobs.job;
