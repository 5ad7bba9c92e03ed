/** Baselines for quantiles that papers compare with, such as the median of noisy values. */
package org.sparkldp.published.quantile;
