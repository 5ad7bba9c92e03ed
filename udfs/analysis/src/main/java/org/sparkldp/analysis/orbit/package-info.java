/**
 * Strategy matrices with symmetry, never written out: what they achieve, and which are best. See
 * {@link org.sparkldp.protocols.strategy.Orbit} for the words.
 */
package org.sparkldp.analysis.orbit;
