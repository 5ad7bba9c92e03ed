/**
 * Public numbers added up by a private item: how many people hold it, and the sum and mean of their
 * numbers.
 */
package org.sparkldp.protocols.sums;
