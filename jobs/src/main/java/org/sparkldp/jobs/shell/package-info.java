/**
 * SQL at a terminal: {@link org.sparkldp.jobs.shell.SqlShell} reads statements line by line, with
 * history and completion. Knows the console, and no plan.
 */
package org.sparkldp.jobs.shell;
