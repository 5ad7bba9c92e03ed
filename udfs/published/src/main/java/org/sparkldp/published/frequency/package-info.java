/** Frequency oracles and variants of them that papers compare with. */
package org.sparkldp.published.frequency;
