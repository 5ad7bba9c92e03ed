/**
 * Measures how much a protocol leaks: the exact epsilon, by running the randomizer through every
 * outcome of its coins, and a sampled lower bound if that is too much.
 */
package org.sparkldp.protocols.audit;
