/**
 * Releases of a trusted curator: how much Gaussian or Laplace noise an answer needs, exactly, and
 * that noise, drawn exactly.
 *
 * <p>Here, unlike in the local model, the aggregate is known and only the answer is noisy. Epsilon
 * and delta bound what the answer reveals about any one person whose presence or value moves it by
 * at most the sensitivity.
 */
package org.sparkldp.protocols.release;
