/**
 * The analyst's heavy algebra, never needed by a client: which strategy matrix answers a workload
 * best, and how far it is from the best possible.
 */
package org.sparkldp.analysis;
