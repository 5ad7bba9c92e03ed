/**
 * Synthetic people for protocols, and what their estimates should be: what simulations and figures
 * draw their trials from. Knows protocols and datasets, neither Spark nor plans.
 */
package org.sparkldp.lab.population;
