package org.sparkldp.release.denoise;

/**
 * A denoised vector.
 *
 * @param values the estimate of the truth, in the order and unit of the noisy vector
 * @param setting the setting chosen from the noisy vector, in words; empty if none was chosen
 * @param risk Stein's unbiased estimate (1981) of the expected total squared error E|values −
 *     truth|², in the square of the unit: |y − values|² − d sigma² + 2 sigma² df, df the divergence
 *     of values as a function of y. It may be negative. Where a setting was chosen by making this
 *     estimate small, it is a little too low on average.
 */
public record Denoised(double[] values, String setting, double risk) {}
