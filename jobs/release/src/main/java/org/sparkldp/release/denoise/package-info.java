/**
 * Denoisers of a released noisy vector: what is known of the noise, and of the graph that the
 * numbers lie on, brings the released numbers nearer to the truth. They only see what has been
 * released, so they cost no privacy.
 *
 * <p>Dictionary:
 *
 * <ul>
 *   <li><b>noisy vector</b> y = truth + N(0, sigma² I): d numbers released by the Gaussian
 *       mechanism.
 *   <li><b>risk</b>: the expected total squared error E|values − truth|². <b>SURE</b>: Stein's
 *       unbiased estimate of it (1981) from y alone, |y − values|² − d sigma² + 2 sigma² df.
 *   <li><b>degrees of freedom</b> df: the divergence Σ ∂values_i/∂y_i. It counts what the denoiser
 *       still takes from the noise.
 *   <li><b>shrinkage</b>: moving all numbers towards a centre by one factor (Bayes, James &amp;
 *       Stein).
 *   <li><b>soft threshold</b> t: a becomes sign(a) max(|a| − t, 0). <b>Universal</b>: t = sigma √(2
 *       ln d), which noise alone hardly ever exceeds.
 *   <li><b>spanning-tree wavelets</b>: an orthonormal basis in which vectors that change along few
 *       edges of a graph have few coefficients.
 *   <li><b>trend filter</b>: least squares with a penalty lambda |O b|₁ on the differences of order
 *       k + 1 over a graph; its solutions are pieces of degree k. <b>Incidence matrix</b> D: one
 *       row for each edge, +weight and −weight at its ends. <b>Laplacian</b> L = Dᵀ D.
 *   <li><b>duality gap</b>: by how much the value of a solution can at most exceed the least.
 * </ul>
 *
 * <p>Which one: James-Stein harms nobody and needs to know nothing. A threshold of raw numbers
 * suits sparse truths only. On a graph, trend filtering came out best wherever it was tried, then
 * wavelets.
 *
 * <p>Source: Balle &amp; Wang, "Improving the Gaussian mechanism for differential privacy:
 * analytical calibration and optimal denoising", ICML 2018, section 4 and 5.3.
 */
package org.sparkldp.release.denoise;
