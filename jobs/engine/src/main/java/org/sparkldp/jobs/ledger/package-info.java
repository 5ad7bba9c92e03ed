/**
 * Ledger of the privacy that was spent, and of what may be: {@link org.sparkldp.jobs.ledger.Book}
 * has the rules, {@link org.sparkldp.jobs.ledger.Purse} the one door for whoever draws reports.
 * Nothing here sees a value.
 */
package org.sparkldp.jobs.ledger;
