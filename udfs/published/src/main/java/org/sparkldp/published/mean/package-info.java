/** Means of numbers as their paper estimates them. */
package org.sparkldp.published.mean;
