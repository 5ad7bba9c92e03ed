/**
 * The mean of a Gaussian: of people's real values, each N(mean, sigma²), sigma known or within
 * bounds.
 */
package org.sparkldp.protocols.gaussian;
