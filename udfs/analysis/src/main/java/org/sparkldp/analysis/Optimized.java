package org.sparkldp.analysis;

import org.sparkldp.protocols.strategy.Design;

/**
 * The result of an optimiser.
 *
 * @param design the strategy, at most epsilon apart up to rounding: entries of a row within a
 *     factor exp(epsilon) to 1e-12, columns adding up to 1 to 1e-12
 * @param performance under the design's prior
 * @param made how: the optimiser, its settings and its seed
 */
public record Optimized(Design.DenseDesign design, Performance performance, String made) {}
