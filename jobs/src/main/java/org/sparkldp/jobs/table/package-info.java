/**
 * Tables: how a user's table is read ({@link org.sparkldp.jobs.table.Inputs}), what its columns
 * must be ({@link org.sparkldp.jobs.table.Columns}), and how every result is laid down and made
 * visible at once ({@link org.sparkldp.jobs.table.Output}).
 */
package org.sparkldp.jobs.table;
