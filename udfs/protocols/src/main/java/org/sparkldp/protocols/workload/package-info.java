/**
 * Any linear workload: named sets of counting queries, and the strategy matrices that answer them.
 *
 * <h2>Dictionary</h2>
 *
 * <dl>
 *   <dt>workload, W
 *   <dd>p linear counting queries over a domain of n items: the rows of a p × n matrix; an answer
 *       is W x, x being the data vector (people by item)
 *   <dt>Gram matrix, G
 *   <dd>WᵀW, n × n: all that errors depend on
 *   <dt>attributes
 *   <dd>the sizes (n_1, …, n_r) of a domain that is a product; item u has one digit an attribute,
 *       the first attribute's digit running slowest. A plain domain is one attribute of size n
 *   <dt>strategy matrix, Q
 *   <dd>m × n; column u is the law of the report of a person with item u
 *   <dt>design
 *   <dd>a strategy matrix in real numbers, as formulas and optimisers give it
 *   <dt>strategy
 *   <dd>its certified form in integers, which is what randomizes
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
package org.sparkldp.protocols.workload;
