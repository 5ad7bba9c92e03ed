/**
 * Users' tables: how one is read ({@link org.sparkldp.jobs.table.Inputs}), and what its columns
 * must be ({@link org.sparkldp.jobs.table.Columns}).
 */
package org.sparkldp.jobs.table;
