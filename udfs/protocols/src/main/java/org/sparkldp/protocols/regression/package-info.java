/**
 * Generalised linear models of n people's own features and labels, fitted in rounds from private
 * gradients.
 */
package org.sparkldp.protocols.regression;
