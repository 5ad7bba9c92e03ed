/** The density of numbers in a range. */
package org.sparkldp.protocols.density;
