/**
 * A trusted curator's releases: their plans, how totals are bounded and noise is drawn, their
 * pages.
 */
package org.sparkldp.release;
