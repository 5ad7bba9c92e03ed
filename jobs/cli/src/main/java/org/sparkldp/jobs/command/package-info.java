/** One class per command: reads its options, calls what does the work, prints the result. */
package org.sparkldp.jobs.command;
