/** Distributions: their moments, quantiles and distribution functions, and how to draw them. */
package org.sparkldp.datasets.law;
