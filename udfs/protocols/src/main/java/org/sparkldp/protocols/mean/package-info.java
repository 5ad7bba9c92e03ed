/**
 * Means of numbers of n fixed people, without assumptions on how their values are distributed but
 * for their range.
 */
package org.sparkldp.protocols.mean;
