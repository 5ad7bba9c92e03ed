/**
 * What has been spent of people's privacy, and what may be: {@link org.sparkldp.jobs.ledger.Book}
 * has the rules, {@link org.sparkldp.jobs.ledger.Purse} the one door for whoever draws reports.
 * Nothing here sees a value.
 */
package org.sparkldp.jobs.ledger;
