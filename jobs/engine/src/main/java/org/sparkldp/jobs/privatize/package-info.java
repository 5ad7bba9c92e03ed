/**
 * The first verb over tables: values → reports. Only {@link
 * org.sparkldp.jobs.privatize.Privatization} reads values; what is known of reports besides them,
 * their origin, notes and periods, stands here too.
 */
package org.sparkldp.jobs.privatize;
