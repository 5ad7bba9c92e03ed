/**
 * When and where: the command line ({@link org.sparkldp.jobs.Ldp}), plans, tables, reports. Nothing
 * below knows of it.
 */
package org.sparkldp.jobs;
