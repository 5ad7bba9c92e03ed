/** Exact privacy arithmetic: epsilon from integers, rounded against the claim. */
package org.sparkldp.protocols.accounting;
