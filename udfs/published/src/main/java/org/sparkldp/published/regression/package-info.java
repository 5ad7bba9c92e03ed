/** Regressions by private gradients, as their paper fits them. */
package org.sparkldp.published.regression;
