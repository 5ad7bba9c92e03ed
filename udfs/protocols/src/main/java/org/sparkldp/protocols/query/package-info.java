/**
 * Statistical queries: the mean of any function of a person with values in [−1, 1], from one bit of
 * each person, all at once or one after the other.
 */
package org.sparkldp.protocols.query;
