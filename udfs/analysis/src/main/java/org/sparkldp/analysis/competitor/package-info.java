/** Mechanisms in closed form, as strategy matrices for any workload of their domain. */
package org.sparkldp.analysis.competitor;
