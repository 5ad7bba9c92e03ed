/**
 * Cost of several reports of one person together: bounds on the composition of guarantees. Pure
 * Java, for ledgers; no client needs it.
 */
package org.sparkldp.protocols.accounting.composition;
