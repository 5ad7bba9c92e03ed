/**
 * The matrix mechanism in the local model, as a competitor: every person releases A e_u and noise,
 * under a strategy matrix A that suits the workload.
 *
 * <p>With reports y_1, …, y_N the answers are W A⁺ Σ y, unbiased if the rows of W are combinations
 * of those of A. Each person adds σ² tr[(AᵀA)⁺ G] to their total variance, whatever their item, so
 * that worst case and average are one. σ² follows from the largest distance between two columns of
 * A, for in the local model any item may stand in for any other.
 *
 * <p>Source: Li, Miklau, Hay, McGregor &amp; Rastogi, "The matrix mechanism", VLDB Journal 2015;
 * locally, Edmonds, Nikolov &amp; Ullman, STOC 2020.
 */
package org.sparkldp.published.matrixmechanism;
