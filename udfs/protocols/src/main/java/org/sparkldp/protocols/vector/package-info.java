/**
 * Means of vectors of n fixed people, without assumptions on how their values are distributed but
 * for their norm. Coordinates that are told one by one use the steps of {@code mean}.
 */
package org.sparkldp.protocols.vector;
