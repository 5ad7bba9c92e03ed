/** Means of numbers of n fixed people, of whose values only the range is assumed. */
package org.sparkldp.protocols.mean;
