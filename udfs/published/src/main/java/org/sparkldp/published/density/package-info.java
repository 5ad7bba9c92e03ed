/** Densities as their paper estimates them. */
package org.sparkldp.published.density;
