/**
 * Ends of a command: {@link org.sparkldp.jobs.exit.Exit} has the codes that scripts depend on,
 * {@link org.sparkldp.jobs.exit.Refusal} is the exception behind code 3. Knows nothing else of the
 * house.
 */
package org.sparkldp.jobs.exit;
