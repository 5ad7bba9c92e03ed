/** Questions without people: designs, simulations and benchmarks on synthetic data. */
package org.sparkldp.jobs.study;
