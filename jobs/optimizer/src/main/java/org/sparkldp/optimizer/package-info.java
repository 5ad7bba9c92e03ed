/**
 * The commands that look for strategies: {@code optimize}, and {@code design --task workload}. They
 * are in a jar of their own, with the optimiser and its native algebra.
 */
package org.sparkldp.optimizer;
