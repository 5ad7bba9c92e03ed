/**
 * Means of vectors of n fixed people. Only the norm of the vectors is bounded; nothing else is
 * assumed of their distribution. Protocols that report single coordinates use the steps of {@code
 * mean}.
 */
package org.sparkldp.protocols.vector;
