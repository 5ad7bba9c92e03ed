/**
 * Any linear workload: named sets of counting queries, known by their Gram matrices.
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
 * </dl>
 */
package org.sparkldp.protocols.workload;
