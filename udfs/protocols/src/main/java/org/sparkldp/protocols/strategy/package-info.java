/**
 * Strategy matrices, which answer a whole workload from one report a person: how they are sampled,
 * certified in integers, and stored.
 *
 * <h2>Dictionary</h2>
 *
 * <dl>
 *   <dt>strategy matrix, Q
 *   <dd>m × n; column u is the law of the report of a person with item u
 *   <dt>design
 *   <dd>a strategy matrix in real numbers, as formulas and optimisers give it
 *   <dt>strategy
 *   <dd>its certified form in integers, which randomizes
 *   <dt>additive noise
 *   <dd>the other make of strategy: a matrix A that is no law, a person releasing column u and
 *       noise
 *   <dt>two-level row
 *   <dd>a row of Q with two values in the ratio e^epsilon; its <b>high</b> items are those with the
 *       larger
 *   <dt>objective, L(Q)
 *   <dd>tr[X⁺ G] with X = Qᵀ D⁻¹ Q, D the diagonal of Q's row sums: the total variance of the
 *       answers is N/n (L − tr G) for N people evenly spread
 * </dl>
 */
package org.sparkldp.protocols.strategy;
