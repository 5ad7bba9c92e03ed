/**
 * Quantiles of numbers in a range, in rounds: each person says on which side of one public point
 * the value lies, and the points move with what earlier people said.
 */
package org.sparkldp.protocols.quantile;
