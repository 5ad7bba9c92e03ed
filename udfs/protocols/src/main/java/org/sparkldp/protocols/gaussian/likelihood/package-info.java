/**
 * How reports of a Gaussian question come about, and how likely they are: channels from values to
 * reports, the dither of rounded values, the likelihood of reports with its modes and its tests.
 */
package org.sparkldp.protocols.gaussian.likelihood;
