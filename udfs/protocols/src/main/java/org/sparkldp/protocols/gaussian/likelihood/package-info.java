/**
 * Law and likelihood of the reports of a Gaussian question: channels from values to reports, the
 * dither of rounded values, the likelihood of reports with its modes and its tests.
 */
package org.sparkldp.protocols.gaussian.likelihood;
