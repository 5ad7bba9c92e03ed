/**
 * The analyst's heavy algebra, never needed by a client: which strategy matrix answers a workload
 * best, and how far it is from the best possible; and how a released noisy vector is brought nearer
 * to the truth.
 */
package org.sparkldp.analysis;
