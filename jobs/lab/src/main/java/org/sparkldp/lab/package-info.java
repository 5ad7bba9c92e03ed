/**
 * The laboratory: simulations, benchmarks and the papers' figures, on synthetic people. It stands
 * on top of everything; production code cannot reach it.
 */
package org.sparkldp.lab;
