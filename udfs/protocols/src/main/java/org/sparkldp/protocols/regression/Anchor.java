package org.sparkldp.protocols.regression;

/**
 * A round of gradients: where they were asked, what their mean is, and of how many.
 *
 * @param theta the parameters
 * @param gradient the mean
 * @param people behind it
 */
record Anchor(double[] theta, double[] gradient, double people) {}
